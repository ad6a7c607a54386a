// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of query_run.hpp.

#include <tidemark/form.hpp>
#include <tidemark/plan/trigger.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/query_run.hpp>
#include <tidemark/runtime/query_status.hpp>
#include <tidemark/runtime/recent_batches.hpp>
#include <tidemark/runtime/trigger_clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE query_run::query_run(std::unique_ptr<query_engine> engine, query_names names, std::string explanation,
                                     listener_list& listeners)
    : names_(std::move(names)),
      explanation_(std::move(explanation)),
      listeners_(&listeners),
      on_log_(engine->runner().settings().on_log),
      clock_(engine->clock()),
      engine_(std::move(engine)) {}

TIDEMARK_INLINE void query_run::announce() {
  announcer_.store(std::this_thread::get_id());
  tell([this](query_listener& listener) { listener.on_started({names_.id, names_.run_id, names_.name, clock_->now_ms()}); });
  const std::lock_guard lock(mutex_);
  announcer_.store(std::thread::id{});
  is_announced_ = true;
  changed_.notify_all();
}

TIDEMARK_INLINE void query_run::request_stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
    if (engine_) engine_->runner().stop();
  }
  waker_.wake();
}

TIDEMARK_INLINE bool query_run::is_own_thread() const {
  const auto here = std::this_thread::get_id();
  return here == thread_.load() || here == announcer_.load();
}

TIDEMARK_INLINE void query_run::wait_until_ended() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return has_ended_; });
}

TIDEMARK_INLINE bool query_run::wait_until_ended(std::chrono::milliseconds longest) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, longest, [this] { return has_ended_; });
}

TIDEMARK_INLINE void query_run::wait_until_quiet() {
  std::unique_lock lock(mutex_);
  const std::int64_t begun = triggers_begun_;
  waker_.wake();
  changed_.wait(lock, [this, begun] { return has_ended_ || last_quiet_trigger_ > begun; });
}

TIDEMARK_INLINE void query_run::throw_failure() const {
  std::exception_ptr failure;
  {
    const std::lock_guard lock(mutex_);
    failure = failure_thrown_;
  }
  if (failure) std::rethrow_exception(failure);
}

TIDEMARK_INLINE std::optional<error> query_run::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_;
}

TIDEMARK_INLINE std::optional<query_progress> query_run::last_progress() const {
  const std::lock_guard lock(mutex_);
  return recent_.last(names_);
}

TIDEMARK_INLINE std::vector<query_progress> query_run::recent_progress() const {
  const std::lock_guard lock(mutex_);
  return recent_.all(names_);
}

TIDEMARK_INLINE query_status query_run::status() const {
  const std::lock_guard lock(mutex_);
  if (!engine_) return {failure_ ? std::string("Terminated with exception: ") + failure_->what() : "Stopped", false, false};
  const trigger_phase phase = engine_->runner().phase();
  const bool has_data = found_data_ || phase == trigger_phase::running;
  return {message_of(phase, engine_->runner().settings().trigger), has_data, phase != trigger_phase::waiting};
}

TIDEMARK_INLINE void query_run::run_triggers() {
  auto& runner = engine_->runner();
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (is_stopping_) return;
      ++triggers_begun_;
    }
    const batch_outcome* ran = runner.run_trigger();
    if (runner.is_stopping() && ran == nullptr) return;
    if (ran != nullptr) report(*ran);
    else report_idle();
    note_trigger(ran);
    const auto& chosen = runner.settings().trigger;
    if (std::holds_alternative<once>(chosen)) return;
    if (std::holds_alternative<available_now>(chosen) && ran == nullptr) return;
    wait_for_next_trigger(ran);
  }
}

TIDEMARK_INLINE void query_run::report(const batch_outcome& ran) {
  {
    const std::lock_guard lock(mutex_);
    recent_.add(ran);
  }
  last_report_ms_ = ran.started_ms;
  if (listeners_->empty()) return;
  const query_progress progress = progress_of(names_, ran);
  tell([&progress](query_listener& listener) { listener.on_progress(progress); });
}

TIDEMARK_INLINE void query_run::report_idle() {
  const auto& runner = engine_->runner();
  const std::int64_t started_ms = runner.last_outcome().started_ms;
  if (last_report_ms_ && saturating_subtract(started_ms, *last_report_ms_) < idle_interval_ms) return;
  const bool is_event = last_report_ms_.has_value();
  last_report_ms_ = started_ms;
  {
    const std::lock_guard lock(mutex_);
    recent_.add(runner.last_outcome(), {runner.next_batch(), started_ms, clock_->now_ms() - started_ms});
  }
  if (is_event) tell([&](query_listener& listener) { listener.on_idle({names_.id, names_.run_id, started_ms}); });
}

TIDEMARK_INLINE void query_run::note_trigger(const batch_outcome* ran) {
  const std::lock_guard lock(mutex_);
  found_data_ = ran != nullptr && ran->reason == batch_reason::data;
  if (ran != nullptr && ran->reason != batch_reason::clock) return;
  last_quiet_trigger_ = triggers_begun_;
  changed_.notify_all();
}

TIDEMARK_INLINE void query_run::wait_for_next_trigger(const batch_outcome* ran) {
  const auto& runner = engine_->runner();
  const auto* timed = std::get_if<processing_time>(&runner.settings().trigger);
  if (timed != nullptr && timed->interval.count() > 0) {
    wait_for_grid(runner.last_outcome().started_ms, timed->interval.count());
  } else if (ran != nullptr && ran->reason != batch_reason::clock) {
    pause_ = shortest_pause;
  } else {  // nothing to do: soon again, then less and less often
    waker_.wait_for(pause_);
    pause_ = (std::min)(2 * pause_, longest_pause);
  }
}

TIDEMARK_INLINE void query_run::wait_for_grid(std::int64_t started_ms, std::int64_t interval_ms) {
  const std::int64_t took_ms = saturating_subtract(clock_->now_ms(), started_ms);
  if (took_ms > interval_ms)
    write_log(on_log_, log_level::warning,
              label() + ": a trigger took " + std::to_string(took_ms) + " ms, more than its interval of " +
                  std::to_string(interval_ms) + " ms");
  const std::int64_t due_ms = next_due_ms(started_ms, interval_ms);
  while (clock_->now_ms() < due_ms) {
    {
      const std::lock_guard lock(mutex_);
      if (is_stopping_) return;
    }
    clock_->wait_until(due_ms, waker_);
  }
}

TIDEMARK_INLINE void query_run::note_failure(const error& problem) {
  {
    const std::lock_guard lock(mutex_);
    failure_ = problem;
    failure_thrown_ = std::current_exception();
  }
  write_log(on_log_, log_level::error, label() + " ended: " + problem.what());
}

TIDEMARK_INLINE void query_run::release_engine() {
  std::unique_ptr<query_engine> ended;
  {
    const std::lock_guard lock(mutex_);
    ended = std::move(engine_);
  }
}

TIDEMARK_INLINE std::string query_run::message_of(trigger_phase phase, const trigger& chosen) {
  switch (phase) {
    case trigger_phase::asking_sources:
      return "Getting offsets";
    case trigger_phase::logging:
      return "Writing offsets to log";
    case trigger_phase::running:
    case trigger_phase::committing:
      return "Processing new data";
    case trigger_phase::running_without_data:
      return "No new data but cleaning up state";
    case trigger_phase::waiting:
      break;
  }
  const auto* timed = std::get_if<processing_time>(&chosen);
  return timed != nullptr && timed->interval.count() > 0 ? "Waiting for next trigger" : "Waiting for data to arrive";
}

}  // namespace tidemark
