// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Who wants to hear what happens to queries, and what is said.

#include <tidemark/row/error.hpp>
#include <tidemark/runtime/progress.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

struct query_started {
  std::string id;
  std::string run_id;
  std::string name;
  std::int64_t time_ms = 0;
};

// Nothing to do for a while.
struct query_idle {
  std::string id;
  std::string run_id;
  std::int64_t time_ms = 0;
};

// The end of a run; `failure` is empty when it was stopped or had done all that it was to do.
struct query_terminated {
  std::string id;
  std::string run_id;
  std::string name;
  std::optional<error> failure = {};
};

// Hears of every query of the process: derive, and hand it to queries().add_listener. Of one run each listener hears
// on_started, then on_progress and on_idle, then on_terminated once, in this order and never two at once; of several queries
// it may hear on several threads at once. on_started is called by the thread that starts the query, before `start` returns, the
// others by the query's thread: a slow listener delays the query. What it throws is logged and ignored. It may start and stop
// queries, and add and remove listeners.
class query_listener {
 public:
  query_listener() = default;
  query_listener(const query_listener&) = delete;
  query_listener& operator=(const query_listener&) = delete;
  virtual ~query_listener() = default;

  virtual void on_started(const query_started& /*event*/) {}
  virtual void on_progress(const query_progress& /*progress*/) {}
  virtual void on_idle(const query_idle& /*event*/) {}
  virtual void on_terminated(const query_terminated& /*event*/) {}
};

// Listeners in the order in which they were added. Any thread may change it, also from inside a callback: an event goes to
// those who were on the list when it came up.
class listener_list {
 public:
  using listeners = std::vector<std::shared_ptr<query_listener>>;

  void add(std::shared_ptr<query_listener> listener);
  void remove(const std::shared_ptr<query_listener>& listener);

  bool empty() const { return is_empty_.load(std::memory_order_acquire); }

  std::shared_ptr<const listeners> now() const;

 private:
  void set(std::shared_ptr<const listeners> changed);

  mutable std::mutex mutex_;
  std::shared_ptr<const listeners> now_ = std::make_shared<const listeners>();
  std::atomic<bool> is_empty_{true};
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/listener.ipp>
#endif
