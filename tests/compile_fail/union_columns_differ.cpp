// error: tidemark union_columns_differ: the two streams of a union have different columns
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/select.hpp>
#include <tidemark/operators/union_with.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::union_with(events() | td::select("user"_c, "time"_c));
#else
  return events() | td::union_with(events() | td::select("user"_c, "views"_c, "time"_c));
#endif
}
