// error: tidemark transform_with_state_event_column_missing: the rows of the processor have no
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>

struct first {
  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) { return {rows.front()}; }
};

auto grouped() { return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | td::transform_with_state(first(), td::event_time_mode, "views"_c);
#else
  return grouped() | td::transform_with_state(first(), td::event_time_mode, "time"_c);
#endif
}
