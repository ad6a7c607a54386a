// error: tidemark group_state_watermark_read: current_watermark needs a column
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/group_state.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>

constexpr auto f = [](const std::string& /*user*/, auto rows, auto& state) -> event {
  event made = rows.front();
  made.time = state.current_watermark();
  return made;
};

auto grouped() { return events() | td::with_watermark("time"_c, std::chrono::hours(1)) | td::group_by_key("user"_c); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by_key("user"_c) | td::map_groups_with_state<int>(td::no_timeout, f);
#else
  return grouped() | td::map_groups_with_state<int>(td::no_timeout, f);
#endif
}
