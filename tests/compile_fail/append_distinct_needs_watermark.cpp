// error: tidemark append_distinct_needs_watermark: append output of distinct needs a column
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/distinct.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::distinct() | td::write_stream(td::noop_sink(), td::append);
#else
  return events() | td::with_watermark("time"_c, 1h) | td::distinct() | td::write_stream(td::noop_sink(), td::append);
#endif
}
