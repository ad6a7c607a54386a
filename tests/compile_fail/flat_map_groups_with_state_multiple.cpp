// error: tidemark flat_map_groups_with_state_multiple: several flat_map_groups_with_state need td::append
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

auto twice(auto mode) {
  const auto step = [&] { return td::flat_map_groups_with_state<std::int64_t>(mode, td::no_timeout, all); };
  return events() | td::group_by_key("user"_c) | step() | td::group_by_key("user"_c) | step();
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return twice(td::update) | td::write_stream(td::noop_sink{}, td::update);
#else
  return twice(td::append) | td::write_stream(td::noop_sink{}, td::append);
#endif
}
