// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Commits batches of a query that keeps nothing beyond its run: in the sinks alone.

#include <tidemark/durable/committer.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstdint>

namespace tidemark {

// States are neither prepared nor purged: their changes only stop counting as changes.
class unlogged_committer final : public committer {
 public:
  unlogged_committer(program& pipeline, workers& threads) : program_(&pipeline), threads_(&threads) {}

  recovery recover() override { return {}; }
  void begin(std::int64_t /*batch*/, const offset_entry& /*entry*/) override {}
  void prepare(std::int64_t batch) override {
    for_each_sink(*program_, [batch](sink_port& sink) { sink.prepare(batch); });
  }
  void commit(std::int64_t batch, std::int64_t /*next_watermark_ms*/) override {
    for_each_sink(*program_, [batch](sink_port& sink) { sink.commit(batch); });
    for_each_state(*program_, *threads_, [](state_base& state) { state.commit(); });
  }
  void purge(std::int64_t /*oldest*/) override {}

 private:
  program* program_;
  workers* threads_;
};

}  // namespace tidemark
