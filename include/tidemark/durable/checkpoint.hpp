// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A checkpoint: its names, the query's id, the lock against a second run, and settings that stay as they were at first.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/commit_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/durable/state_schema.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/error.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
  std::string state(std::size_t step_number, std::size_t partition) const;
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
conf_map conf_of(const pinned_settings& settings);

// What the checkpoint recorded wins over what is asked for; what it did not record is as asked for, except the watermark
// policy, which was min before it was recorded. With nothing recorded (`conf` empty): all as asked. A program that has only
// another state policy than the one in force can't go on. Throws log_malformed.
settled_settings settle(const pinned_settings& asked, const conf_map& conf);

// The query's id in a checkpoint; nullopt: there is none yet. Throws checkpoint_metadata_malformed.
std::optional<std::string> read_query_id(file_system& files, const checkpoint_names& names);

// A checkpoint that this run has for itself until it is destroyed. Called by the thread that starts the query, then by the
// batch thread.
class open_checkpoint {
 public:
  // Opens the folder, or makes a new checkpoint: takes the lock, removes what dead runs left unfinished, reads or makes the
  // query's id. Throws checkpoint_in_use, checkpoint_metadata_missing, checkpoint_metadata_malformed.
  open_checkpoint(file_system& files, std::string folder);

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
  std::vector<std::string> settle_schema(const state_schema& current, const std::vector<change>& accept);

 private:
  error in_use() const;
  std::string made_id() const;

  file_system* files_;
  checkpoint_names names_;
  offset_log offsets_;
  commit_log commits_;
  std::unique_ptr<file_lock> lock_;
  std::string id_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/checkpoint.ipp>
#endif
