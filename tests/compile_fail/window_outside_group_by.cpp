// error: tidemark window_outside_group_by: td::window and td::session_window can stand only as a key
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/select.hpp>
#include <tidemark/operators/window.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::select("user"_c, td::window("time"_c, 1h).as("hour"_c));
#else
  return events() | td::select("user"_c, "time"_c.as("hour"_c));
#endif
}
