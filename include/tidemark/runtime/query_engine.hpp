// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that one run of a query needs, without a thread of its own: what a query's thread, or a driver of batches, works with.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/recovery.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/runtime/local_committer.hpp>
#include <tidemark/runtime/log.hpp>
#include <tidemark/runtime/micro_batch.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/query_options.hpp>
#include <tidemark/runtime/trigger_clock.hpp>
#include <tidemark/runtime/watermarks.hpp>
#include <tidemark/runtime/workers.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// What of the settings a checkpoint keeps.
inline pinned_settings pinned_by(const query_settings& settings, std::string state_policy) {
  return {.partitions = settings.partitions,
          .watermark_policy = settings.watermark_policy == watermark_policy::max ? "max" : "min",
          .state_policy = std::move(state_policy)};
}

// The settings that hold for a query of this checkpoint: partitions and watermark policy stay as they were at its first
// start, and the log hook hears of what was asked for otherwise. To be asked before the program is made, which has a state for
// each partition.
// Throws state_policy_changed where the program keeps state in another way than the checkpoint.
inline query_settings settings_in_force(open_checkpoint& files, query_settings asked, const std::string& state_policy) {
  const auto latest = files.offsets().files().latest();
  if (!latest) return asked;
  const auto entry = files.offsets().get(*latest);
  if (!entry) return asked;
  const settled_settings settled = settle(pinned_by(asked, state_policy), entry->conf);
  if (settled.in_force.state_policy != state_policy)
    throw error("state_policy_changed", "the checkpoint \"" + files.names().folder + "\" keeps state by the policy \"" +
                                            settled.in_force.state_policy + "\", and this query by \"" + state_policy +
                                            "\"; start it with the former, or with a new checkpoint folder")
        .in_query(asked.name);
  for (const std::string& notice : settled.notices) write_log(asked.on_log, log_level::warning, notice);
  asked.partitions = settled.in_force.partitions;
  asked.watermark_policy = settled.in_force.watermark_policy == "max" ? watermark_policy::max : watermark_policy::min;
  return asked;
}

// What a query is started from.
struct query_parts {
  std::unique_ptr<open_checkpoint> files = {};  // null: the query has no checkpoint
  std::unique_ptr<program> pipeline;            // with states and sources in the folders of `files`
  query_settings settings = {};                 // those in force
  std::string state_policy = {};                // its name
  std::vector<change> accept = {};              // what may differ from the checkpoint's schema
  std::shared_ptr<trigger_clock> clock = std::make_shared<system_clock>();
  std::string explanation = {};                 // the plan as text
};

// Members are made in this order and taken down backwards: the lock of the checkpoint is given back last. Calls as for
// micro_batch_runner.
class query_engine {
 public:
  explicit query_engine(query_parts parts)
      : files_(std::move(parts.files)),
        pipeline_(std::move(parts.pipeline)),
        accept_(std::move(parts.accept)),
        clock_(std::move(parts.clock)),
        threads_(parts.settings.threads),
        commits_(*pipeline_, threads_, files_.get(), conf_of(pinned_by(parts.settings, std::move(parts.state_policy)))),
        runner_(*pipeline_, std::move(parts.settings), *clock_, threads_, commits_) {}

  // Checks the checkpoint against the program, then loads state and goes on where an earlier run stopped. Once, first.
  void recover() {
    if (!files_) return runner_.recover();
    for (const std::string& accepted : files_->settle_schema(pipeline_->schema(), accept_))
      write_log(runner_.settings().on_log, log_level::warning, accepted);
    runner_.recover(tidemark::recover(files_->offsets(), files_->commits(), pipeline_->sources().size()));
  }

  micro_batch_runner& runner() { return runner_; }
  const micro_batch_runner& runner() const { return runner_; }
  program& pipeline() { return *pipeline_; }
  const std::shared_ptr<trigger_clock>& clock() const { return clock_; }
  const open_checkpoint* files() const { return files_.get(); }

 private:
  std::unique_ptr<open_checkpoint> files_;
  std::unique_ptr<program> pipeline_;
  std::vector<change> accept_;
  std::shared_ptr<trigger_clock> clock_;
  workers threads_;
  local_committer commits_;
  micro_batch_runner runner_;
};

}  // namespace tidemark
