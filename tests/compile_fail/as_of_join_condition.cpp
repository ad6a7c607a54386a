// error: tidemark as_of_join_condition: the condition of an as-of join is equalities of left with right columns alone
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/with_watermark.hpp>

#include <chrono>

using namespace std::chrono_literals;

auto clicks() { return events() | td::select("user"_c.as("who"_c), "time"_c.as("at"_c), "views"_c.as("seen"_c)); }
auto timed() { return events() | td::with_watermark("time"_c, 1h); }
auto timed_clicks() { return clicks() | td::with_watermark("at"_c, 1h); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return timed() | td::as_of_join(timed_clicks(), td::inner, "user"_c == td::right("who"_c) && "views"_c < td::right("seen"_c));
#else
  return timed() | td::as_of_join(timed_clicks(), td::inner, "user"_c == td::right("who"_c));
#endif
}
