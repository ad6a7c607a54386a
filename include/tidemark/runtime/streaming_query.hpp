// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The handle that owns a running query.

#include <tidemark/durable/uuid.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/queries.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/query_run.hpp>

#include <exception>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace tidemark {

// A running query: all that a view of it can, and its destruction stops the query and waits for its end. Handed from owner to
// owner, not copied; after it was moved from only destroy it or assign to it.
class [[nodiscard]] streaming_query : public query_view {
 public:
  // Starts the query. What is wrong with the checkpoint or the name is thrown; what goes wrong afterwards ends the query.
  static streaming_query launch(query_parts parts) {
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
      std::thread thread(
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

  streaming_query(streaming_query&& other) noexcept = default;
  streaming_query& operator=(streaming_query&& other) noexcept {
    end();
    query_view::operator=(std::move(other));
    thread_ = std::move(other.thread_);
    return *this;
  }
  ~streaming_query() { end(); }

 private:
  streaming_query(std::shared_ptr<query_run> run, std::thread thread)
      : query_view(std::move(run)), thread_(std::move(thread)) {}

  void end() noexcept {
    if (!thread_.joinable()) return;
    run_->request_stop();
    if (run_->is_own_thread()) thread_.detach();  // destroyed by one of its own callbacks: the thread holds what it needs
    else thread_.join();
  }

  std::thread thread_;
};

}  // namespace tidemark
