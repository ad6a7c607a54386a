// error: tidemark chain_aggregation_non_append: behind an aggregation no further stateful step can follow
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

inline auto visits() {
  return events() | td::with_watermark("time"_c, 1h) | td::group_by(td::window("time"_c, 1min), "user"_c) | td::count() |
         td::group_by(td::window("window"_c, 1h)) | td::count();
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return visits() | td::write_stream(td::noop_sink(), td::update);
#else
  return visits() | td::write_stream(td::noop_sink(), td::append);
#endif
}
