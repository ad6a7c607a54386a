// error: tidemark groups_need_aggregation: group_by must be followed by an aggregation
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/plan/functions.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by("user"_c) | td::where("views"_c > 1);
#else
  return events() | td::group_by("user"_c) | td::count() | td::where("count"_c > 1);
#endif
}
