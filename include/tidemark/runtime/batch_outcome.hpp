// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What one trigger did, as plain numbers: what progress is made from, and what a driver of batches looks at.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/watermarks.hpp>
#include <tidemark/sources/source.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

// Why a batch ran.
enum class batch_reason {
  data,       // a source went on
  watermark,  // no data, but a step has something to do since the watermark has moved
  clock,      // no data, but a step goes by the clock
  again,      // an earlier run logged it and did not commit it
};

// One source in a batch, in the order of the program's sources.
struct source_outcome {
  std::optional<source_offset> start = {};
  std::optional<source_offset> end = {};
  std::int64_t rows = 0;
  std::int64_t malformed_rows = 0;
};

// One stateful step in a batch over all partitions, in the order of the program's steps. `rows` and `bytes_of_memory` are what
// is in state after the batch.
struct step_outcome {
  std::int64_t rows = 0;
  std::int64_t rows_updated = 0;
  std::int64_t rows_removed = 0;
  std::int64_t rows_dropped_late = 0;
  std::int64_t bytes_of_memory = 0;
  std::array<std::int64_t, most_step_metrics> metrics{};
};

// How long the parts of a trigger took by the query's clock, in ms.
struct batch_durations {
  std::int64_t latest_offset = 0;
  std::int64_t log_offsets = 0;
  std::int64_t run = 0;
  std::int64_t commit = 0;
  std::int64_t whole = 0;
};

// A batch that ran. `watermark_ms` is the one it used to evict, `next_watermark_ms` the one that it led to; 0: none.
struct batch_outcome {
  std::int64_t id = 0;
  std::int64_t time_ms = 0;     // of the batch: what its offset log entry says
  std::int64_t started_ms = 0;  // of the trigger
  std::optional<std::int64_t> previous_started_ms = {};  // of the one before, also if that ran nothing
  batch_reason reason = batch_reason::data;
  std::int64_t watermark_ms = 0;
  std::int64_t next_watermark_ms = 0;
  std::optional<event_time_range> event_times;  // of the first watermark node that saw rows
  std::int64_t rows_beyond = 0;  // whose event times were too far ahead to count, over all watermark nodes
  std::vector<source_outcome> sources;
  std::vector<step_outcome> steps;
  std::vector<std::int64_t> output_rows;  // of each sink, in the order of the program's; -1: it does not know
  batch_durations durations;

  std::int64_t input_rows() const;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/batch_outcome.ipp>
#endif
