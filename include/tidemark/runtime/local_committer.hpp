// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Makes batches permanent by the files of a checkpoint; without one, in the sink alone.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/commit_log.hpp>
#include <tidemark/durable/committer.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tidemark {

// Order: the states of all (step, partition) by all threads, and when every one is durable the sink, then the log. Without a
// checkpoint (`files` null) nothing is logged and states are neither prepared nor purged: their changes only stop counting as
// changes.
class local_committer final : public committer {
 public:
  local_committer(program& pipeline, workers& threads, open_checkpoint* files = nullptr, conf_map conf = {})
      : program_(&pipeline), threads_(&threads), files_(files), conf_(std::move(conf)) {}

  void begin(std::int64_t batch, const offset_entry& entry) override {
    if (files_ == nullptr) return;
    offset_entry with_conf = entry;
    with_conf.conf = conf_;
    files_->offsets().add(batch, with_conf);
  }

  void prepare(std::int64_t batch) override {
    if (files_ != nullptr) for_each_state([batch](state_base& state) { state.prepare(batch + 1); });
    program_->sink().prepare(batch);
  }

  void commit(std::int64_t batch, std::int64_t next_watermark_ms) override {
    program_->sink().commit(batch);
    if (files_ != nullptr) files_->commits().add(batch, {.next_watermark_ms = next_watermark_ms});
    for_each_state([](state_base& state) { state.commit(); });
  }

  void purge(std::int64_t oldest) override {
    if (files_ == nullptr) return;
    files_->offsets().purge_below(oldest);
    files_->commits().purge_below(oldest);
    for_each_state([oldest](state_base& state) { state.purge(oldest); });
  }

 private:
  template <class Call>
  void for_each_state(Call call) {
    const std::size_t partitions = program_->partitions();
    threads_->for_each(program_->steps().size() * partitions,
                       [&](std::size_t i) { call(program_->state(i / partitions, i % partitions)); });
  }

  program* program_;
  workers* threads_;
  open_checkpoint* files_;
  conf_map conf_;
};

}  // namespace tidemark
