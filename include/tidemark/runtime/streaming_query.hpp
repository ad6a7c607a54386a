// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The handle that owns a running query.

#include <tidemark/runtime/queries.hpp>
#include <tidemark/runtime/query_parts.hpp>

#include <memory>

namespace tidemark {

// A running query: all that a view of it can, and its destruction stops the query and waits for its end. Handed from owner to
// owner, not copied; after it was moved from only destroy it or assign to it.
class [[nodiscard]] streaming_query : public query_view {
 public:
  // Starts the query. What is wrong with the checkpoint or the name is thrown; what goes wrong afterwards ends the query.
  static streaming_query launch(query_parts parts);

  streaming_query(streaming_query&& other) noexcept;
  streaming_query& operator=(streaming_query&& other) noexcept;
  ~streaming_query();

 private:
  class running_thread;

  streaming_query(std::shared_ptr<query_run> run, std::unique_ptr<running_thread> thread);
  void end() noexcept;

  std::unique_ptr<running_thread> thread_;  // null: moved from
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/streaming_query.ipp>
#endif
