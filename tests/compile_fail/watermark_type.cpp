// error: tidemark watermark_type: with_watermark needs a column of type td::timestamp
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/with_watermark.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::with_watermark("views"_c, 1h);
#else
  return events() | td::with_watermark("time"_c, 1h);
#endif
}
