// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of batch_log.hpp.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/form.hpp>
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

TIDEMARK_INLINE std::optional<std::int64_t> batch_of_name(std::string_view name) {
  std::int64_t id{};
  const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), id);
  if (problem != std::errc{} || end != name.data() + name.size() || name.front() == '-') return std::nullopt;
  if (name.size() > 1 && name.front() == '0') return std::nullopt;
  return id;
}

TIDEMARK_INLINE batch_log::batch_log(file_system& files, std::string folder, int version)
    : files_(&files), folder_(std::move(folder)), version_(version) {}

TIDEMARK_INLINE void batch_log::add(std::int64_t id, std::string_view text) {
  files_->make_folders(folder_);
  std::string content = "v" + std::to_string(version_) + "\n";
  content += text;
  if (add_file(*files_, path(id), content)) return;
  const std::string sentence = "\"" + path(id) + "\" is there already, so another run writes to this checkpoint; " +
                               "stop that one, or give each query its own checkpoint folder";
  throw error("log_conflict", sentence).in_batch(id).in_file(path(id));
}

TIDEMARK_INLINE std::optional<std::string> batch_log::get(std::int64_t id) const {
  auto content = files_->read_file(path(id));
  if (content) content->erase(0, content->size() - text_below_version(*content, version_, path(id)).size());
  return content;
}

TIDEMARK_INLINE std::vector<std::int64_t> batch_log::ids() const {
  std::vector<std::int64_t> found;
  for (const auto& entry : files_->list(folder_))
    if (const auto id = batch_of_name(entry.name); id && !entry.is_folder) found.push_back(*id);
  std::sort(found.begin(), found.end());
  return found;
}

TIDEMARK_INLINE std::optional<std::int64_t> batch_log::latest() const {
  const auto found = ids();
  return found.empty() ? std::nullopt : std::optional(found.back());
}

TIDEMARK_INLINE void batch_log::purge_below(std::int64_t oldest) {
  if (!purged_below_) {  // only the first time asks the folder: from then on the ids in between are known
    for (const auto id : ids())
      if (id < oldest) files_->remove(path(id));
  } else {
    for (auto id = *purged_below_; id < oldest; ++id) files_->remove(path(id));
  }
  if (!purged_below_ || oldest > *purged_below_) purged_below_ = oldest;
}

}  // namespace tidemark
