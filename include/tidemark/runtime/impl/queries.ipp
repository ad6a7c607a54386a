// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of queries.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/progress.hpp>
#include <tidemark/runtime/queries.hpp>
#include <tidemark/runtime/query_run.hpp>
#include <tidemark/runtime/query_status.hpp>

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

TIDEMARK_INLINE query_view::query_view(std::shared_ptr<query_run> run) : run_(std::move(run)) {}

TIDEMARK_INLINE const std::string& query_view::id() const { return run_->names().id; }

TIDEMARK_INLINE const std::string& query_view::run_id() const { return run_->names().run_id; }

TIDEMARK_INLINE const std::string& query_view::name() const { return run_->names().name; }

TIDEMARK_INLINE bool query_view::is_active() const { return run_->is_active(); }

TIDEMARK_INLINE query_status query_view::status() const { return run_->status(); }

TIDEMARK_INLINE std::optional<query_progress> query_view::last_progress() const { return run_->last_progress(); }

TIDEMARK_INLINE std::vector<query_progress> query_view::recent_progress() const { return run_->recent_progress(); }

TIDEMARK_INLINE std::optional<error> query_view::exception() const { return run_->failure(); }

TIDEMARK_INLINE const std::string& query_view::explain() const { return run_->explanation(); }

TIDEMARK_INLINE void query_view::await_termination() const {
  refuse_on_own_thread("await_termination");
  run_->wait_until_ended();
  run_->throw_failure();
}

TIDEMARK_INLINE bool query_view::await_termination(std::chrono::milliseconds longest) const {
  refuse_on_own_thread("await_termination");
  if (!run_->wait_until_ended(longest)) return false;
  run_->throw_failure();
  return true;
}

TIDEMARK_INLINE void query_view::process_all_available() const {
  refuse_on_own_thread("process_all_available");
  run_->wait_until_quiet();
  run_->throw_failure();
}

TIDEMARK_INLINE void query_view::stop() const {
  run_->request_stop();
  if (!on_query_thread() && !run_->is_own_thread()) run_->wait_until_ended();
}

TIDEMARK_INLINE bool query_view::stop(std::chrono::milliseconds longest) const {
  run_->request_stop();
  if (on_query_thread() || run_->is_own_thread()) return !run_->is_active();
  return run_->wait_until_ended(longest);
}

TIDEMARK_INLINE void query_view::refuse_on_own_thread(const char* call) const {
  if (run_->is_own_thread())
    throw error("waits_for_itself", std::string(call) +
                                        " was called on the query's own thread, which would wait for itself; "
                                        "call it on another thread, or call stop here")
        .in_query(name());
}

struct query_registry::contents {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::shared_ptr<query_run>> runs;
  bool some_ended = false;
  std::exception_ptr last_failure;

  void throw_last_failure(std::unique_lock<std::mutex> lock) const {
    const std::exception_ptr failure = last_failure;
    lock.unlock();
    if (failure) std::rethrow_exception(failure);
  }
};

TIDEMARK_INLINE query_registry::query_registry() : contents_(std::make_unique<contents>()) {}

TIDEMARK_INLINE query_registry::~query_registry() = default;

TIDEMARK_INLINE std::vector<query_view> query_registry::active() const {
  const std::lock_guard lock(contents_->mutex);
  std::vector<query_view> views;
  for (const auto& run : contents_->runs) views.emplace_back(run);
  return views;
}

TIDEMARK_INLINE std::optional<query_view> query_registry::get(std::string_view id) const {
  const std::lock_guard lock(contents_->mutex);
  for (const auto& run : contents_->runs)
    if (run->names().id == id) return query_view(run);
  return std::nullopt;
}

TIDEMARK_INLINE void query_registry::await_any_termination() {
  std::unique_lock lock(contents_->mutex);
  contents_->changed.wait(lock, [this] { return contents_->some_ended; });
  contents_->throw_last_failure(std::move(lock));
}

TIDEMARK_INLINE bool query_registry::await_any_termination(std::chrono::milliseconds longest) {
  std::unique_lock lock(contents_->mutex);
  if (!contents_->changed.wait_for(lock, longest, [this] { return contents_->some_ended; })) return false;
  contents_->throw_last_failure(std::move(lock));
  return true;
}

TIDEMARK_INLINE void query_registry::reset_terminated() {
  const std::lock_guard lock(contents_->mutex);
  contents_->some_ended = false;
  contents_->last_failure = nullptr;
}

TIDEMARK_INLINE void query_registry::add_listener(std::shared_ptr<query_listener> listener) {
  listeners_.add(std::move(listener));
}

TIDEMARK_INLINE void query_registry::remove_listener(const std::shared_ptr<query_listener>& listener) {
  listeners_.remove(listener);
}

TIDEMARK_INLINE listener_list& query_registry::listeners() { return listeners_; }

TIDEMARK_INLINE void query_registry::enter(std::shared_ptr<query_run> run) {
  const std::lock_guard lock(contents_->mutex);
  const auto& names = run->names();
  for (const auto& other : contents_->runs) {
    if (!names.name.empty() && other->names().name == names.name)
      throw error("same_name_active", "a query named \"" + names.name + "\" is active; stop it first, or choose another name")
          .in_query(names.name);
    if (other->names().id == names.id)
      throw error("same_query_active", "a query with the id " + names.id + " is active; stop it first").in_query(names.name);
  }
  contents_->runs.push_back(std::move(run));
}

TIDEMARK_INLINE void query_registry::withdraw(const query_run& run) {
  const std::lock_guard lock(contents_->mutex);
  std::erase_if(contents_->runs, [&run](const auto& other) { return other.get() == &run; });
}

TIDEMARK_INLINE void query_registry::leave(const query_run& run, std::exception_ptr failure) {
  withdraw(run);
  const std::lock_guard lock(contents_->mutex);
  contents_->some_ended = true;
  if (failure) contents_->last_failure = std::move(failure);
  contents_->changed.notify_all();
}

}  // namespace tidemark
