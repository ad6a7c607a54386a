// error: tidemark watermark_two_columns: two columns that this step would go by carry a watermark
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/with_watermark.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::with_watermark("time"_c, 1h) | td::group_by(td::window("time"_c, 1h), "time"_c) | td::count();
#else
  return events() | td::with_watermark("time"_c, 1h) | td::group_by(td::window("time"_c, 1h), "user"_c) | td::count();
#endif
}
