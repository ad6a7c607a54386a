// error: tidemark update_session_window: sessions grow and become one
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by(td::session_window("time"_c, 30min), "user"_c) | td::count() |
         td::write_stream(td::noop_sink(), td::update);
#else
  return events() | td::group_by(td::session_window("time"_c, 30min), "user"_c) | td::count() |
         td::write_stream(td::noop_sink(), td::complete);
#endif
}
