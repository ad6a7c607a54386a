// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A scripted program with a checkpoint in the folder "ckpt" of some file system.

#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/runtime/local_committer.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/settings_in_force.hpp>
#include <tidemark/testing/manual_clock.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/scripted_program.hpp"

namespace scripted {

// Settings are settled as a start does it: what the checkpoint pinned wins.
inline td::query_parts parts_on(td::file_system& files, script& told, td::query_settings settings,
                                std::shared_ptr<td::trigger_clock> clock, const std::string& folder = "ckpt") {
  const auto opened = std::make_shared<td::open_checkpoint>(files, folder);
  td::query_parts parts;
  parts.id = opened->query_id();
  parts.settings = td::settings_in_force(*opened, std::move(settings), "memory");
  parts.make_committer = td::committer_on(
      {.files = opened, .conf = td::conf_of(td::pinned_by(parts.settings, "memory")), .on_log = parts.settings.on_log});
  told.partitions = parts.settings.partitions;
  parts.pipeline = std::make_unique<program>(told);
  parts.clock = std::move(clock);
  return parts;
}

// One run; its end is as sudden as a crash.
class run {
 public:
  run(td::file_system& files, script& told, td::query_settings settings = {}, td::testing::manual_clock clock = {},
      const std::string& folder = "ckpt")
      : engine_(parts_on(files, told, std::move(settings), clock.clock(), folder)) {
    engine_.recover();
  }

  const td::batch_outcome* trigger() { return engine_.runner().run_trigger(); }
  td::micro_batch_runner& runner() { return engine_.runner(); }
  td::query_engine& engine() { return engine_; }

  // The ids of the batches until there is nothing to do.
  std::vector<std::int64_t> drain() {
    std::vector<std::int64_t> ids;
    while (const auto* ran = trigger()) ids.push_back(ran->id);
    return ids;
  }

 private:
  td::query_engine engine_;
};

}  // namespace scripted
