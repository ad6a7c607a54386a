// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of batch_report.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/progress.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE query_names names_of(program& pipeline, std::string id, std::string run_id, std::string name) {
  query_names names{.id = std::move(id), .run_id = std::move(run_id), .name = std::move(name)};
  for (const source_port* source : pipeline.sources()) names.sources.push_back(source->description());
  names.steps.assign(pipeline.steps().begin(), pipeline.steps().end());
  for_each_sink(pipeline, [&names](const sink_port& sink) { names.sinks.push_back(sink.description()); });
  names.partitions = pipeline.partitions();
  names.has_watermark = !pipeline.watermarks().empty();
  return names;
}

TIDEMARK_INLINE double rate_of(std::int64_t rows, std::int64_t millis) {
  return millis <= 0 ? no_rate : static_cast<double>(rows) * 1000 / static_cast<double>(millis);
}

TIDEMARK_INLINE sink_progress& report_of_sink(query_progress& progress, std::size_t i) {
  return i == 0 ? progress.sink : progress.other_sinks[i - 1];
}

TIDEMARK_INLINE query_progress progress_frame(const query_names& names, const batch_outcome& ran) {
  query_progress progress{.id = names.id, .run_id = names.run_id, .name = names.name};
  const auto partitions = static_cast<std::int64_t>(names.partitions);
  progress.state_operators.resize(ran.steps.size());
  for (std::size_t i = 0; i < ran.steps.size(); ++i) {
    const step_outcome& step = ran.steps[i];
    auto& report = progress.state_operators[names.steps[i].position];
    report = {.operator_name = names.steps[i].name,
              .num_rows_total = step.rows,
              .num_rows_updated = step.rows_updated,
              .num_rows_removed = step.rows_removed,
              .memory_used_bytes = step.bytes_of_memory,
              .num_rows_dropped_by_watermark = step.rows_dropped_late,
              .num_shuffle_partitions = partitions,
              .num_state_store_instances = partitions};
    for (std::size_t metric = 0; metric < names.steps[i].metrics.size(); ++metric)
      report.custom_metrics[names.steps[i].metrics[metric]] = step.metrics[metric];
  }
  for (std::size_t i = 0; i < ran.sources.size(); ++i)
    progress.sources.push_back({.description = names.sources[i], .end_offset = ran.sources[i].end});
  progress.other_sinks.resize((std::max)(names.sinks.size(), std::size_t{1}) - 1);
  for (std::size_t i = 0; i < names.sinks.size(); ++i) report_of_sink(progress, i).description = names.sinks[i];
  return progress;
}

TIDEMARK_INLINE query_progress progress_of(const query_names& names, const batch_outcome& ran) {
  query_progress progress = progress_frame(names, ran);
  const auto since_last = ran.previous_started_ms ? saturating_subtract(ran.started_ms, *ran.previous_started_ms) : 0;
  const auto duration = (std::max)(ran.durations.whole, std::int64_t{1});
  progress.time_ms = ran.started_ms;
  progress.batch_id = ran.id;
  progress.batch_duration_ms = ran.durations.whole;
  progress.num_input_rows = ran.input_rows();
  progress.input_rows_per_second = rate_of(progress.num_input_rows, since_last);
  progress.processed_rows_per_second = rate_of(progress.num_input_rows, duration);
  progress.duration_ms = {{"addBatch", ran.durations.run},
                          {"commitOffsets", ran.durations.commit},
                          {"getBatch", 0},
                          {"queryPlanning", 0},
                          {"triggerExecution", ran.durations.whole}};
  if (ran.reason != batch_reason::again) {
    progress.duration_ms["latestOffset"] = ran.durations.latest_offset;
    progress.duration_ms["walCommit"] = ran.durations.log_offsets;
  }
  if (names.has_watermark) progress.event_time["watermark"] = text_of_millis(ran.watermark_ms);
  if (ran.event_times) {
    progress.event_time["min"] = text_of_millis(ran.event_times->least_ms);
    progress.event_time["max"] = text_of_millis(ran.event_times->greatest_ms);
    progress.event_time["avg"] = text_of_millis(ran.event_times->average_ms);
  }
  if (ran.rows_beyond > 0) progress.event_time["numRowsBeyondLimit"] = std::to_string(ran.rows_beyond);
  for (std::size_t i = 0; i < ran.sources.size(); ++i) {
    auto& source = progress.sources[i];
    source.start_offset = ran.sources[i].start;
    source.latest_offset = ran.sources[i].end;
    source.num_input_rows = ran.sources[i].rows;
    source.input_rows_per_second = rate_of(source.num_input_rows, since_last);
    source.processed_rows_per_second = rate_of(source.num_input_rows, duration);
    if (ran.sources[i].malformed_rows > 0) source.metrics["numMalformedRows"] = std::to_string(ran.sources[i].malformed_rows);
  }
  for (std::size_t i = 0; i < ran.output_rows.size(); ++i) report_of_sink(progress, i).num_output_rows = ran.output_rows[i];
  return progress;
}

TIDEMARK_INLINE query_progress idle_progress_of(const query_names& names, const batch_outcome& last, std::int64_t next_batch,
                                                std::int64_t started_ms, std::int64_t duration_ms) {
  query_progress progress = progress_frame(names, last);
  progress.time_ms = started_ms;
  progress.batch_id = next_batch;
  progress.batch_duration_ms = duration_ms;
  progress.input_rows_per_second = 0;
  progress.processed_rows_per_second = 0;
  progress.duration_ms = {{"latestOffset", duration_ms}, {"triggerExecution", duration_ms}};
  if (names.has_watermark) progress.event_time["watermark"] = text_of_millis(last.next_watermark_ms);
  for (auto& step : progress.state_operators) {
    step.num_rows_updated = step.num_rows_dropped_by_watermark = 0;
    for (auto& metric : step.custom_metrics) metric.second = 0;
  }
  for (auto& source : progress.sources) {
    source.start_offset = source.latest_offset = source.end_offset;
    source.input_rows_per_second = source.processed_rows_per_second = 0;
  }
  for (std::size_t i = 0; i < last.output_rows.size(); ++i)
    report_of_sink(progress, i).num_output_rows = last.output_rows[i] < 0 ? -1 : 0;
  return progress;
}

}  // namespace tidemark
