// error: tidemark sink_does_not_take_rows: what is given as the sink is no sink for rows of this type
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/select.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/text_sink.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::write_stream(td::text_sink("out"), td::append);
#else
  return events() | td::select("user"_c) | td::write_stream(td::text_sink("out"), td::append);
#endif
}
