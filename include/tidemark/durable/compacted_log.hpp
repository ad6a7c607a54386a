// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A log of lines in which every tenth file repeats all lines before it, so that reading it never takes more than ten files.
//
// Entry N is the file "N": "v1", then a line for each item; no newline at the end. Where N + 1 is a multiple of the interval
// it is "N.compact" instead, and holds the lines of all entries up to N. Entries below a compact one are not needed any more;
// they are removed when they are old. The form and the rules are those of Spark's file source and file sink.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/versioned_text.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// One folder of such files. One thread at a time, one process at a time.
class compacted_log {
 public:
  static constexpr std::string_view compact_ending = ".compact";
  static constexpr std::int64_t kept_entries = 100;         // as many of the latest stay, whatever their age
  static constexpr std::int64_t kept_ms = 10 * 60 * 1000;  // and those younger than this

  // An interval that the folder was written with wins over `interval`.
  compacted_log(file_system& files, std::string folder, std::int64_t interval = 10)
      : files_(&files), folder_(std::move(folder)), interval_(interval_in_use(interval)) {}

  const std::string& folder() const { return folder_; }
  std::string path(std::int64_t id) const {
    return path_in(folder_, std::to_string(id) + std::string(is_compact(id) ? compact_ending : ""));
  }

  // The number of the latest entry; -1: there is none.
  std::int64_t latest() const {
    std::int64_t latest = -1;
    for (const auto& one : entries()) latest = (std::max)(latest, one.id);
    return latest;
  }

  // Adds an entry, durably. Requires: `id` is the latest so far plus 1, or the log is empty. False: it is there already.
  [[nodiscard]] bool add(std::int64_t id, const std::vector<std::string>& lines) {
    files_->make_folders(folder_);
    std::string content = is_compact(id) ? text_of(lines_after(-1)) : "v1";
    for (const auto& one : lines) (content += '\n') += one;
    if (!add_file(*files_, path(id), content)) return false;
    if (is_compact(id)) remove_outdated(id);
    return true;
  }

  // The lines of all entries behind number `after`, in order; -1: of all. If a compact one is among them it gives all its
  // lines, those of entries up to `after` too. The first entry may have any number: a query can change its folder.
  std::vector<std::string> lines_after(std::int64_t after) const {
    auto found = entries();
    std::erase_if(found, [&](const entry& one) { return one.id <= after; });
    std::sort(found.begin(), found.end(), [](const entry& a, const entry& b) { return a.id < b.id; });
    const auto compact = std::find_if(found.rbegin(), found.rend(), [](const entry& one) { return one.is_compact; });
    if (compact != found.rend()) found.erase(found.begin(), compact.base() - 1);
    std::vector<std::string> lines;
    if (found.empty()) return lines;
    std::int64_t expected = after < 0 || found.front().is_compact ? found.front().id : after + 1;
    for (const auto& one : found) append_lines(one, expected++, lines);
    return lines;
  }

 private:
  struct entry {
    std::int64_t id = 0;
    bool is_compact = false;
    std::int64_t modified_ms = 0;
    std::string name;
  };

  bool is_compact(std::int64_t id) const { return (id + 1) % interval_ == 0; }

  std::vector<entry> entries() const {
    std::vector<entry> found;
    for (auto& one : files_->list(folder_)) {
      std::string_view number = one.name;
      const bool is_compact = number.ends_with(compact_ending);
      if (is_compact) number.remove_suffix(compact_ending.size());
      const auto id = batch_of_name(number);
      if (id && !one.is_folder) found.push_back({*id, is_compact, one.modified_ms, std::move(one.name)});
    }
    return found;
  }

  void append_lines(const entry& one, std::int64_t expected, std::vector<std::string>& lines) const {
    const auto file = path_in(folder_, one.name);
    if (one.id != expected)
      throw log_error("log_incomplete", path_in(folder_, std::to_string(expected)),
                      "is missing, though later entries are there");
    const auto content = files_->read_file(file);
    if (!content) throw log_error("log_incomplete", file, "has gone while it was read");
    for (auto rest = text_below_version(*content, 1, file); !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n'));
      if (!line.empty()) lines.emplace_back(line);
      rest.remove_prefix((std::min)(line.size() + 1, rest.size()));
    }
  }

  static std::string text_of(const std::vector<std::string>& lines) {
    std::string text = "v1";
    for (const auto& one : lines) (text += '\n') += one;
    return text;
  }

  // Entries that a compact one has taken the place of, when they are old by the clock of the files and far behind.
  void remove_outdated(std::int64_t id) {
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

  // What the folder says: the distance of its last two compact entries, or of one from the start.
  std::int64_t interval_in_use(std::int64_t wanted) const {
    std::vector<std::int64_t> compact;
    for (const auto& one : entries())
      if (one.is_compact) compact.push_back(one.id);
    std::sort(compact.begin(), compact.end());
    if (compact.empty()) return wanted;
    if (compact.size() > 1) return compact.back() - compact[compact.size() - 2];
    const std::int64_t count = compact.back() + 1;
    for (std::int64_t interval = wanted; interval <= count / 2; ++interval)
      if (count % interval == 0) return interval;
    return count;
  }

  file_system* files_;
  std::string folder_;
  std::int64_t interval_;
};

}  // namespace tidemark
