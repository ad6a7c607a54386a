// error: tidemark expression_needs_name: a computed column has no name
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/with_column.hpp>
#include <tidemark/plan/functions.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::with_column("views"_c * 2);
#else
  return events() | td::with_column(("views"_c * 2).as("double_views"_c));
#endif
}
