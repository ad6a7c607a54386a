// error: tidemark groups_with_state_event_timeout_watermark: td::event_time_timeout needs a column
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>

constexpr auto last = [](const std::string& /*user*/, auto rows, auto& state) {
  state.update(rows.front().views);
  return rows.front();
};

auto lasts() { return td::map_groups_with_state<std::int64_t>(td::event_time_timeout, last); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key("user"_c) | lasts();
#else
  return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c) | lasts();
#endif
}
