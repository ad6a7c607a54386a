// error: tidemark column_type_has_no_text: a column has a type that JSON is not read into
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/formats/json_reader.hpp>

#include <array>

namespace td = tidemark;

struct color {
  int red;
  int green;
};

#ifdef TIDEMARK_EXPECT_ERROR
using paint = td::row<td::field<"color", color>>;
#else
using paint = td::row<td::field<"color", std::array<int, 2>>>;
#endif

bool is_read(td::json_reader<paint>& reader, paint& into) { return reader.read("{}", into); }
