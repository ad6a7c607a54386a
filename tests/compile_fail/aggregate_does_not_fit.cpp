// error: tidemark aggregate_does_not_fit: an aggregate is not defined for the type of its column
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/plan/functions.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by("user"_c) | td::agg(td::sum("time"_c).as("total"_c));
#else
  return events() | td::group_by("user"_c) | td::agg(td::sum("views"_c).as("total"_c));
#endif
}
