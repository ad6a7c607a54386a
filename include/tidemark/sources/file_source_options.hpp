// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a source that reads a folder of files can be told.

#include <tidemark/row/error.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

// What becomes of a file that was read, when no batch can ask for it again.
enum class clean_up { nothing, archive, remove };

struct file_source_options {
  std::int64_t max_files_per_trigger = 0;  // 0: no limit
  std::int64_t max_bytes_per_trigger = 0;  // 0: no limit; at least one file is read
  bool latest_first = false;               // the newest files first
  // Files that are older than the newest file read so far by more than this are ignored, and forgotten if they were read: this
  // bounds what is remembered. Not applied to what is there at the start, nor together with latest_first and a limit. None:
  // every file is read, however old.
  std::optional<std::chrono::milliseconds> max_file_age{};
  std::string glob{};  // the last part of a name must match: "*.json"; empty: all
  bool recursive = false;  // files in folders below count too
  // Done when the batch after is planned, as far as it goes: a file that can't be moved or removed stays, and is not read
  // again.
  clean_up clean_source = clean_up::nothing;
  std::string archive_folder{};  // where `archive` puts a file, with its whole path below it; on the same file system
};

inline void check_options(const file_source_options& options) {
  const auto is_wrong = options.max_files_per_trigger < 0 || options.max_bytes_per_trigger < 0 ||
                        (options.max_file_age && options.max_file_age->count() < 0);
  if (is_wrong)
    throw error("file_source_options", "a limit or the age of files is negative; leave it out, or set a positive one");
  if ((options.clean_source == clean_up::archive) == options.archive_folder.empty())
    throw error("file_source_options", "archive_folder and clean_up::archive go together; set both, or none");
  if (options.max_files_per_trigger > 0 && options.max_bytes_per_trigger > 0)
    throw error("file_source_options", "max_files_per_trigger and max_bytes_per_trigger are both set; choose one of them");
}

}  // namespace tidemark
