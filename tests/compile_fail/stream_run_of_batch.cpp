// error: tidemark stream_run_of_batch: write_stream needs a stream
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

// A table that does not grow.
struct table {
  using row = event;
  using source_type = table;
  using verdict = td::ok;
  static constexpr bool is_streaming = false;
};

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return td::stream<table>(table()) | td::write_stream(td::noop_sink(), td::append);
#else
  return events() | td::write_stream(td::noop_sink(), td::append);
#endif
}
