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

  std::string json() const {
    json_object out;
    out.add("operatorName", operator_name);
    out.add("numRowsTotal", num_rows_total);
    out.add("numRowsUpdated", num_rows_updated);
    out.add("allUpdatesTimeMs", all_updates_time_ms);
    out.add("numRowsRemoved", num_rows_removed);
    out.add("allRemovalsTimeMs", all_removals_time_ms);
    out.add("commitTimeMs", commit_time_ms);
    out.add("memoryUsedBytes", memory_used_bytes);
    out.add("numRowsDroppedByWatermark", num_rows_dropped_by_watermark);
    out.add("numShufflePartitions", num_shuffle_partitions);
    out.add("numStateStoreInstances", num_state_store_instances);
    out.add("customMetrics", custom_metrics);
    return out.text();
  }
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

  std::string json() const {
    json_object out;
    out.add("description", description);
    out.add_offset("startOffset", start_offset);
    out.add_offset("endOffset", end_offset);
    out.add_offset("latestOffset", latest_offset);
    out.add("numInputRows", num_input_rows);
    out.add_rate("inputRowsPerSecond", input_rows_per_second);
    out.add_rate("processedRowsPerSecond", processed_rows_per_second);
    out.add("metrics", metrics);
    return out.text();
  }
};

struct sink_progress {
  std::string description;
  std::int64_t num_output_rows = -1;  // -1: the sink does not know
  std::map<std::string, std::string> metrics = {};

  std::string json() const {
    json_object out;
    out.add("description", description);
    out.add("numOutputRows", num_output_rows);
    out.add("metrics", metrics);
    return out.text();
  }
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

  std::string json() const {
    json_object out;
    out.add("id", id);
    out.add("runId", run_id);
    if (name.empty()) out.add_json("name", "null");
    else out.add("name", name);
    out.add("timestamp", timestamp());
    out.add("batchId", batch_id);
    out.add("batchDuration", batch_duration_ms);
    out.add("numInputRows", num_input_rows);
    out.add_rate("inputRowsPerSecond", input_rows_per_second);
    out.add_rate("processedRowsPerSecond", processed_rows_per_second);
    out.add("durationMs", duration_ms);
    out.add("eventTime", event_time);
    out.add_list("stateOperators", state_operators);
    out.add_list("sources", sources);
    out.add_json("sink", sink.json());
    if (!other_sinks.empty()) out.add_list("otherSinks", other_sinks);
    return out.text();
  }
};

}  // namespace tidemark
