// error: tidemark transform_with_state_ttl_time_mode: a time to live goes by the clock
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>

struct last {
  td::value_state<event, std::chrono::hours(24)> kept;

  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) {
    kept.update(rows.back());
    return {kept.get()};
  }
};
BOOST_HANA_ADAPT_STRUCT(last, kept);

auto grouped() { return events() | td::group_by_key("user"_c); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return grouped() | td::transform_with_state(last(), td::no_time);
#else
  return grouped() | td::transform_with_state(last(), td::processing_time_mode);
#endif
}
