// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of recent_batches.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/progress.hpp>
#include <tidemark/runtime/recent_batches.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE void recent_batches::add(const batch_outcome& ran) {
  entry& place = next_place();
  place.ran = ran;
  place.idle.reset();
}

TIDEMARK_INLINE void recent_batches::add(const batch_outcome& last, const idle_trigger& idle) {
  entry& place = next_place();
  place.ran = last;
  place.idle = idle;
}

TIDEMARK_INLINE std::vector<query_progress> recent_batches::all(const query_names& names) const {
  std::vector<query_progress> reports;
  for (std::size_t i = 0; i < entries_.size(); ++i) reports.push_back(report(entries_[(oldest_ + i) % entries_.size()], names));
  return reports;
}

TIDEMARK_INLINE std::optional<query_progress> recent_batches::last(const query_names& names) const {
  if (entries_.empty()) return std::nullopt;
  return report(entries_[(oldest_ + entries_.size() - 1) % entries_.size()], names);
}

TIDEMARK_INLINE query_progress recent_batches::report(const entry& from, const query_names& names) {
  if (!from.idle) return progress_of(names, from.ran);
  return idle_progress_of(names, from.ran, from.idle->next_batch, from.idle->started_ms, from.idle->duration_ms);
}

TIDEMARK_INLINE recent_batches::entry& recent_batches::next_place() {
  if (entries_.size() < most) return entries_.emplace_back();
  entry& place = entries_[oldest_];
  oldest_ = (oldest_ + 1) % most;
  return place;
}

}  // namespace tidemark
