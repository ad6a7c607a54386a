// error: tidemark foreach_batch_signature: foreach_batch calls its function with all rows of a batch
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/foreach_batch.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::write_stream(td::foreach_batch([](auto /*rows*/) {}), td::append);
#else
  return events() | td::write_stream(td::foreach_batch([](auto /*rows*/, td::batch_id /*id*/) {}), td::append);
#endif
}
