// error: tidemark flat_map_groups_with_state_operator_mode_complete: flat_map_groups_with_state puts out rows in append
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>

constexpr auto last = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows.front();
};
constexpr auto all = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows;
};

auto with(auto mode) {
  return events() | td::group_by_key("user"_c) | td::flat_map_groups_with_state<std::int64_t>(mode, td::no_timeout, all);
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return with(td::complete);
#else
  return with(td::update);
#endif
}
