// error: tidemark function_does_not_take_row: the function can't be called with the rows
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map.hpp>
#include <tidemark/operators/select.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::select("user"_c) | td::map([](const event& one) { return one; });
#else
  return events() | td::map([](const event& one) { return one; });
#endif
}
