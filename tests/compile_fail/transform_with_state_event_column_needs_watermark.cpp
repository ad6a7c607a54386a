// error: tidemark transform_with_state_event_column_needs_watermark: no watermark comes in that
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>

struct first {
  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) { return {rows.front()}; }
};

auto timed_events() { return events() | td::with_watermark("time"_c, std::chrono::hours(1)); }
constexpr auto step = td::transform_with_state(first(), td::event_time_mode, "time"_c);

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key("user"_c) | step;
#else
  return timed_events() | td::group_by_key("user"_c) | step;
#endif
}
