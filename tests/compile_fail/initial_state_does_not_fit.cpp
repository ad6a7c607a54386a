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

template <class State>
auto from() {
  return events() | td::group_by_key("user"_c) |
         td::map_groups_with_state<State>(td::no_timeout, last, td::initial_state(td::read(std::vector<start>{})));
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return from<double>();
#else
  return from<std::int64_t>();
#endif
}
