// error: tidemark drop_duplicates_within_watermark_needs_watermark: drop_duplicates_within_watermark needs a column
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/with_watermark.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::drop_duplicates_within_watermark("user"_c);
#else
  return events() | td::with_watermark("time"_c, 1h) | td::drop_duplicates_within_watermark("user"_c);
#endif
}
