// error: tidemark groups_with_state_mixed: map_groups_with_state and flat_map_groups_with_state stand in one query
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

constexpr auto last = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows.front();
};
constexpr auto all = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows;
};

auto lasts() { return events() | td::group_by_key("user"_c) | td::map_groups_with_state<std::int64_t>(td::no_timeout, last); }
auto alls() { return td::flat_map_groups_with_state<std::int64_t>(td::update, td::no_timeout, all); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return lasts() | td::group_by_key("user"_c) | alls() | td::write_stream(td::noop_sink{}, td::update);
#else
  return lasts() | td::write_stream(td::noop_sink{}, td::update);
#endif
}
