// error: tidemark group_state_has_no_form: the state's type can't be stored
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>

constexpr auto last = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows.front();
};

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key("user"_c) | td::map_groups_with_state<const event*>(td::no_timeout, last);
#else
  return events() | td::group_by_key("user"_c) | td::map_groups_with_state<std::int64_t>(td::no_timeout, last);
#endif
}
