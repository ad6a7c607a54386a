// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where each source stood, and the watermark, when batch N was planned: from then on batch N means these rows.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
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
inline std::string text_of(const offset_entry& entry) {
  std::string text;
  write_json(text, offset_metadata{entry.watermark_ms, entry.time_ms, entry.conf});
  for (const auto& end : entry.ends) {
    if (end && (end->empty() || *end == "-" || end->find('\n') != std::string::npos))
      throw error("offset_is_no_line", "a source gave \"" + *end + "\" as an offset; let it give one line of JSON");
    text += '\n';
    text += end ? *end : "-";
  }
  return text;
}

// The entry that a file of this path holds. Throws log_incomplete, log_malformed.
inline offset_entry offset_entry_of(std::string_view text, const std::string& path) {
  if (text.empty()) throw log_error("log_incomplete", path, "ends behind its version line");
  const auto next_line = [&text] {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() == text.size() ? line.size() : line.size() + 1);
    return line;
  };
  offset_entry entry;
  const auto first = next_line();
  try {
    const auto metadata = first.empty() ? offset_metadata{} : read_json<offset_metadata>(first);
    entry.watermark_ms = get<"batchWatermarkMs">(metadata).value_or(0);
    entry.time_ms = get<"batchTimestampMs">(metadata).value_or(0);
    entry.conf = get<"conf">(metadata).value_or(conf_map{});
  } catch (const error& problem) {
    throw log_error("log_malformed", path, std::string("has a second line that can't be read (") + problem.what() + ")");
  }
  while (!text.empty()) {
    const auto line = next_line();
    if (line.empty()) throw log_error("log_malformed", path, "has an empty line where the offset of a source should be");
    entry.ends.push_back(line == "-" ? std::nullopt : std::optional<std::string>(line));
  }
  return entry;
}

// The folder "offsets" of a checkpoint. Rules of threads and errors as in batch_log.
class offset_log {
 public:
  offset_log(file_system& files, std::string folder) : log_(files, std::move(folder)) {}

  void add(std::int64_t batch, const offset_entry& entry) { log_.add(batch, text_of(entry)); }
  std::optional<offset_entry> get(std::int64_t batch) const {
    const auto text = log_.get(batch);
    return text ? std::optional(offset_entry_of(*text, log_.path(batch))) : std::nullopt;
  }
  const batch_log& files() const { return log_; }
  void purge_below(std::int64_t oldest) { log_.purge_below(oldest); }

 private:
  batch_log log_;
};

}  // namespace tidemark
