// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of progress.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/json_object.hpp>
#include <tidemark/runtime/progress.hpp>

#include <string>

namespace tidemark {

TIDEMARK_INLINE std::string state_operator_progress::json() const {
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

TIDEMARK_INLINE std::string source_progress::json() const {
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

TIDEMARK_INLINE std::string sink_progress::json() const {
  json_object out;
  out.add("description", description);
  out.add("numOutputRows", num_output_rows);
  out.add("metrics", metrics);
  return out.text();
}

TIDEMARK_INLINE std::string query_progress::json() const {
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

}  // namespace tidemark
