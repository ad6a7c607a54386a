// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One trigger of a query, in exact order: ask the sources, log, run, commit. No threads of its own and no waiting.

#include <tidemark/durable/committer.hpp>
#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/durable/recovery.hpp>
#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/runtime/watermarks.hpp>
#include <tidemark/runtime/workers.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

// What a trigger is at.
enum class trigger_phase { waiting, asking_sources, logging, running, running_without_data, committing };

// Runs the batches of one program. Kept between triggers: where each source stands, the watermark, and the watermarks of the
// last batch, which are those by which the next one calls rows late. One thread at a time, but for `stop` and `phase`. After
// run_trigger has thrown or a stop was asked for, neither the runner nor its program is to be used again.
class micro_batch_runner {
 public:
  micro_batch_runner(program& pipeline, query_settings settings, trigger_clock& clock, workers& threads, committer& commits);

  const query_settings& settings() const { return settings_; }
  program& pipeline() { return *program_; }
  std::int64_t next_batch() const { return next_; }
  std::int64_t watermark_ms() const { return watermarks_.global_ms(); }

  const batch_outcome& last_outcome() const { return outcome_; }  // of the last batch; sources stand at the last end

  trigger_phase phase() const { return phase_.load(std::memory_order_relaxed); }
  bool is_stopping() const { return is_stopping_.load(std::memory_order_acquire); }

  // Loads all state, and goes on where an earlier run stopped; without one, begins. Once, before the first trigger.
  void recover(const recovery& found = {});

  // One trigger. What ran, valid until the next call; null: there was nothing to do, or the query is stopping. Throws what
  // ended the batch as an error that names query and batch; what a user's function threw is nested in it.
  const batch_outcome* run_trigger();

  // From any thread. The running batch is given up unless it is being committed already; it runs again at the next start.
  void stop();

 private:
  bool run_one();
  void freeze();

  // Asks each source how far it can go.
  std::optional<batch_reason> reason_to_run();
  bool watermark_calls_for_batch() const;

  // From here on batch `next_` means these rows, whatever happens.
  void log_batch();
  bool run_logged_batch();

  // Step records, observed times and source ranges.
  void prepare_program();
  void advance_watermarks();
  void note_sources();
  void note_sinks();
  void note_steps();

  // Throws the current exception again as an error that says where it happened.
  [[noreturn]] void throw_with_place() const;

  program* program_;
  query_settings settings_;
  trigger_clock* clock_;
  workers* threads_;
  committer* commits_;
  watermarks watermarks_;

  std::int64_t next_ = 0;  // the batch that runs next
  bool is_logged_ = false;  // its offsets are logged: it means what they say
  bool has_triggered_ = false;
  bool has_run_ = false;
  bool is_frozen_ = false;
  bool wants_every_batch_ = false;
  std::int64_t wants_batch_at_ms_ = step_record{}.wants_batch_at_ms;  // what some step said in the last batch
  std::vector<std::optional<source_offset>> starts_;  // where the last batch ended, for each source
  offset_entry planned_;  // the next one: how far it goes, and its time
  std::vector<source_range> ranges_;
  std::vector<std::int64_t> late_ms_;  // the watermark that reached each step in the last batch
  std::vector<std::int64_t> evict_ms_;  // and that of the next
  batch_outcome outcome_;
  std::atomic<trigger_phase> phase_{trigger_phase::waiting};
  std::atomic<bool> is_stopping_{false};
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/micro_batch.ipp>
#endif
