// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A log of lines in which every tenth file repeats all lines before it, so that reading it never takes more than ten files.
//
// Entry N is the file "N": "v1", then a line for each item; no newline at the end. Where N + 1 is a multiple of the interval
// it is "N.compact" instead, and holds the lines of all entries up to N. Entries below a compact one are not needed any more;
// they are removed when they are old. The form and the rules are those of Spark's file source and file sink.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_system.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// One folder of such files. One thread at a time, one process at a time.
class compacted_log {
 public:
  static constexpr std::string_view compact_ending = ".compact";
  static constexpr std::int64_t kept_entries = 100;         // as many of the latest stay, whatever their age
  static constexpr std::int64_t kept_ms = 10 * 60 * 1000;  // and those younger than this

  // An interval that the folder was written with wins over `interval`.
  compacted_log(file_system& files, std::string folder, std::int64_t interval = 10);

  const std::string& folder() const { return folder_; }
  std::string path(std::int64_t id) const;

  // The number of the latest entry; -1: there is none.
  std::int64_t latest() const;

  // Adds an entry, durably. Requires: `id` is the latest so far plus 1, or the log is empty. False: it is there already. Of the
  // lines before, a compact entry repeats those for which `is_kept` holds; without it all.
  [[nodiscard]] bool add(std::int64_t id, const std::vector<std::string>& lines,
                         const std::function<bool(std::string_view)>& is_kept = {});

  // The lines of all entries behind number `after`, in order; -1: of all. If a compact one is among them it gives all its
  // lines, those of entries up to `after` too. The first entry may have any number: a query can change its folder.
  std::vector<std::string> lines_after(std::int64_t after) const;

 private:
  struct entry {
    std::int64_t id = 0;
    bool is_compact = false;
    std::int64_t modified_ms = 0;
    std::string name;
  };

  bool is_compact(std::int64_t id) const { return (id + 1) % interval_ == 0; }

  // Numbers have no leading zeros: the one with more digits is greater.
  static bool has_lower_number(const file_entry& a, const file_entry& b);

  // In the order of their numbers.
  std::vector<entry> entries() const;
  void append_lines(const entry& one, std::int64_t expected, std::vector<std::string>& lines) const;
  static std::string text_of(const std::vector<std::string>& lines);

  // Entries that a compact one has taken the place of, when they are old by the clock of the files and far behind.
  void remove_outdated(std::int64_t id);

  // What the folder says: the distance of its last two compact entries, or of one from the start.
  std::int64_t interval_in_use(std::int64_t wanted) const;

  file_system* files_;
  std::string folder_;
  std::int64_t interval_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/compacted_log.ipp>
#endif
