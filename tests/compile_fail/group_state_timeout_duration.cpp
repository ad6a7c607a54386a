// error: tidemark group_state_timeout_duration: set_timeout_duration belongs to
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>

auto with(auto timeout) {
  return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c) |
         td::map_groups_with_state<std::int64_t>(timeout, [](const std::string& /*user*/, auto rows, auto& state) -> event {
           state.set_timeout_duration(std::chrono::minutes(5));
           return rows.front();
         });
}

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return with(td::event_time_timeout);
#else
  return with(td::processing_time_timeout);
#endif
}
