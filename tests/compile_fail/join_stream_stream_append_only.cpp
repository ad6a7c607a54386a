// error: tidemark join_stream_stream_append_only: a join of two streams gives append output
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

#include <chrono>

using namespace std::chrono_literals;

auto views() { return events() | td::with_watermark("time"_c, 1h); }
auto clicks() {
  return events() | td::select("user"_c.as("who"_c), "time"_c.as("at"_c), "views"_c.as("seen"_c)) |
         td::with_watermark("at"_c, 1h);
}
auto joined() {
  return views() | td::join(clicks(), td::left_outer, "user"_c == td::right("who"_c) && td::right("at"_c) <= "time"_c + 1h);
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return joined() | td::write_stream(td::noop_sink(), td::update);
#else
  return joined() | td::write_stream(td::noop_sink(), td::append);
#endif
}
