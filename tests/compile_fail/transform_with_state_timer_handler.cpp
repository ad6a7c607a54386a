// error: tidemark transform_with_state_timer_handler: a timer is registered that nobody
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/state_variables.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>

#include <span>

#ifdef TIDEMARK_EXPECT_ERROR
using timers_type = td::timers<td::time_mode::event_time, false>;
#else
using timers_type = td::timers<td::time_mode::event_time, true>;
#endif

// With the types that auto stands for elsewhere.
struct reminder {
  std::vector<event> handle_rows(const std::string& /*user*/, std::span<const event> rows, timers_type& timers) {
    timers.register_timer(rows.front().time + std::chrono::hours(1));
    return {};
  }
#ifndef TIDEMARK_EXPECT_ERROR
  std::vector<event> handle_timer(const std::string& user, timers_type& /*timers*/, td::timestamp time) {
    return {{user, 0, time}};
  }
#endif
};

auto query() {
  return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c) |
         td::transform_with_state(reminder(), td::event_time_mode);
}
