// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Reads from the logs of a checkpoint where its query goes on.

#include <tidemark/durable/commit_log.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/durable/recovery.hpp>
#include <tidemark/row/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace tidemark {

namespace detail {

inline offset_entry entry_of(const offset_log& log, std::int64_t batch, std::size_t sources) {
  auto entry = log.get(batch).value();
  if (entry.ends.size() == sources) return entry;
  throw error("sources_changed", "\"" + log.files().path(batch) + "\" has offsets of " + std::to_string(entry.ends.size()) +
                                     " sources, but the query reads from " + std::to_string(sources) +
                                     "; read from the same sources in the same order, or start with a new checkpoint folder")
      .in_batch(batch)
      .in_file(log.files().path(batch));
}

}  // namespace detail

// What the logs hold.
inline logged_batches logged_batches_of(const offset_log& offsets, const commit_log& commits) {
  logged_batches found{.latest_offset = offsets.files().latest(), .latest_commit = commits.files().latest()};
  found.has_offset_before_latest = found.latest_offset && offsets.files().contains(*found.latest_offset - 1);
  return found;
}

// Reads the logs of a query with so many sources. Throws also what a damaged entry gives, and sources_changed.
inline recovery recover(const offset_log& offsets, const commit_log& commits, std::size_t sources) {
  const auto found = logged_batches_of(offsets, commits);
  const auto point = recovery_point_of(found, offsets.files().folder(), commits.files().folder());
  recovery result{.batch = point.batch, .is_logged = point.is_logged};
  result.starts.resize(sources);
  if (point.starts_at) {
    auto before = detail::entry_of(offsets, *point.starts_at, sources);
    result.starts = std::move(before.ends);
    result.late_watermark_ms = before.watermark_ms;
    result.conf = std::move(before.conf);
  }
  result.ends = result.starts;
  if (point.is_logged) {
    auto entry = detail::entry_of(offsets, point.batch, sources);
    result.ends = std::move(entry.ends);
    result.watermark_ms = entry.watermark_ms;
    result.time_ms = entry.time_ms;
    result.conf = std::move(entry.conf);
  } else if (found.latest_commit) {
    const auto next = commits.get(*found.latest_commit).value().next_watermark_ms;
    result.watermark_ms = (std::max)(result.late_watermark_ms, next);
  }
  return result;
}

}  // namespace tidemark
