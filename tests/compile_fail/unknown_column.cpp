// error: tidemark unknown_column: the rows have no column of this name
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/select.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/plan/functions.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::select("user"_c, "vews"_c) | td::where("vews"_c > 1);
#else
  return events() | td::select("user"_c, "views"_c) | td::where("views"_c > 1);
#endif
}
