// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of offset_log.hpp.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/offset_entry.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE std::string text_of(const offset_entry& entry) {
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

TIDEMARK_INLINE offset_entry offset_entry_of(std::string_view text, const std::string& path) {
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

TIDEMARK_INLINE std::optional<offset_entry> offset_log::get(std::int64_t batch) const {
  const auto text = log_.get(batch);
  return text ? std::optional(offset_entry_of(*text, log_.path(batch))) : std::nullopt;
}

}  // namespace tidemark
