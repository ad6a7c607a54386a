// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a source that reads a folder of files can be told.

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

void check_options(const file_source_options& options);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/file_source_options.ipp>
#endif
