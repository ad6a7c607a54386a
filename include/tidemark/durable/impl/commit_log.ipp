// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of commit_log.hpp.

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/durable/commit_log.hpp>
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

TIDEMARK_INLINE std::string text_of(const commit_entry& entry) {
  std::string text;
  write_json(text, commit_metadata{entry.next_watermark_ms});
  return text;
}

TIDEMARK_INLINE commit_entry commit_entry_of(std::string_view text, const std::string& path) {
  if (text.empty()) return {};
  try {
    return {get<"nextBatchWatermarkMs">(read_json<commit_metadata>(text)).value_or(0)};
  } catch (const error& problem) {
    throw log_error("log_malformed", path, std::string("has a second line that can't be read (") + problem.what() + ")");
  }
}

TIDEMARK_INLINE std::optional<commit_entry> commit_log::get(std::int64_t batch) const {
  const auto text = log_.get(batch);
  return text ? std::optional(commit_entry_of(*text, log_.path(batch))) : std::nullopt;
}

}  // namespace tidemark
