// error: tidemark operands_do_not_fit: an operation in this expression does not exist
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/where.hpp>
#include <tidemark/plan/functions.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::where("user"_c > 100);
#else
  return events() | td::where("views"_c > 100);
#endif
}
