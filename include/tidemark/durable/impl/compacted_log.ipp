// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of compacted_log.hpp.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/form.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE compacted_log::compacted_log(file_system& files, std::string folder, std::int64_t interval)
    : files_(&files), folder_(std::move(folder)), interval_(interval_in_use(interval)) {}

TIDEMARK_INLINE std::string compacted_log::path(std::int64_t id) const {
  return path_in(folder_, std::to_string(id) + std::string(is_compact(id) ? compact_ending : ""));
}

TIDEMARK_INLINE std::int64_t compacted_log::latest() const {
  std::int64_t latest = -1;
  for (const auto& one : entries()) latest = (std::max)(latest, one.id);
  return latest;
}

TIDEMARK_INLINE bool compacted_log::add(std::int64_t id, const std::vector<std::string>& lines,
                                        const std::function<bool(std::string_view)>& is_kept) {
  files_->make_folders(folder_);
  std::vector<std::string> repeated;
  if (is_compact(id)) repeated = lines_after(-1);
  if (is_kept) std::erase_if(repeated, [&](const std::string& one) { return !is_kept(one); });
  std::string content = text_of(repeated);
  for (const auto& one : lines) (content += '\n') += one;
  if (!add_file(*files_, path(id), content)) return false;
  if (is_compact(id)) remove_outdated(id);
  return true;
}

TIDEMARK_INLINE std::vector<std::string> compacted_log::lines_after(std::int64_t after) const {
  auto found = entries();
  std::erase_if(found, [&](const entry& one) { return one.id <= after; });
  const auto compact = std::find_if(found.rbegin(), found.rend(), [](const entry& one) { return one.is_compact; });
  if (compact != found.rend()) found.erase(found.begin(), compact.base() - 1);
  std::vector<std::string> lines;
  if (found.empty()) return lines;
  std::int64_t expected = after < 0 || found.front().is_compact ? found.front().id : after + 1;
  for (const auto& one : found) append_lines(one, expected++, lines);
  return lines;
}

TIDEMARK_INLINE bool compacted_log::has_lower_number(const file_entry& a, const file_entry& b) {
  const std::size_t digits_of_a = (std::min)(a.name.find('.'), a.name.size());
  const std::size_t digits_of_b = (std::min)(b.name.find('.'), b.name.size());
  return digits_of_a != digits_of_b ? digits_of_a < digits_of_b : a.name < b.name;
}

TIDEMARK_INLINE std::vector<compacted_log::entry> compacted_log::entries() const {
  std::vector<entry> found;
  auto listed = files_->list(folder_);
  sort_entries(listed, has_lower_number);
  for (auto& one : listed) {
    std::string_view number = one.name;
    const bool is_compact = number.ends_with(compact_ending);
    if (is_compact) number.remove_suffix(compact_ending.size());
    const auto id = batch_of_name(number);
    if (id && !one.is_folder) found.push_back({*id, is_compact, one.modified_ms, std::move(one.name)});
  }
  return found;
}

TIDEMARK_INLINE void compacted_log::append_lines(const entry& one, std::int64_t expected,
                                                 std::vector<std::string>& lines) const {
  const auto file = path_in(folder_, one.name);
  if (one.id != expected)
    throw log_error("log_incomplete", path_in(folder_, std::to_string(expected)), "is missing, though later entries are there");
  const auto content = files_->read_file(file);
  if (!content) throw log_error("log_incomplete", file, "has gone while it was read");
  for (auto rest = text_below_version(*content, 1, file); !rest.empty();) {
    const auto line = rest.substr(0, rest.find('\n'));
    if (!line.empty()) lines.emplace_back(line);
    rest.remove_prefix((std::min)(line.size() + 1, rest.size()));
  }
}

TIDEMARK_INLINE std::string compacted_log::text_of(const std::vector<std::string>& lines) {
  std::string text = "v1";
  for (const auto& one : lines) (text += '\n') += one;
  return text;
}

TIDEMARK_INLINE void compacted_log::remove_outdated(std::int64_t id) {
  auto found = entries();
  std::int64_t needed = -1;
  std::int64_t now_ms = 0;
  for (const auto& one : found) {
    if (one.is_compact && one.id <= id - kept_entries) needed = (std::max)(needed, one.id);
    if (one.id == id) now_ms = one.modified_ms;
  }
  for (const auto& one : found)
    if (one.id < needed && one.modified_ms <= now_ms - kept_ms) files_->remove(path_in(folder_, one.name));
}

TIDEMARK_INLINE std::int64_t compacted_log::interval_in_use(std::int64_t wanted) const {
  std::vector<std::int64_t> compact;
  for (const auto& one : entries())
    if (one.is_compact) compact.push_back(one.id);
  if (compact.empty()) return wanted;
  if (compact.size() > 1) return compact.back() - compact[compact.size() - 2];
  const std::int64_t count = compact.back() + 1;
  for (std::int64_t interval = wanted; interval <= count / 2; ++interval)
    if (count % interval == 0) return interval;
  return count;
}

}  // namespace tidemark
