// error: tidemark transform_with_state_ttl_positive: a time to live is less than a
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/transform_with_state.hpp>

#ifdef TIDEMARK_EXPECT_ERROR
constexpr std::chrono::hours time_to_live(0);
#else
constexpr std::chrono::hours time_to_live(24);
#endif

struct last {
  td::value_state<event, time_to_live> kept;

  std::vector<event> handle_rows(const std::string& /*user*/, auto rows, auto& /*timers*/) {
    kept.update(rows.back());
    return {kept.get()};
  }
};
BOOST_HANA_ADAPT_STRUCT(last, kept);

auto query() { return events() | td::group_by_key("user"_c) | td::transform_with_state(last(), td::processing_time_mode); }
