// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a source that reads a folder of files can be told.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

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
};

void check_options(const file_source_options& options);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/file_source_options.ipp>
#endif
