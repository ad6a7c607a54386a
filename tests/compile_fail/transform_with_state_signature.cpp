// error: tidemark transform_with_state_signature: the processor can't be called
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>

struct first {
  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) { return {rows.front()}; }
};
struct first_of_all {
  std::vector<event> handle_rows(auto rows) { return {rows.front()}; }
};

auto grouped() { return events() | td::group_by_key("user"_c); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | td::transform_with_state(first_of_all(), td::no_time);
#else
  return grouped() | td::transform_with_state(first(), td::no_time);
#endif
}
