// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A checkpoint: its names, the query's id, the lock against a second run, and settings that stay as they were at first.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/commit_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/durable/schema_file.hpp>
#include <tidemark/durable/state_schema.hpp>
#include <tidemark/durable/uuid.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>

#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tidemark {

// Options of a checkpoint.
struct checkpoint_options {
  std::vector<change> accept = {};  // differences to what the checkpoint was written with that are meant
};

// Where a query keeps what it needs to go on: `checkpoint{"ckpt"}`.
struct checkpoint {
  std::string folder;
  checkpoint_options options = {};
};

// The names in a checkpoint. On disk: do not rename.
struct checkpoint_names {
  std::string folder;

  std::string metadata() const { return path_in(folder, "metadata"); }
  std::string lock() const { return path_in(folder, ".lock"); }
  std::string offsets() const { return path_in(folder, "offsets"); }
  std::string commits() const { return path_in(folder, "commits"); }
  std::string source(std::size_t number) const { return path_in(folder, "sources/" + std::to_string(number)); }
  std::string schema() const { return path_in(folder, "state/_schema"); }
  std::string step(std::size_t number) const { return path_in(folder, "state/" + std::to_string(number)); }
  std::string state(std::size_t step_number, std::size_t partition) const {
    return path_in(step(step_number), std::to_string(partition));
  }
};

// Settings that a checkpoint keeps from its first start on.
struct pinned_settings {
  std::size_t partitions = 1;
  std::string watermark_policy = "min";
  std::string state_policy = {};  // the name of the policy: "memory"

  friend bool operator==(const pinned_settings&, const pinned_settings&) = default;
};

// The settings in force, and a sentence for the log about each that was asked for otherwise.
struct settled_settings {
  pinned_settings in_force;
  std::vector<std::string> notices = {};
};

// On disk: do not rename. Spark's names for them.
inline constexpr const char* conf_partitions = "spark.sql.shuffle.partitions";
inline constexpr const char* conf_watermark_policy = "spark.sql.streaming.multipleWatermarkPolicy";
inline constexpr const char* conf_state_policy = "spark.sql.streaming.stateStore.providerClass";

// The settings as they stand in every entry of the offset log.
inline conf_map conf_of(const pinned_settings& settings) {
  return {{conf_partitions, std::to_string(settings.partitions)},
          {conf_watermark_policy, settings.watermark_policy},
          {conf_state_policy, settings.state_policy}};
}

// What the checkpoint recorded wins over what is asked for; what it did not record is as asked for, except the watermark
// policy, which was min before it was recorded. With nothing recorded (`conf` empty): all as asked. A program that has only
// another state policy than the one in force can't go on. Throws log_malformed.
inline settled_settings settle(const pinned_settings& asked, const conf_map& conf) {
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

// The query's id in a checkpoint; nullopt: there is none yet. Throws checkpoint_metadata_malformed.
inline std::optional<std::string> read_query_id(file_system& files, const checkpoint_names& names) {
  using metadata = row<field<"id", std::string>>;
  const auto content = files.read_file(names.metadata());
  if (!content) return std::nullopt;
  try {
    return get<"id">(read_json<metadata>(*content));
  } catch (const error& problem) {
    throw log_error("checkpoint_metadata_malformed", names.metadata(), std::string("can't be read (") + problem.what() + ")");
  }
}

// A checkpoint that this run has for itself until it is destroyed. Called by the thread that starts the query, then by the
// batch thread.
class open_checkpoint {
 public:
  // Opens the folder, or makes a new checkpoint: takes the lock, removes what dead runs left unfinished, reads or makes the
  // query's id. Throws checkpoint_in_use, checkpoint_metadata_missing, checkpoint_metadata_malformed.
  open_checkpoint(file_system& files, std::string folder)
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

  file_system& files() const { return *files_; }
  const checkpoint_names& names() const { return names_; }
  const std::string& query_id() const { return id_; }
  offset_log& offsets() { return offsets_; }
  commit_log& commits() { return commits_; }

  // An earlier run has logged a batch.
  bool has_batches() const { return offsets_.files().latest() || commits_.files().latest(); }

  // Before any data is touched: compares the program's schema with that of the first start. As long as no batch is logged
  // there is no state either, and the program's schema is written. The accepted differences, as sentences for the log; then
  // too the program's schema is written. Throws state_schema_missing, state_schema_damaged, state_schema_changed,
  // state_operator_changed.
  std::vector<std::string> settle_schema(const state_schema& current, const std::vector<change>& accept) {
    const auto path = names_.schema();
    if (!has_batches()) return write_schema(*files_, path, current), std::vector<std::string>{};
    const auto stored = read_schema(*files_, path);
    if (!stored) throw log_error("state_schema_missing", path, "is gone, but batches are logged");
    auto accepted = check_schema(*stored, current, accept, path);
    if (*stored != current) write_schema(*files_, path, current);
    return accepted;
  }

 private:
  error in_use() const {
    const auto owner = files_->read_file(names_.lock()).value_or("");
    const auto who = owner == std::to_string(::getpid()) ? "another query of this process"
                     : owner.empty()                     ? "another process"
                                                         : "process " + owner;
    return error("checkpoint_in_use", "the checkpoint \"" + names_.folder + "\" is in use by " + who +
                                          "; stop that query, or give each query its own checkpoint folder")
        .in_file(names_.lock());
  }

  std::string made_id() const {
    auto id = random_uuid();
    std::string text;
    write_json(text, row<field<"id", std::string>>{id});
    replace_file(*files_, names_.metadata(), text);
    return id;
  }

  file_system* files_;
  checkpoint_names names_;
  offset_log offsets_;
  commit_log commits_;
  std::unique_ptr<file_lock> lock_;
  std::string id_;
};

}  // namespace tidemark
