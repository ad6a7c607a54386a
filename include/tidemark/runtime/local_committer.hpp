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
#include <string>
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
  local_committer(program& pipeline, workers& threads, checkpoint_use use)
      : program_(&pipeline), threads_(&threads), use_(std::move(use)) {}

  // Checks the checkpoint against the program before any data is touched.
  recovery recover() override {
    for (const std::string& accepted : files().settle_schema(program_->schema(), use_.accept))
      write_log(use_.on_log, log_level::warning, accepted);
    return tidemark::recover(files().offsets(), files().commits(), program_->sources().size());
  }

  void begin(std::int64_t batch, const offset_entry& entry) override {
    offset_entry with_conf = entry;
    with_conf.conf = use_.conf;
    files().offsets().add(batch, with_conf);
  }

  void prepare(std::int64_t batch) override {
    for_each_state(*program_, *threads_, [batch](state_base& state) { state.prepare(batch + 1); });
    for_each_sink(*program_, [batch](sink_port& sink) { sink.prepare(batch); });
  }

  void commit(std::int64_t batch, std::int64_t next_watermark_ms) override {
    for_each_sink(*program_, [batch](sink_port& sink) { sink.commit(batch); });
    files().commits().add(batch, {.next_watermark_ms = next_watermark_ms});
    for_each_state(*program_, *threads_, [](state_base& state) { state.commit(); });
  }

  void purge(std::int64_t oldest) override {
    files().offsets().purge_below(oldest);
    files().commits().purge_below(oldest);
    for_each_state(*program_, *threads_, [oldest](state_base& state) { state.purge(oldest); });
  }

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
