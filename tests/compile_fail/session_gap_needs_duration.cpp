// error: tidemark session_gap_needs_duration: the gap of td::session_window is no duration
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/session_window.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by(td::session_window("time"_c, "views"_c), "user"_c) | td::count();
#else
  return events() | td::group_by(td::session_window("time"_c, 30min), "user"_c) | td::count();
#endif
}
