// error: tidemark join_stream_stream_range_form: the range of this outer or semi join is in no form
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/functions/time.hpp>

#include <chrono>

using namespace std::chrono_literals;

auto views() { return events() | td::with_watermark("time"_c, 1h); }
auto clicks() {
  return events() | td::select("user"_c.as("who"_c), "time"_c.as("at"_c), "views"_c.as("seen"_c)) |
         td::with_watermark("at"_c, 1h);
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return views() |
         td::join(clicks(), td::left_outer,
                  "user"_c == td::right("who"_c) && td::date_trunc(td::time_unit::hour, td::right("at"_c)) <= "time"_c);
#else
  return views() | td::join(clicks(), td::left_outer, "user"_c == td::right("who"_c) && td::right("at"_c) <= "time"_c);
#endif
}
