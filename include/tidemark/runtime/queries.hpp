// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All running queries of the process, and views of them.

#include <tidemark/row/error.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/progress.hpp>
#include <tidemark/runtime/query_run.hpp>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// A look at a query, which somebody else owns: copyable, and good after the query has ended. Any thread may use it.
class query_view {
 public:
  explicit query_view(std::shared_ptr<query_run> run) : run_(std::move(run)) {}

  const std::string& id() const { return run_->names().id; }          // stays the same over restarts from one checkpoint
  const std::string& run_id() const { return run_->names().run_id; }  // new at each start
  const std::string& name() const { return run_->names().name; }
  bool is_active() const { return run_->is_active(); }
  query_status status() const { return run_->status(); }

  // Reports of the last batch, and of the last 100; now and then one says that there was nothing to do. They are copies: name
  // one before a loop over a part of one, since `for (… : query.last_progress()->state_operators)` walks what is already gone.
  std::optional<query_progress> last_progress() const { return run_->last_progress(); }
  std::vector<query_progress> recent_progress() const { return run_->recent_progress(); }

  // What ended the query, if it failed. A user's own exception is nested in what await_termination throws.
  std::optional<error> exception() const { return run_->failure(); }

  // The plan as text.
  const std::string& explain() const { return run_->explanation(); }

  // Waits for the end. Throws what ended the query, if it failed.
  void await_termination() const {
    refuse_on_own_thread("await_termination");
    run_->wait_until_ended();
    run_->throw_failure();
  }

  // Waits at most this long; has the query ended?
  bool await_termination(std::chrono::milliseconds longest) const {
    refuse_on_own_thread("await_termination");
    if (!run_->wait_until_ended(longest)) return false;
    run_->throw_failure();
    return true;
  }

  // Waits until everything is processed that was there when it was called, or the query has ended; throws what ended it, if it
  // failed. Does not come back from a source that always has more.
  void process_all_available() const {
    refuse_on_own_thread("process_all_available");
    run_->wait_until_quiet();
    run_->throw_failure();
  }

  // Ends the query and waits for it; a batch that is not being committed yet is given up, and runs again at the next start.
  // Nothing if it has ended already. Called on the thread of a query (from its functions, sink or listeners) it does not wait.
  void stop() const {
    run_->request_stop();
    if (!on_query_thread() && !run_->is_own_thread()) run_->wait_until_ended();
  }

  // The same, but waits at most this long; has the query ended?
  bool stop(std::chrono::milliseconds longest) const {
    run_->request_stop();
    if (on_query_thread() || run_->is_own_thread()) return !run_->is_active();
    return run_->wait_until_ended(longest);
  }

 protected:
  void refuse_on_own_thread(const char* call) const {
    if (run_->is_own_thread())
      throw error("waits_for_itself", std::string(call) +
                                          " was called on the query's own thread, which would wait for itself; "
                                          "call it on another thread, or call stop here")
          .in_query(name());
  }

  std::shared_ptr<query_run> run_;
};

// The queries of the process; there is one, `queries()`. Any thread may use it, listeners too.
class query_registry {
 public:
  query_registry() = default;
  query_registry(const query_registry&) = delete;
  query_registry& operator=(const query_registry&) = delete;

  std::vector<query_view> active() const {
    const std::lock_guard lock(mutex_);
    std::vector<query_view> views;
    for (const auto& run : runs_) views.emplace_back(run);
    return views;
  }

  // The active query with this id, if there is one.
  std::optional<query_view> get(std::string_view id) const {
    const std::lock_guard lock(mutex_);
    for (const auto& run : runs_)
      if (run->names().id == id) return query_view(run);
    return std::nullopt;
  }

  // Waits until some query has ended since the process began or reset_terminated was called; if one of those failed, throws
  // what ended the last that did.
  void await_any_termination() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return some_ended_; });
    throw_last_failure(std::move(lock));
  }

  // Waits at most this long; has one ended?
  bool await_any_termination(std::chrono::milliseconds longest) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, longest, [this] { return some_ended_; })) return false;
    throw_last_failure(std::move(lock));
    return true;
  }

  // Forgets those that have ended, so that await_any_termination waits for the next.
  void reset_terminated() {
    const std::lock_guard lock(mutex_);
    some_ended_ = false;
    last_failure_ = nullptr;
  }

  void add_listener(std::shared_ptr<query_listener> listener) { listeners_.add(std::move(listener)); }
  void remove_listener(const std::shared_ptr<query_listener>& listener) { listeners_.remove(listener); }
  listener_list& listeners() { return listeners_; }

  // A query starts: throws same_name_active or same_query_active.
  void enter(std::shared_ptr<query_run> run) {
    const std::lock_guard lock(mutex_);
    const auto& names = run->names();
    for (const auto& other : runs_) {
      if (!names.name.empty() && other->names().name == names.name)
        throw error("same_name_active", "a query named \"" + names.name + "\" is active; stop it first, or choose another name")
            .in_query(names.name);
      if (other->names().id == names.id)
        throw error("same_query_active", "a query with the id " + names.id + " is active; stop it first").in_query(names.name);
    }
    runs_.push_back(std::move(run));
  }

  // A query that could not be started after all.
  void withdraw(const query_run& run) {
    const std::lock_guard lock(mutex_);
    std::erase_if(runs_, [&run](const auto& other) { return other.get() == &run; });
  }

  // A query has ended, by this failure or none.
  void leave(const query_run& run, std::exception_ptr failure) {
    withdraw(run);
    const std::lock_guard lock(mutex_);
    some_ended_ = true;
    if (failure) last_failure_ = std::move(failure);
    changed_.notify_all();
  }

 private:
  void throw_last_failure(std::unique_lock<std::mutex> lock) {
    const std::exception_ptr failure = last_failure_;
    lock.unlock();
    if (failure) std::rethrow_exception(failure);
  }

  listener_list listeners_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<query_run>> runs_;
  bool some_ended_ = false;
  std::exception_ptr last_failure_;
};

// The queries of this process.
inline query_registry& queries() {
  static query_registry registry;
  return registry;
}

}  // namespace tidemark
