// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that one run of a query needs, without a thread of its own: what a query's thread, or a driver of batches, works with.

#include <tidemark/durable/committer.hpp>
#include <tidemark/runtime/micro_batch.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/query_parts.hpp>
#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/runtime/unlogged_committer.hpp>
#include <tidemark/runtime/workers.hpp>

#include <functional>
#include <memory>
#include <string>

namespace tidemark {

// Members are made in this order and taken down backwards: the lock of a checkpoint is given back last. Calls as for
// micro_batch_runner.
class query_engine {
 public:
  explicit query_engine(query_parts parts);

  // Loads state and goes on where an earlier run stopped. Once, first.
  void recover() { runner_.recover(commits_->recover()); }

  micro_batch_runner& runner() { return runner_; }
  const micro_batch_runner& runner() const { return runner_; }
  program& pipeline() { return *pipeline_; }
  const std::shared_ptr<trigger_clock>& clock() const { return clock_; }

 private:
  std::function<std::unique_ptr<committer>(program&, workers&)> make_committer_;
  std::unique_ptr<program> pipeline_;
  std::shared_ptr<trigger_clock> clock_;
  workers threads_;
  std::unique_ptr<committer> commits_;
  micro_batch_runner runner_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/query_engine.ipp>
#endif
