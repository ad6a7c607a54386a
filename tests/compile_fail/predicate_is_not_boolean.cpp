// error: tidemark predicate_is_not_boolean: where needs a condition
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/where.hpp>
#include <tidemark/plan/functions.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::where("views"_c + 1) | td::where("views"_c + 2);
#else
  return events() | td::where("views"_c + 1 > 2) | td::where("views"_c > 1);
#endif
}
