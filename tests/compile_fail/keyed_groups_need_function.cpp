// error: tidemark keyed_groups_need_function: group_by_key must be followed by a function
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/map_groups.hpp>

constexpr auto same = [](const std::string& user, auto rows) {
  return td::row<td::field<"user", std::string>, td::field<"n", std::int64_t>>{user, static_cast<std::int64_t>(rows.size())};
};

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key("user"_c) | td::drop("views"_c);
#else
  return events() | td::group_by_key("user"_c) | td::map_groups(same);
#endif
}
