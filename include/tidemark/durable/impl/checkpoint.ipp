// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of checkpoint.hpp.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/checkpoint.hpp>
#include <tidemark/durable/commit_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/durable/schema_file.hpp>
#include <tidemark/durable/state_schema.hpp>
#include <tidemark/durable/uuid.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tidemark {

TIDEMARK_INLINE std::string checkpoint_names::state(std::size_t step_number, std::size_t partition) const {
  return path_in(step(step_number), std::to_string(partition));
}

TIDEMARK_INLINE conf_map conf_of(const pinned_settings& settings) {
  return {{conf_partitions, std::to_string(settings.partitions)},
          {conf_watermark_policy, settings.watermark_policy},
          {conf_state_policy, settings.state_policy}};
}

TIDEMARK_INLINE settled_settings settle(const pinned_settings& asked, const conf_map& conf) {
  settled_settings settled{.in_force = asked};
  if (conf.empty()) return settled;
  const auto recorded = [&](const char* name) {
    const auto found = conf.find(name);
    return found == conf.end() ? std::nullopt : std::optional(found->second);
  };
  const auto pin = [&](const std::string& what, const std::string& wish, std::string& value) {
    if (value != wish)
      settled.notices.push_back("the checkpoint keeps " + what + " = " + value + " from its first start; the " + wish +
                                " asked for now is ignored");
  };
  std::string partitions = recorded(conf_partitions).value_or(std::to_string(asked.partitions));
  const auto* all = partitions.data() + partitions.size();
  const auto [end, problem] = std::from_chars(partitions.data(), all, settled.in_force.partitions);
  if (problem != std::errc{} || end != all || settled.in_force.partitions == 0)
    throw error("log_malformed", "the offset log has \"" + partitions + "\" as " + conf_partitions +
                                     "; put the file back from a copy, or start with a new checkpoint folder");
  settled.in_force.watermark_policy = recorded(conf_watermark_policy).value_or("min");
  settled.in_force.state_policy = recorded(conf_state_policy).value_or(asked.state_policy);
  pin("partitions", std::to_string(asked.partitions), partitions);
  pin("watermark_policy", asked.watermark_policy, settled.in_force.watermark_policy);
  pin("the state policy", asked.state_policy, settled.in_force.state_policy);
  return settled;
}

TIDEMARK_INLINE std::optional<std::string> read_query_id(file_system& files, const checkpoint_names& names) {
  using metadata = row<field<"id", std::string>>;
  const auto content = files.read_file(names.metadata());
  if (!content) return std::nullopt;
  try {
    return get<"id">(read_json<metadata>(*content));
  } catch (const error& problem) {
    throw log_error("checkpoint_metadata_malformed", names.metadata(), std::string("can't be read (") + problem.what() + ")");
  }
}

TIDEMARK_INLINE open_checkpoint::open_checkpoint(file_system& files, std::string folder)
    : files_(&files), names_{std::move(folder)}, offsets_(files, names_.offsets()), commits_(files, names_.commits()) {
  files.make_folders(names_.folder);
  lock_ = files.lock(names_.lock());
  if (!lock_) throw in_use();
  remove_temporaries(files, names_.folder);
  const auto id = read_query_id(files, names_);
  if (!id && has_batches())
    throw log_error("checkpoint_metadata_missing", names_.metadata(), "is gone, but batches are logged");
  id_ = id ? *id : made_id();
  files.make_folders(names_.offsets());
  files.make_folders(names_.commits());
}

TIDEMARK_INLINE std::vector<std::string> open_checkpoint::settle_schema(const state_schema& current,
                                                                        const std::vector<change>& accept) {
  const auto path = names_.schema();
  if (!has_batches()) return write_schema(*files_, path, current), std::vector<std::string>{};
  const auto stored = read_schema(*files_, path);
  if (!stored) throw log_error("state_schema_missing", path, "is gone, but batches are logged");
  auto accepted = check_schema(*stored, current, accept, path);
  if (*stored != current) write_schema(*files_, path, current);
  return accepted;
}

TIDEMARK_INLINE error open_checkpoint::in_use() const {
  const auto owner = files_->read_file(names_.lock()).value_or("");
  const auto who = owner == std::to_string(::getpid()) ? "another query of this process"
                   : owner.empty()                     ? "another process"
                                                       : "process " + owner;
  return error("checkpoint_in_use", "the checkpoint \"" + names_.folder + "\" is in use by " + who +
                                        "; stop that query, or give each query its own checkpoint folder")
      .in_file(names_.lock());
}

TIDEMARK_INLINE std::string open_checkpoint::made_id() const {
  auto id = random_uuid();
  std::string text;
  write_json(text, row<field<"id", std::string>>{id});
  replace_file(*files_, names_.metadata(), text);
  return id;
}

}  // namespace tidemark
