// error: tidemark malformed_policy_unknown: that is no policy for records that cannot be read
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/formats/json_lines.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace td = tidemark;

using view = td::row<td::field<"user", std::string>>;

#ifdef TIDEMARK_EXPECT_ERROR
struct ignore {};
#else
using ignore = td::malformed::drop;
#endif

td::json_line_reader<view, td::fields_of<view>::names, ignore> lines;
