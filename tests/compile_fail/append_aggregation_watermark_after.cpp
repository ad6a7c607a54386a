// error: tidemark append_aggregation_watermark_after: the watermark is declared behind the aggregation
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by("time"_c) | td::count() | td::with_watermark("time"_c, 1h) |
         td::write_stream(td::noop_sink(), td::append);
#else
  return events() | td::with_watermark("time"_c, 1h) | td::group_by("time"_c) | td::count() |
         td::write_stream(td::noop_sink(), td::append);
#endif
}
