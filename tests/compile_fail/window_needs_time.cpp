// error: tidemark window_needs_time: td::window and td::session_window need a column of type td::timestamp
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by(td::window("views"_c, 1h)) | td::count();
#else
  return events() | td::group_by(td::window("time"_c, 1h)) | td::count();
#endif
}
