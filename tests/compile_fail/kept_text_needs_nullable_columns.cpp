// error: tidemark kept_text_needs_nullable_columns: a record that cannot be read leaves the other columns null
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/formats/json_lines.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace td = tidemark;

#ifdef TIDEMARK_EXPECT_ERROR
using count = std::int64_t;
#else
using count = std::optional<std::int64_t>;
#endif
using view = td::row<td::field<"count", count>, td::field<"raw", std::optional<std::string>>>;

td::json_line_reader<view, td::fields_of<view>::names, td::malformed::keep_in<"raw">> lines;
