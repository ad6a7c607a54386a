// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A log of one file a batch: added once, durable when `add` returns, read by id, purged from below.
//
// A file is named by its batch id in decimal and holds the line "v<version>", then whatever the log's owner wrote; nothing
// after the last line, not even '\n'. Other names in the folder, temporary ones above all, are no part of the log.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/row/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tidemark {

// The batch id that a file's name says, or nullopt: not a name of this log ("7" is, "07", "+7", "7.compact" are not).
inline std::optional<std::int64_t> batch_of_name(std::string_view name) {
  std::int64_t id{};
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (problem != std::errc{} || end != name.data() + name.size() || name.front() == '-') return std::nullopt;
  if (name.size() > 1 && name.front() == '0') return std::nullopt;
  return id;
}

// One folder of such files. One thread at a time; that no other process writes is the checkpoint's lock's job.
class batch_log {
 public:
  batch_log(file_system& files, std::string folder, int version = 1)
      : files_(&files), folder_(std::move(folder)), version_(version) {}

  const std::string& folder() const { return folder_; }
  std::string path(std::int64_t id) const { return path_in(folder_, std::to_string(id)); }

  // Adds the entry of a batch. It is there for good when this returns. Throws log_conflict when the batch has one already:
  // then somebody else runs on this checkpoint.
  void add(std::int64_t id, std::string_view text) {
    files_->make_folders(folder_);
    std::string content = "v" + std::to_string(version_) + "\n";
    content += text;
    if (add_file(*files_, path(id), content)) return;
    const std::string sentence = "\"" + path(id) + "\" is there already, so another run writes to this checkpoint; " +
                                 "stop that one, or give each query its own checkpoint folder";
    throw error("log_conflict", sentence).in_batch(id).in_file(path(id));
  }

  // The entry of a batch without its version line; nullopt: there is none.
  std::optional<std::string> get(std::int64_t id) const {
    auto content = files_->read_file(path(id));
    if (content) content->erase(0, content->size() - text_below_version(*content, version_, path(id)).size());
    return content;
  }

  bool contains(std::int64_t id) const { return files_->status(path(id)).has_value(); }

  // The batches that have an entry, in order.
  std::vector<std::int64_t> ids() const {
    std::vector<std::int64_t> found;
    for (const auto& entry : files_->list(folder_))
      if (const auto id = batch_of_name(entry.name); id && !entry.is_folder) found.push_back(*id);
    std::sort(found.begin(), found.end());
    return found;
  }

  std::optional<std::int64_t> latest() const {
    const auto found = ids();
    return found.empty() ? std::nullopt : std::optional(found.back());
  }

  // Removes the entries of all batches below `oldest`. Becomes durable with the next `add`; a crash may bring some back.
  void purge_below(std::int64_t oldest) {
    if (!purged_below_) {  // only the first time asks the folder: from then on the ids in between are known
      for (const auto id : ids())
        if (id < oldest) files_->remove(path(id));
    } else {
      for (auto id = *purged_below_; id < oldest; ++id) files_->remove(path(id));
    }
    if (!purged_below_ || oldest > *purged_below_) purged_below_ = oldest;
  }

 private:
  file_system* files_;
  std::string folder_;
  int version_;
  std::optional<std::int64_t> purged_below_;
};

}  // namespace tidemark
