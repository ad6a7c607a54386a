// error: tidemark one_window_per_node: there is more than one td::window or td::session_window
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by(td::window("time"_c, 1h), td::window("time"_c, 1min).as("minute"_c)) | td::count();
#else
  return events() | td::group_by(td::window("time"_c, 1h), "time"_c.as("minute"_c)) | td::count();
#endif
}
