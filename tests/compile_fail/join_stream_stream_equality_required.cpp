// error: tidemark join_stream_stream_equality_required: a join of two streams needs a key
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>
#include <tidemark/operators/select.hpp>

auto clicks() { return events() | td::select("user"_c.as("who"_c), "time"_c.as("at"_c), "views"_c.as("seen"_c)); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::join(clicks(), td::inner, "time"_c < td::right("at"_c));
#else
  return events() | td::join(clicks(), td::inner, "user"_c == td::right("who"_c) && "time"_c < td::right("at"_c));
#endif
}
