// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The run of one query: what its thread does, what it reports, and those who wait for it.

#include <tidemark/plan/trigger.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/recent_batches.hpp>
#include <tidemark/runtime/trigger_clock.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
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

// What a query is doing, for people.
struct query_status {
  std::string message;
  bool is_data_available = false;
  bool is_trigger_active = false;
};

// Is this a thread of a query? There stop does not wait: two queries that stop each other would wait for ever.
inline bool& on_query_thread() {
  thread_local bool is_one = false;
  return is_one;
}

// Shared by the query's handle, its views and its thread; any thread may call it, but for `run`. All that a run needs lies in
// its engine, which is gone as soon as the run has ended: what is left is names, the last reports and the failure.
class query_run {
 public:
  query_run(std::unique_ptr<query_engine> engine, query_names names, std::string explanation, listener_list& listeners)
      : names_(std::move(names)),
        explanation_(std::move(explanation)),
        listeners_(&listeners),
        on_log_(engine->runner().settings().on_log),
        clock_(engine->clock()),
        engine_(std::move(engine)) {}

  const query_names& names() const { return names_; }
  const std::string& explanation() const { return explanation_; }
  bool is_active() const { return is_active_.load(std::memory_order_acquire); }

  // Goes on where an earlier run stopped, and loads all state. Before `announce`.
  void recover() { engine_->recover(); }

  // Tells listeners of the start; by the thread that starts the query, before `run` gets to its first trigger.
  void announce() {
    announcer_.store(std::this_thread::get_id());
    tell([this](query_listener& listener) { listener.on_started({names_.id, names_.run_id, names_.name, clock_->now_ms()}); });
    const std::lock_guard lock(mutex_);
    announcer_.store(std::thread::id{});
    is_announced_ = true;
    changed_.notify_all();
  }

  // The work of the query's thread, from begin to end. `leave(failure)` is called when the engine is gone, before listeners
  // hear of the end: who hears of it may start the query again.
  template <class Leave>
  void run(Leave leave) {
    on_query_thread() = true;
    thread_.store(std::this_thread::get_id());
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_announced_; });
    }
    try {
      run_triggers();
    } catch (const error& problem) {
      note_failure(problem);
    } catch (const std::exception& problem) {
      note_failure(error("query_failed", std::string("the query could not go on: ") + problem.what() + "; start it again")
                       .in_query(names_.name));
    }
    release_engine();
    is_active_.store(false, std::memory_order_release);
    leave(failure_thrown_);
    tell([this](query_listener& listener) { listener.on_terminated({names_.id, names_.run_id, names_.name, failure_}); });
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    changed_.notify_all();
  }

  // Asks for the end and does not wait. A batch that is being committed is committed, any other is given up.
  void request_stop() {
    {
      const std::lock_guard lock(mutex_);
      is_stopping_ = true;
      if (engine_) engine_->runner().stop();
    }
    waker_.wake();
  }

  // May this thread wait for the end, or is it one that the end waits for?
  bool is_own_thread() const {
    const auto here = std::this_thread::get_id();
    return here == thread_.load() || here == announcer_.load();
  }

  void wait_until_ended() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return has_ended_; });
  }

  bool wait_until_ended(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, longest, [this] { return has_ended_; });
  }

  // Waits for a trigger that began after this call and found neither new data nor a moved watermark; or for the end.
  void wait_until_quiet() {
    std::unique_lock lock(mutex_);
    const std::int64_t begun = triggers_begun_;
    waker_.wake();
    changed_.wait(lock, [this, begun] { return has_ended_ || last_quiet_trigger_ > begun; });
  }

  // Throws what ended the run, if it failed.
  void throw_failure() const {
    std::exception_ptr failure;
    {
      const std::lock_guard lock(mutex_);
      failure = failure_thrown_;
    }
    if (failure) std::rethrow_exception(failure);
  }

  std::optional<error> failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
  }

  std::optional<query_progress> last_progress() const {
    const std::lock_guard lock(mutex_);
    return recent_.last(names_);
  }

  std::vector<query_progress> recent_progress() const {
    const std::lock_guard lock(mutex_);
    return recent_.all(names_);
  }

  query_status status() const {
    const std::lock_guard lock(mutex_);
    if (!engine_) return {failure_ ? std::string("Terminated with exception: ") + failure_->what() : "Stopped", false, false};
    const trigger_phase phase = engine_->runner().phase();
    const bool has_data = found_data_ || phase == trigger_phase::running;
    return {message_of(phase, engine_->runner().settings().trigger), has_data, phase != trigger_phase::waiting};
  }

 private:
  void run_triggers() {
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

  void report(const batch_outcome& ran) {
    {
      const std::lock_guard lock(mutex_);
      recent_.add(ran);
    }
    last_report_ms_ = ran.started_ms;
    if (listeners_->empty()) return;
    const query_progress progress = progress_of(names_, ran);
    tell([&progress](query_listener& listener) { listener.on_progress(progress); });
  }

  // The first idle trigger of a run that has not run a batch is noted at once, and is no event.
  void report_idle() {
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

  void note_trigger(const batch_outcome* ran) {
    const std::lock_guard lock(mutex_);
    found_data_ = ran != nullptr && ran->reason == batch_reason::data;
    if (ran != nullptr && ran->reason != batch_reason::clock) return;
    last_quiet_trigger_ = triggers_begun_;
    changed_.notify_all();
  }

  void wait_for_next_trigger(const batch_outcome* ran) {
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

  void wait_for_grid(std::int64_t started_ms, std::int64_t interval_ms) {
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

  // Requires: called where the exception is handled that is to be thrown by those who wait.
  void note_failure(const error& problem) {
    {
      const std::lock_guard lock(mutex_);
      failure_ = problem;
      failure_thrown_ = std::current_exception();
    }
    write_log(on_log_, log_level::error, label() + " ended: " + problem.what());
  }

  std::string label() const { return "query \"" + (names_.name.empty() ? names_.id : names_.name) + "\""; }

  void release_engine() {
    std::unique_ptr<query_engine> ended;
    {
      const std::lock_guard lock(mutex_);
      ended = std::move(engine_);
    }
  }

  template <class Call>
  void tell(Call call) {
    for (const auto& listener : *listeners_->now()) {
      try {
        call(*listener);
      } catch (const std::exception& problem) {
        write_log(on_log_, log_level::warning, std::string("a query listener threw and is ignored: ") + problem.what());
      } catch (...) {
        write_log(on_log_, log_level::warning, "a query listener threw and is ignored");
      }
    }
  }

  static std::string message_of(trigger_phase phase, const trigger& chosen) {
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

  static constexpr std::int64_t idle_interval_ms = 10'000;
  static constexpr std::chrono::microseconds shortest_pause{50};
  static constexpr std::chrono::microseconds longest_pause{10'000};

  const query_names names_;
  const std::string explanation_;
  listener_list* listeners_;
  const log_hook on_log_;
  const std::shared_ptr<trigger_clock> clock_;
  wake_signal waker_;
  std::atomic<bool> is_active_{true};
  std::atomic<std::thread::id> thread_{};
  std::atomic<std::thread::id> announcer_{};

  // Of the query's thread alone.
  std::chrono::microseconds pause_ = shortest_pause;
  std::optional<std::int64_t> last_report_ms_;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::unique_ptr<query_engine> engine_;  // only the query's thread lets go of it
  recent_batches recent_;
  std::optional<error> failure_;
  std::exception_ptr failure_thrown_;
  std::int64_t triggers_begun_ = 0;
  std::int64_t last_quiet_trigger_ = 0;
  bool is_announced_ = false;
  bool is_stopping_ = false;
  bool has_ended_ = false;
  bool found_data_ = false;
};

}  // namespace tidemark
