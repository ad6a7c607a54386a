// error: tidemark late_rows_in_complete_output: in complete output the aggregation before late_rows_to drops no rows
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/late_rows_to.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

#include <chrono>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::with_watermark("time"_c, 10min) | td::group_by(td::window("time"_c, 1h)) | td::agg(td::count()) |
         td::late_rows_to(td::noop_sink()) | td::write_stream(td::noop_sink(), td::complete);
#else
  return events() | td::with_watermark("time"_c, 10min) | td::group_by(td::window("time"_c, 1h)) | td::agg(td::count()) |
         td::late_rows_to(td::noop_sink()) | td::write_stream(td::noop_sink(), td::update);
#endif
}
