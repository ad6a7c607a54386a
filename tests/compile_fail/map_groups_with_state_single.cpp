// error: tidemark map_groups_with_state_single: there is more than one map_groups_with_state
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

auto lasts() { return td::map_groups_with_state<std::int64_t>(td::no_timeout, last); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key("user"_c) | lasts() | td::group_by_key("user"_c) | lasts() |
         td::write_stream(td::noop_sink{}, td::update);
#else
  return events() | td::group_by_key("user"_c) | lasts() | td::write_stream(td::noop_sink{}, td::update);
#endif
}
