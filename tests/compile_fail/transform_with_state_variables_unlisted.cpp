// error: tidemark transform_with_state_variables_unlisted: the processor has members and
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>

struct last {
  td::value_state<event> kept;

  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) {
    kept.update(rows.back());
    return {kept.get()};
  }
};
#ifndef TIDEMARK_EXPECT_ERROR
BOOST_HANA_ADAPT_STRUCT(last, kept);
#endif

auto query() { return events() | td::group_by_key("user"_c) | td::transform_with_state(last(), td::no_time); }
