// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A log of one file a batch: added once, durable when `add` returns, read by id, purged from below.
//
// A file is named by its batch id in decimal and holds the line "v<version>", then whatever the log's owner wrote; nothing
// after the last line, not even '\n'. Other names in the folder, temporary ones above all, are no part of the log.

#include <tidemark/durable/file_system.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// The batch id that a file's name says, or nullopt: not a name of this log ("7" is, "07", "+7", "7.compact" are not).
std::optional<std::int64_t> batch_of_name(std::string_view name);

// One folder of such files. One thread at a time; that no other process writes is the checkpoint's lock's job.
class batch_log {
 public:
  batch_log(file_system& files, std::string folder, int version = 1);

  const std::string& folder() const { return folder_; }
  std::string path(std::int64_t id) const { return path_in(folder_, std::to_string(id)); }

  // Adds the entry of a batch. It is there for good when this returns. Throws log_conflict when the batch has one already:
  // then somebody else runs on this checkpoint.
  void add(std::int64_t id, std::string_view text);

  // The entry of a batch without its version line; nullopt: there is none.
  std::optional<std::string> get(std::int64_t id) const;

  bool contains(std::int64_t id) const { return files_->status(path(id)).has_value(); }

  // The batches that have an entry, in order.
  std::vector<std::int64_t> ids() const;
  std::optional<std::int64_t> latest() const;

  // Removes the entries of all batches below `oldest`. Becomes durable with the next `add`; a crash may bring some back.
  void purge_below(std::int64_t oldest);

 private:
  file_system* files_;
  std::string folder_;
  int version_;
  std::optional<std::int64_t> purged_below_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/batch_log.ipp>
#endif
