// error: tidemark sort_stream: only a whole result can be put in order
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/order_by.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by("user"_c) | td::count() | td::order_by("count"_c) |
         td::write_stream(td::noop_sink(), td::update);
#else
  return events() | td::group_by("user"_c) | td::count() | td::order_by("count"_c) |
         td::write_stream(td::noop_sink(), td::complete);
#endif
}
