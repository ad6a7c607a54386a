// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where each source stood, and the watermark, when batch N was planned: from then on batch N means these rows.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// On disk: do not rename. The second line of an entry; a log of an old Spark may lack any of them.
using offset_metadata = row<field<"batchWatermarkMs", std::optional<std::int64_t>>,
                            field<"batchTimestampMs", std::optional<std::int64_t>>, field<"conf", std::optional<conf_map>>>;

// An entry as it stands in the file below the version line. Throws offset_is_no_line.
std::string text_of(const offset_entry& entry);

// The entry that a file of this path holds. Throws log_incomplete, log_malformed.
offset_entry offset_entry_of(std::string_view text, const std::string& path);

// The folder "offsets" of a checkpoint. Rules of threads and errors as in batch_log.
class offset_log {
 public:
  offset_log(file_system& files, std::string folder) : log_(files, std::move(folder)) {}

  void add(std::int64_t batch, const offset_entry& entry) { log_.add(batch, text_of(entry)); }
  std::optional<offset_entry> get(std::int64_t batch) const;
  const batch_log& files() const { return log_; }
  void purge_below(std::int64_t oldest) { log_.purge_below(oldest); }

 private:
  batch_log log_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/offset_log.ipp>
#endif
