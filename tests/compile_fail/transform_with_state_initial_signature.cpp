// error: tidemark transform_with_state_initial_signature: the processor can't take initial
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>

struct first {
  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) { return {rows.front()}; }
};
struct first_and_initial : first {
  void handle_initial_state(const std::string& /*user*/, const event& /*row*/, auto& /*timers*/) {}
};

auto grouped() { return events() | td::group_by_key("user"_c); }

auto starts() { return td::initial_state(td::read(std::vector<event>{})); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | td::transform_with_state(first(), td::no_time, starts());
#else
  return grouped() | td::transform_with_state(first_and_initial(), td::no_time, starts());
#endif
}
