// error: tidemark file_sink_is_append_only: files can't take back rows that change
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/json_sink.hpp>

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by("user"_c) | td::count() | td::write_stream(td::json_sink("out"), td::update);
#else
  return events() | td::write_stream(td::json_sink("out"), td::append);
#endif
}
