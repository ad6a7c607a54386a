// error: tidemark append_aggregation_watermark_not_key: append output needs the column with the watermark among the keys
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
  return events() | td::with_watermark("time"_c, 1h) | td::group_by("user"_c) | td::count() |
         td::write_stream(td::noop_sink(), td::append);
#else
  return events() | td::with_watermark("time"_c, 1h) | td::group_by("time"_c, "user"_c) | td::count() |
         td::write_stream(td::noop_sink(), td::append);
#endif
}
