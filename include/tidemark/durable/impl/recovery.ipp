// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of recovery.hpp.

#include <tidemark/durable/file.hpp>
#include <tidemark/durable/recovery.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

TIDEMARK_INLINE recovery_point recovery_point_of(const logged_batches& found, const std::string& offsets,
                                                 const std::string& commits) {
  const auto hole = [](std::int64_t batch, const std::string& folder, const std::string& because) {
    return error("log_hole", "\"" + folder + "\" has no entry for batch " + std::to_string(batch) + ", but " + because +
                                 "; put the file back from a copy, or start with a new checkpoint folder")
        .in_batch(batch)
        .in_file(path_in(folder, std::to_string(batch)));
  };
  const auto says = [](const std::string& folder, std::int64_t batch) {
    return "\"" + folder + "\" has one for batch " + std::to_string(batch);
  };
  const auto& latest = found.latest_offset;
  const auto& committed = found.latest_commit;
  if (committed && (!latest || *committed > *latest)) {
    throw error("log_ahead", "batch " + std::to_string(*committed) + " is committed in \"" + commits + "\", but \"" + offsets +
                                 "\" " + (latest ? "ends at batch " + std::to_string(*latest) : std::string("is empty")) +
                                 "; put the files back from a copy, or start with a new checkpoint folder")
        .in_batch(*committed)
        .in_file(path_in(offsets, std::to_string(*committed)));
  }
  if (!latest) return {};
  if (*latest > 0 && !found.has_offset_before_latest) throw hole(*latest - 1, offsets, says(offsets, *latest));
  if (committed == latest) return {.batch = *latest + 1, .is_logged = false, .starts_at = latest};
  if (*latest == 0) return {.batch = 0, .is_logged = true, .starts_at = std::nullopt};
  if (committed != *latest - 1) throw hole(*latest - 1, commits, says(offsets, *latest));
  return {.batch = *latest, .is_logged = true, .starts_at = *latest - 1};
}

}  // namespace tidemark
