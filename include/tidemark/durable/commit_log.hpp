// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Batch N is done, and the watermark of the next one.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

struct commit_entry {
  std::int64_t next_watermark_ms = 0;  // 0: none yet

  friend bool operator==(const commit_entry&, const commit_entry&) = default;
};

// On disk: do not rename. The second line of an entry.
using commit_metadata = row<field<"nextBatchWatermarkMs", std::optional<std::int64_t>>>;

// An entry as it stands in the file below the version line.
std::string text_of(const commit_entry& entry);

// The entry that a file of this path holds; without a second line the watermark is 0. Throws log_malformed.
commit_entry commit_entry_of(std::string_view text, const std::string& path);

// The folder "commits" of a checkpoint. Rules of threads and errors as in batch_log.
class commit_log {
 public:
  commit_log(file_system& files, std::string folder) : log_(files, std::move(folder)) {}

  void add(std::int64_t batch, const commit_entry& entry) { log_.add(batch, text_of(entry)); }
  std::optional<commit_entry> get(std::int64_t batch) const;
  const batch_log& files() const { return log_; }
  void purge_below(std::int64_t oldest) { log_.purge_below(oldest); }

 private:
  batch_log log_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/commit_log.ipp>
#endif
