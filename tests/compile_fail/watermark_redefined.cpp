// error: tidemark watermark_redefined: a watermark is declared already below this one
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/with_watermark.hpp>

using namespace std::chrono_literals;

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::with_watermark("time"_c, 1h) | td::with_watermark("time"_c, 2h);
#else
  return events() | td::with_watermark("time"_c, 2h);
#endif
}
