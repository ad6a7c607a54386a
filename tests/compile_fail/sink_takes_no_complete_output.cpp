// error: tidemark sink_takes_no_complete_output: the sink does not take complete output
// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "events.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/sinks/noop_sink.hpp>

struct paper : td::noop_sink {
  static constexpr td::sink_capabilities capabilities{.update = false, .complete = false};
};

auto query() {
#ifdef TIDEMARK_EXPECT_ERROR
  return events() | td::group_by("user"_c) | td::count() | td::write_stream(paper(), td::complete);
#else
  return events() | td::write_stream(paper(), td::append);
#endif
}
