// error: tidemark outputs_need_write_stream: each of the outputs of a query is a stream with its sink and mode
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/outputs.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return td::outputs(events(), events() | td::write_stream(td::noop_sink(), td::append));
#else
  return td::outputs(events() | td::write_stream(td::noop_sink(), td::append));
#endif
}
