// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All running queries of the process, and views of them.

#include <tidemark/row/error.hpp>
#include <tidemark/runtime/listener.hpp>
#include <tidemark/runtime/progress.hpp>
#include <tidemark/runtime/query_status.hpp>

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

class query_run;

// A look at a query, which somebody else owns: copyable, and good after the query has ended. Any thread may use it.
class query_view {
 public:
  explicit query_view(std::shared_ptr<query_run> run);

  const std::string& id() const;          // stays the same over restarts from one checkpoint
  const std::string& run_id() const;  // new at each start
  const std::string& name() const;
  bool is_active() const;
  query_status status() const;

  // Reports of the last batch, and of the last 100; now and then one says that there was nothing to do. They are copies: name
  // one before a loop over a part of one, since `for (… : query.last_progress()->state_operators)` walks what is already gone.
  std::optional<query_progress> last_progress() const;
  std::vector<query_progress> recent_progress() const;

  // What ended the query, if it failed. A user's own exception is nested in what await_termination throws.
  std::optional<error> exception() const;

  // The plan as text.
  const std::string& explain() const;

  // Waits for the end. Throws what ended the query, if it failed.
  void await_termination() const;

  // Waits at most this long; has the query ended?
  bool await_termination(std::chrono::milliseconds longest) const;

  // Waits until everything is processed that was there when it was called, or the query has ended; throws what ended it, if it
  // failed. Does not come back from a source that always has more.
  void process_all_available() const;

  // Ends the query and waits for it; a batch that is not being committed yet is given up, and runs again at the next start.
  // Nothing if it has ended already. Called on the thread of a query (from its functions, sink or listeners) it does not wait.
  void stop() const;

  // The same, but waits at most this long; has the query ended?
  bool stop(std::chrono::milliseconds longest) const;

 protected:
  void refuse_on_own_thread(const char* call) const;

  std::shared_ptr<query_run> run_;
};

// The queries of the process; there is one, `queries()`. Any thread may use it, listeners too.
class query_registry {
 public:
  query_registry();
  query_registry(const query_registry&) = delete;
  query_registry& operator=(const query_registry&) = delete;
  ~query_registry();

  std::vector<query_view> active() const;

  // The active query with this id, if there is one.
  std::optional<query_view> get(std::string_view id) const;

  // Waits until some query has ended since the process began or reset_terminated was called; if one of those failed, throws
  // what ended the last that did.
  void await_any_termination();

  // Waits at most this long; has one ended?
  bool await_any_termination(std::chrono::milliseconds longest);

  // Forgets those that have ended, so that await_any_termination waits for the next.
  void reset_terminated();

  void add_listener(std::shared_ptr<query_listener> listener);
  void remove_listener(const std::shared_ptr<query_listener>& listener);
  listener_list& listeners();

  // A query starts: throws same_name_active or same_query_active.
  void enter(std::shared_ptr<query_run> run);

  // A query that could not be started after all.
  void withdraw(const query_run& run);

  // A query has ended, by this failure or none.
  void leave(const query_run& run, std::exception_ptr failure);

 private:
  struct contents;

  listener_list listeners_;
  std::unique_ptr<contents> contents_;
};

// The queries of this process. Defined here in both forms, as all that has a static within: units of both forms in one program
// then share it.
inline query_registry& queries() {
  static query_registry registry;
  return registry;
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/queries.ipp>
#endif
