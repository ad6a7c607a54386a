// error: tidemark chain_event_timeout: no further stateful step can stand behind
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>
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

auto with(auto timeout) {
  return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c) |
         td::flat_map_groups_with_state<std::int64_t>(td::append, timeout, all) | td::group_by("user"_c) | td::count() |
         td::write_stream(td::noop_sink{}, td::complete);
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return with(td::event_time_timeout);
#else
  return with(td::processing_time_timeout);
#endif
}
