// error: tidemark limit_update: in update output rows change
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::limit(5) | td::write_stream(td::noop_sink(), td::update);
#else
  return events() | td::limit(5) | td::write_stream(td::noop_sink(), td::append);
#endif
}
