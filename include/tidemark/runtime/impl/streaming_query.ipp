// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of streaming_query.hpp.

#include <tidemark/durable/uuid.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/queries.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/query_run.hpp>
#include <tidemark/runtime/streaming_query.hpp>

#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace tidemark {

class streaming_query::running_thread : public std::thread {
 public:
  using std::thread::thread;
};

TIDEMARK_INLINE streaming_query streaming_query::launch(query_parts parts) {
  const std::string name = parts.settings.name;
  std::string id = parts.id.empty() ? random_uuid() : std::move(parts.id);
  std::string explanation = std::move(parts.explanation);
  auto engine = std::make_unique<query_engine>(std::move(parts));
  query_names names = names_of(engine->pipeline(), std::move(id), random_uuid(), name);
  query_registry& registry = queries();
  auto run = std::make_shared<query_run>(std::move(engine), std::move(names), std::move(explanation), registry.listeners());
  registry.enter(run);
  try {
    run->recover();
    auto thread = std::make_unique<running_thread>(
        [run, &registry] { run->run([&](std::exception_ptr failure) { registry.leave(*run, std::move(failure)); }); });
    run->announce();
    return streaming_query(std::move(run), std::move(thread));
  } catch (const std::system_error& problem) {
    registry.withdraw(*run);
    throw error("no_thread",
                std::string("the system gives no thread for the query: ") + problem.what() + "; run fewer at a time")
        .in_query(run->names().name);
  } catch (...) {
    registry.withdraw(*run);
    throw;
  }
}

TIDEMARK_INLINE streaming_query::streaming_query(streaming_query&& other) noexcept = default;

TIDEMARK_INLINE streaming_query& streaming_query::operator=(streaming_query&& other) noexcept {
  end();
  query_view::operator=(std::move(other));
  thread_ = std::move(other.thread_);
  return *this;
}

TIDEMARK_INLINE streaming_query::~streaming_query() { end(); }

TIDEMARK_INLINE streaming_query::streaming_query(std::shared_ptr<query_run> run, std::unique_ptr<running_thread> thread)
    : query_view(std::move(run)), thread_(std::move(thread)) {}

TIDEMARK_INLINE void streaming_query::end() noexcept {
  if (!thread_) return;
  run_->request_stop();
  if (run_->is_own_thread()) thread_->detach();  // destroyed by one of its own callbacks: the thread holds what it needs
  else thread_->join();
}

}  // namespace tidemark
