// error: tidemark groups_with_state_initial_state_batch: initial state comes from a static table
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

constexpr auto last = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows.front();
};

auto grouped() { return events() | td::group_by_key("user"_c); }
auto from(auto table) { return td::map_groups_with_state<std::int64_t>(td::no_timeout, last, td::initial_state(table)); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | from(td::read_stream(std::vector<start>{}));
#else
  return grouped() | from(td::read(std::vector<start>{}));
#endif
}
