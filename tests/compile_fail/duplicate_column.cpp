// error: tidemark duplicate_column: two columns of the result have the same name
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/select.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::select("user"_c, "views"_c.as("user"_c));
#else
  return events() | td::select("user"_c, "views"_c.as("seen"_c));
#endif
}
