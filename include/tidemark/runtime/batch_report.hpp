// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// From what a trigger did to what its query reports.

#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/progress.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

// What does not change while a query runs.
struct query_names {
  std::string id;      // the same over all runs from one checkpoint
  std::string run_id;  // new at each start
  std::string name;
  std::vector<std::string> sources = {};  // their descriptions
  std::vector<std::string> sinks = {};  // theirs
  std::vector<step_info> steps = {};
  std::size_t partitions = 1;
  bool has_watermark = false;
};

query_names names_of(program& pipeline, std::string id, std::string run_id, std::string name);

// Rows a second over this many ms; no rate for no time.
double rate_of(std::int64_t rows, std::int64_t millis);

// The report of a sink, by its number in the program.
sink_progress& report_of_sink(query_progress& progress, std::size_t i);

// What both kinds of report have. State operators stand from the sink to the sources, steps from the sources to the sink.
query_progress progress_frame(const query_names& names, const batch_outcome& ran);

// The report of a batch that ran.
query_progress progress_of(const query_names& names, const batch_outcome& ran);

// An entry about a trigger that ran nothing: the id is the next batch's, and of the last batch's counts only those are carried
// over that say what is in state.
query_progress idle_progress_of(const query_names& names, const batch_outcome& last, std::int64_t next_batch,
                                std::int64_t started_ms, std::int64_t duration_ms);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/batch_report.ipp>
#endif
