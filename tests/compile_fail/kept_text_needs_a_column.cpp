// error: tidemark kept_text_needs_a_column: the text of records that cannot be read has no column to go to
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/formats/json_lines.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace td = tidemark;

using view = td::row<td::field<"user", std::optional<std::string>>, td::field<"raw", std::optional<std::string>>>;

#ifdef TIDEMARK_EXPECT_ERROR
using policy = td::malformed::keep_in<"text">;
#else
using policy = td::malformed::keep_in<"raw">;
#endif

td::json_line_reader<view, td::fields_of<view>::names, policy> lines;
