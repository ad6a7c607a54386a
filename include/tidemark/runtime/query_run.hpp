// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The run of one query: what its thread does, what it reports, and those who wait for it.

#include <tidemark/plan/trigger.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/query_status.hpp>
#include <tidemark/runtime/recent_batches.hpp>
#include <tidemark/runtime/trigger_clock.hpp>

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
#include <vector>

namespace tidemark {

// Is this a thread of a query? There stop does not wait: two queries that stop each other would wait for ever.
inline bool& on_query_thread() {
  thread_local bool is_one = false;
  return is_one;
}

// Shared by the query's handle, its views and its thread; any thread may call it, but for `run`. All that a run needs lies in
// its engine, which is gone as soon as the run has ended: what is left is names, the last reports and the failure.
class query_run {
 public:
  query_run(std::unique_ptr<query_engine> engine, query_names names, std::string explanation, listener_list& listeners);

  const query_names& names() const { return names_; }
  const std::string& explanation() const { return explanation_; }
  bool is_active() const { return is_active_.load(std::memory_order_acquire); }

  // Goes on where an earlier run stopped, and loads all state. Before `announce`.
  void recover() { engine_->recover(); }

  // Tells listeners of the start; by the thread that starts the query, before `run` gets to its first trigger.
  void announce();

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
  void request_stop();

  // May this thread wait for the end, or is it one that the end waits for?
  bool is_own_thread() const;
  void wait_until_ended();
  bool wait_until_ended(std::chrono::milliseconds longest);

  // Waits for a trigger that began after this call and found neither new data nor a moved watermark; or for the end.
  void wait_until_quiet();

  // Throws what ended the run, if it failed.
  void throw_failure() const;
  std::optional<error> failure() const;
  std::optional<query_progress> last_progress() const;
  std::vector<query_progress> recent_progress() const;
  query_status status() const;

 private:
  void run_triggers();
  void report(const batch_outcome& ran);

  // The first idle trigger of a run that has not run a batch is noted at once, and is no event.
  void report_idle();
  void note_trigger(const batch_outcome* ran);
  void wait_for_next_trigger(const batch_outcome* ran);
  void wait_for_grid(std::int64_t started_ms, std::int64_t interval_ms);

  // Requires: called where the exception is handled that is to be thrown by those who wait.
  void note_failure(const error& problem);

  std::string label() const { return "query \"" + (names_.name.empty() ? names_.id : names_.name) + "\""; }

  void release_engine();

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

  static std::string message_of(trigger_phase phase, const trigger& chosen);

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

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/query_run.ipp>
#endif
