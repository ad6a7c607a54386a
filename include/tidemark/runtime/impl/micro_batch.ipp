// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of micro_batch.hpp.

#include <tidemark/durable/committer.hpp>
#include <tidemark/durable/recovery.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/micro_batch.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/runtime/watermarks.hpp>
#include <tidemark/runtime/workers.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace tidemark {

TIDEMARK_INLINE micro_batch_runner::micro_batch_runner(program& pipeline, query_settings settings, trigger_clock& clock,
                                                       workers& threads, committer& commits)
    : program_(&pipeline),
      settings_(std::move(settings)),
      clock_(&clock),
      threads_(&threads),
      commits_(&commits),
      watermarks_(pipeline.watermarks(), settings_.watermark_policy),
      starts_(pipeline.sources().size()),
      ranges_(pipeline.sources().size()),
      late_ms_(pipeline.step_watermarks(0)),
      evict_ms_(late_ms_) {
  planned_.ends.resize(pipeline.sources().size());
  outcome_.sources.resize(pipeline.sources().size());
  outcome_.output_rows.resize(pipeline.sinks().size());
  for (const auto& step : pipeline.steps()) wants_every_batch_ = wants_every_batch_ || step.wants_every_batch;
}

TIDEMARK_INLINE void micro_batch_runner::recover(const recovery& found) {
  next_ = found.batch;
  is_logged_ = found.is_logged;
  if (!found.starts.empty()) starts_ = found.starts;
  if (!found.ends.empty()) planned_.ends = found.ends;
  planned_.time_ms = found.time_ms;
  watermarks_.restore(found.watermark_ms);
  late_ms_ = program_->step_watermarks(found.late_watermark_ms);
  evict_ms_ = program_->step_watermarks(found.watermark_ms);
  outcome_.next_watermark_ms = found.watermark_ms;
  for (std::size_t i = 0; i < starts_.size(); ++i) outcome_.sources[i].end = starts_[i];
  try {
    for_each_state(*program_, *threads_, [this](state_base& state) { state.load(next_); });
  } catch (...) {
    throw_with_place();
  }
}

TIDEMARK_INLINE const batch_outcome* micro_batch_runner::run_trigger() {
  try {
    const bool ran = !is_stopping() && run_one();
    phase_.store(trigger_phase::waiting, std::memory_order_relaxed);
    return ran ? &outcome_ : nullptr;
  } catch (...) {
    // A source that was interrupted may say so by throwing. What fails while a batch is committed is a failure all the same.
    if (is_stopping() && phase() != trigger_phase::committing) return nullptr;
    throw_with_place();
  }
}

TIDEMARK_INLINE void micro_batch_runner::stop() {
  is_stopping_.store(true, std::memory_order_release);
  for (source_port* source : program_->sources()) source->interrupt();
}

TIDEMARK_INLINE bool micro_batch_runner::run_one() {
  if (has_triggered_) outcome_.previous_started_ms = outcome_.started_ms;
  has_triggered_ = true;
  outcome_.started_ms = clock_->now_ms();
  if (std::holds_alternative<available_now>(settings_.trigger) && !is_frozen_) freeze();
  if (is_logged_) {
    outcome_.reason = batch_reason::again;
    outcome_.durations = {};
  } else {
    const auto reason = reason_to_run();
    if (!reason || is_stopping()) return false;
    outcome_.reason = *reason;
    log_batch();
  }
  is_logged_ = true;
  return run_logged_batch();
}

TIDEMARK_INLINE void micro_batch_runner::freeze() {
  for (source_port* source : program_->sources()) source->freeze(outcome_.started_ms);
  is_frozen_ = true;
}

TIDEMARK_INLINE std::optional<batch_reason> micro_batch_runner::reason_to_run() {
  phase_.store(trigger_phase::asking_sources, std::memory_order_relaxed);
  const auto limit = std::holds_alternative<once>(settings_.trigger) ? read_limit::none : read_limit::of_source;
  bool has_new_data = false;
  const auto sources = program_->sources();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    auto end = sources[i]->latest_offset(starts_[i], outcome_.started_ms, limit);
    if (end) {
      has_new_data = has_new_data || end != starts_[i];
      planned_.ends[i] = std::move(end);
    } else {
      planned_.ends[i] = starts_[i];
    }
  }
  if (has_new_data) return batch_reason::data;
  // Only after a batch in this run: a restart alone brings no batch, even where the logged watermark would release windows.
  if (!has_run_ || !settings_.no_data_batches) return std::nullopt;
  if (watermark_calls_for_batch()) return batch_reason::watermark;
  // available_now ends when what was there is done; with timeouts by the clock it would otherwise never end.
  if ((wants_every_batch_ || outcome_.started_ms >= wants_batch_at_ms_) && !is_frozen_) return batch_reason::clock;
  return std::nullopt;
}

TIDEMARK_INLINE bool micro_batch_runner::watermark_calls_for_batch() const {
  const auto steps = program_->steps();
  for (std::size_t step = 0; step < steps.size(); ++step)
    if (steps[step].reacts_to_watermark && evict_ms_[step] > late_ms_[step]) return true;
  return false;
}

TIDEMARK_INLINE void micro_batch_runner::log_batch() {
  phase_.store(trigger_phase::logging, std::memory_order_relaxed);
  const std::int64_t asked_ms = clock_->now_ms();
  outcome_.durations = {.latest_offset = asked_ms - outcome_.started_ms};
  planned_.watermark_ms = watermarks_.global_ms();
  planned_.time_ms = asked_ms;
  commits_->begin(next_, planned_);
  // The batch before is committed, and now nothing can ask for its rows again.
  const auto sources = program_->sources();
  for (std::size_t i = 0; next_ > 0 && i < sources.size(); ++i)
    if (starts_[i]) sources[i]->commit(*starts_[i]);
  if (next_ > settings_.min_batches_to_retain) commits_->purge(next_ - settings_.min_batches_to_retain);
}

TIDEMARK_INLINE bool micro_batch_runner::run_logged_batch() {
  const std::int64_t planned_ms = clock_->now_ms();
  if (outcome_.reason != batch_reason::again) outcome_.durations.log_offsets = planned_ms - planned_.time_ms;
  const bool has_data = outcome_.reason == batch_reason::data || outcome_.reason == batch_reason::again;
  phase_.store(has_data ? trigger_phase::running : trigger_phase::running_without_data, std::memory_order_relaxed);
  prepare_program();
  for_each_sink(*program_, [this](sink_port& sink) { sink.begin(next_); });
  program_->run({.id = next_, .time_ms = planned_.time_ms}, ranges_, *threads_);
  if (is_stopping()) return false;

  phase_.store(trigger_phase::committing, std::memory_order_relaxed);
  commits_->prepare(next_);
  outcome_.id = next_;
  outcome_.time_ms = planned_.time_ms;
  outcome_.watermark_ms = watermarks_.global_ms();
  note_sinks();
  advance_watermarks();
  const std::int64_t prepared_ms = clock_->now_ms();
  outcome_.durations.run = prepared_ms - planned_ms;
  commits_->commit(next_, watermarks_.global_ms());
  has_run_ = true;
  is_logged_ = false;
  note_sources();
  note_steps();
  const std::int64_t ended_ms = clock_->now_ms();
  outcome_.durations.commit = ended_ms - prepared_ms;
  outcome_.durations.whole = ended_ms - outcome_.started_ms;
  ++next_;
  return true;
}

TIDEMARK_INLINE void micro_batch_runner::prepare_program() {
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const bool has_rows = planned_.ends[i] && planned_.ends[i] != starts_[i];
    ranges_[i].start = starts_[i];
    if (has_rows) ranges_[i].end = planned_.ends[i];
    else ranges_[i].end.reset();
  }
  const std::size_t partitions = program_->partitions();
  for (std::size_t step = 0; step < evict_ms_.size(); ++step)
    for (std::size_t partition = 0; partition < partitions; ++partition) {
      auto& record = program_->record(step, partition);
      record = {.late_ms = late_ms_[step], .evict_ms = evict_ms_[step], .time_ms = planned_.time_ms};
    }
  watermarks_.begin(planned_.time_ms);
  for (std::size_t node = 0; node < program_->watermarks().size(); ++node)
    for (std::size_t partition = 0; partition < partitions; ++partition)
      program_->observed(node, partition) = {.limit = watermarks_.limit_of(node)};
}

TIDEMARK_INLINE void micro_batch_runner::advance_watermarks() {
  outcome_.event_times.reset();
  outcome_.rows_beyond = 0;
  for (std::size_t node = 0; node < program_->watermarks().size(); ++node) {
    observed_times seen;
    for (std::size_t partition = 0; partition < program_->partitions(); ++partition)
      merge(seen, program_->observed(node, partition));
    watermarks_.observe(node, seen);
    outcome_.rows_beyond += seen.rows_beyond;
    if (!outcome_.event_times) outcome_.event_times = range_of(seen);
  }
  late_ms_ = evict_ms_;
  const std::int64_t before = watermarks_.global_ms();
  outcome_.next_watermark_ms = watermarks_.advance();
  if (outcome_.next_watermark_ms != before) evict_ms_ = program_->step_watermarks(outcome_.next_watermark_ms);
}

TIDEMARK_INLINE void micro_batch_runner::note_sources() {
  const auto rows = program_->input_rows();
  const auto malformed = program_->malformed_rows();
  for (std::size_t i = 0; i < outcome_.sources.size(); ++i) {
    outcome_.sources[i].start = starts_[i];
    outcome_.sources[i].end = planned_.ends[i];
    outcome_.sources[i].rows = rows[i];
    outcome_.sources[i].malformed_rows = malformed[i];
    starts_[i] = planned_.ends[i];
  }
}

TIDEMARK_INLINE void micro_batch_runner::note_sinks() {
  outcome_.output_rows.clear();
  for_each_sink(*program_, [this](const sink_port& sink) { outcome_.output_rows.push_back(sink.output_rows()); });
}

TIDEMARK_INLINE void micro_batch_runner::note_steps() {
  outcome_.steps.resize(evict_ms_.size());
  wants_batch_at_ms_ = step_record{}.wants_batch_at_ms;
  for (std::size_t step = 0; step < outcome_.steps.size(); ++step) {
    step_outcome sum;
    for (std::size_t partition = 0; partition < program_->partitions(); ++partition) {
      const auto& record = program_->record(step, partition);
      const auto& state = program_->state(step, partition);
      sum.rows += state.rows();
      sum.bytes_of_memory += state.bytes_of_memory();
      sum.rows_updated += record.rows_updated;
      sum.rows_removed += record.rows_removed;
      sum.rows_dropped_late += record.rows_dropped_late;
      wants_batch_at_ms_ = (std::min)(wants_batch_at_ms_, record.wants_batch_at_ms);
      for (std::size_t metric = 0; metric < sum.metrics.size(); ++metric) sum.metrics[metric] += record.metrics[metric];
    }
    outcome_.steps[step] = sum;
  }
}

TIDEMARK_INLINE void micro_batch_runner::throw_with_place() const {
  const auto placed = [this](error& problem) -> error& {
    if (!problem.batch()) problem.in_batch(next_);
    return problem.in_query(settings_.name);
  };
  try {
    throw;
  } catch (error& problem) {
    placed(problem);
    throw;
  } catch (const std::exception& problem) {
    error wrapped("user_function_failed", std::string("the query's own code threw \"") + problem.what() +
                                              "\"; handle it there, or mend the data, and start the query again");
    std::throw_with_nested(placed(wrapped));
  } catch (...) {
    error wrapped("user_function_failed",
                  "the query's own code threw something that is no std::exception; handle it there, or mend the data, and "
                  "start the query again");
    std::throw_with_nested(placed(wrapped));
  }
}

}  // namespace tidemark
