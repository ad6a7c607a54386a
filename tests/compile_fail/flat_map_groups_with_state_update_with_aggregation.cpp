// error: tidemark flat_map_groups_with_state_update_with_aggregation: an aggregation can't follow or feed
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

constexpr auto all = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows;
};

auto counted(auto mode) {
  return events() | td::group_by_key("user"_c) | td::flat_map_groups_with_state<std::int64_t>(mode, td::no_timeout, all) |
         td::group_by("user"_c) | td::count();
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return counted(td::update) | td::write_stream(td::noop_sink{}, td::update);
#else
  return counted(td::append) | td::write_stream(td::noop_sink{}, td::update);
#endif
}
