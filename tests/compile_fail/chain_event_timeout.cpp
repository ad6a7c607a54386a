// error: tidemark chain_event_timeout: no further stateful step can stand behind
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

constexpr auto all = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows;
};

auto grouped() { return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c); }
template <class Rows>
auto counted(Rows rows) {
  return rows | td::group_by("user"_c) | td::count();
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return counted(grouped() | td::flat_map_groups_with_state<std::int64_t>(td::append, td::event_time_timeout, all)) |
         td::write_stream(td::noop_sink{}, td::complete);
#else
  return counted(grouped() | td::flat_map_groups_with_state<std::int64_t>(td::append, td::processing_time_timeout, all)) |
         td::write_stream(td::noop_sink{}, td::complete);
#endif
}
