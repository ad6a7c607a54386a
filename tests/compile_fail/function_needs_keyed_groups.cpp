// error: tidemark function_needs_keyed_groups: a function over groups needs to know the key
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups.hpp>

constexpr auto same = [](const std::string& user, auto rows) {
  return td::row<td::field<"user", std::string>, td::field<"n", std::int64_t>>{user, static_cast<std::int64_t>(rows.size())};
};

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::map_groups(same);
#else
  return events() | td::group_by_key("user"_c) | td::map_groups(same);
#endif
}
