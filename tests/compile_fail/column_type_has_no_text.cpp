// error: tidemark column_type_has_no_text: a column has a type that JSON is not read into
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/formats/json_reader.hpp>

namespace td = tidemark;

enum class color { red, green };

#ifdef TIDEMARK_EXPECT_ERROR
using paint = td::row<td::field<"color", color>>;
#else
using paint = td::row<td::field<"color", int>>;
#endif

bool is_read(td::json_reader<paint>& reader, paint& into) { return reader.read("{}", into); }
