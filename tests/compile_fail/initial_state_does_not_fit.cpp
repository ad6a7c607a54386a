// error: tidemark initial_state_does_not_fit: the table of initial state needs
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>

struct start {
  std::string user;
  std::int64_t views;
};
BOOST_HANA_ADAPT_STRUCT(start, user, views);

constexpr auto last = [](const std::string& /*user*/, auto rows, auto& /*state*/) { return rows.front(); };

auto grouped() { return events() | td::group_by_key("user"_c); }
auto starts() { return td::initial_state(td::read(std::vector<start>{})); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | td::map_groups_with_state<double>(td::no_timeout, last, starts());
#else
  return grouped() | td::map_groups_with_state<std::int64_t>(td::no_timeout, last, starts());
#endif
}
