// error: tidemark join_duplicate_column: both sides of the join have a column of this name
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/join.hpp>
#include <tidemark/operators/select.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::join(events() | td::select("user"_c, "views"_c), td::inner, td::using_columns("user"_c));
#else
  return events() | td::join(events() | td::select("user"_c, "views"_c.as("seen"_c)), td::inner, td::using_columns("user"_c));
#endif
}
