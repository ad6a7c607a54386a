// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a query reports of a batch, in Spark's names and Spark's JSON.

#include <tidemark/runtime/json_object.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// A rate that is not known; JSON leaves it out.
inline constexpr double no_rate = std::numeric_limits<double>::quiet_NaN();

// A stateful step, over all partitions. Stages run fused, so that no time can be told of updates and removals apart: both are
// 0, and the time of a batch is in the durations of its progress.
struct state_operator_progress {
  std::string operator_name;
  std::int64_t num_rows_total = 0;
  std::int64_t num_rows_updated = 0;
  std::int64_t all_updates_time_ms = 0;
  std::int64_t num_rows_removed = 0;
  std::int64_t all_removals_time_ms = 0;
  std::int64_t commit_time_ms = 0;
  std::int64_t memory_used_bytes = 0;
  std::int64_t num_rows_dropped_by_watermark = 0;
  std::int64_t num_shuffle_partitions = 0;
  std::int64_t num_state_store_instances = 0;
  std::map<std::string, std::int64_t> custom_metrics = {};

  std::string json() const;
};

// A source. Offsets are text in its own form; none before the first batch.
struct source_progress {
  std::string description;
  std::optional<std::string> start_offset = {};
  std::optional<std::string> end_offset = {};
  std::optional<std::string> latest_offset = {};
  std::int64_t num_input_rows = 0;
  double input_rows_per_second = no_rate;
  double processed_rows_per_second = no_rate;
  std::map<std::string, std::string> metrics = {};

  std::string json() const;
};

struct sink_progress {
  std::string description;
  std::int64_t num_output_rows = -1;  // -1: the sink does not know
  std::map<std::string, std::string> metrics = {};

  std::string json() const;
};

// One batch that ran, or, with the next batch's id and no rows, that nothing ran for a while. State operators are listed from
// the sink to the sources.
struct query_progress {
  std::string id;
  std::string run_id;
  std::string name;            // empty: null in JSON
  std::int64_t time_ms = 0;    // when the trigger started
  std::int64_t batch_id = 0;
  std::int64_t batch_duration_ms = 0;
  std::int64_t num_input_rows = 0;
  double input_rows_per_second = no_rate;      // since the trigger before
  double processed_rows_per_second = no_rate;  // in the time that the batch took
  std::map<std::string, std::int64_t> duration_ms = {};
  std::map<std::string, std::string> event_time = {};  // min, max, avg, and the watermark that the batch used
  std::vector<state_operator_progress> state_operators = {};
  std::vector<source_progress> sources = {};
  sink_progress sink = {};  // of the first output
  std::vector<sink_progress> other_sinks = {};  // of late rows and further outputs; where there is none, JSON has no such list

  std::string timestamp() const { return text_of_millis(time_ms); }

  std::string json() const;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/progress.ipp>
#endif
