// error: tidemark result_is_not_a_record: the function's result has no columns
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::map([](const event& one) { return one.views; });
#else
  return events() | td::map([](const event& one) { return one; });
#endif
}
