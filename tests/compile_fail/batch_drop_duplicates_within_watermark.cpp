// error: tidemark batch_drop_duplicates_within_watermark: a static table has no watermark
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>

inline auto table() { return td::read(std::vector<event>{}); }

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return table() | td::drop_duplicates_within_watermark("user"_c);
#else
  return table() | td::drop_duplicates("user"_c);
#endif
}
