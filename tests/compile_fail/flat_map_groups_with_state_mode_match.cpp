// error: tidemark flat_map_groups_with_state_mode_match: flat_map_groups_with_state and the output are in different
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

constexpr auto all = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows;
};

auto rows() {
  return events() | td::group_by_key("user"_c) | td::flat_map_groups_with_state<std::int64_t>(td::append, td::no_timeout, all);
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return rows() | td::write_stream(td::noop_sink{}, td::update);
#else
  return rows() | td::write_stream(td::noop_sink{}, td::append);
#endif
}
