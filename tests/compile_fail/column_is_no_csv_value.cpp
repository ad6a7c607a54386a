// error: tidemark column_is_no_csv_value: a column is a list, a map or a record
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/formats/csv_lines.hpp>

#include <string>
#include <vector>

namespace td = tidemark;

#ifdef TIDEMARK_EXPECT_ERROR
using page = td::row<td::field<"words", std::vector<std::string>>>;
#else
using page = td::row<td::field<"words", std::string>>;
#endif

bool is_read(td::csv_reader<page>& reader, page& into) { return reader.read_what_fits("", into); }
