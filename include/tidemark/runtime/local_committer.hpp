// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes batches permanent by the files of a checkpoint.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/committer.hpp>
#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/durable/recover.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tidemark {

// What a query's checkpoint is told at a start.
struct checkpoint_use {
  std::shared_ptr<open_checkpoint> files;
  conf_map conf = {};               // the settings as its log has them
  std::vector<change> accept = {};  // what may differ from its schema
  log_hook on_log = {};
};

// Order: the states of all (step, partition) by all threads, and when every one is durable the sinks, then the log. After a
// crash between the commits of two sinks the batch runs again, and the one that has it skips it.
class local_committer final : public committer {
 public:
  local_committer(program& pipeline, workers& threads, checkpoint_use use);

  // Checks the checkpoint against the program before any data is touched.
  recovery recover() override;
  void begin(std::int64_t batch, const offset_entry& entry) override;
  void prepare(std::int64_t batch) override;
  void commit(std::int64_t batch, std::int64_t next_watermark_ms) override;
  void purge(std::int64_t oldest) override;

 private:
  open_checkpoint& files() { return *use_.files; }

  program* program_;
  workers* threads_;
  checkpoint_use use_;
};

// What makes the committer of a query on this checkpoint (query_parts).
inline auto committer_on(checkpoint_use use) {
  return [use = std::move(use)](program& pipeline, workers& threads) -> std::unique_ptr<committer> {
    return std::unique_ptr<committer>(new local_committer(pipeline, threads, use));
  };
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/local_committer.ipp>
#endif
