// error: tidemark flat_map_groups_with_state_operator_mode_complete: flat_map_groups_with_state puts out rows in append
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>

constexpr auto all = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows;
};

auto grouped() { return events() | td::group_by_key("user"_c); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | td::flat_map_groups_with_state<std::int64_t>(td::complete, td::no_timeout, all);
#else
  return grouped() | td::flat_map_groups_with_state<std::int64_t>(td::update, td::no_timeout, all);
#endif
}
