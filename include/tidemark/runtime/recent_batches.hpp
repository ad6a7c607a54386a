// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The last reports of a query. Kept as the numbers they are made of, so that a batch pays for a copy of some numbers and not
// for a report that nobody asks for.

#include <tidemark/runtime/batch_outcome.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/progress.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

// A trigger that ran nothing.
struct idle_trigger {
  std::int64_t next_batch = 0;
  std::int64_t started_ms = 0;
  std::int64_t duration_ms = 0;
};

// A ring of the last 100. Not thread-safe.
class recent_batches {
 public:
  void add(const batch_outcome& ran) {
    entry& place = next_place();
    place.ran = ran;
    place.idle.reset();
  }

  void add(const batch_outcome& last, const idle_trigger& idle) {
    entry& place = next_place();
    place.ran = last;
    place.idle = idle;
  }

  // From the oldest to the newest.
  std::vector<query_progress> all(const query_names& names) const {
    std::vector<query_progress> reports;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      reports.push_back(report(entries_[(oldest_ + i) % entries_.size()], names));
    return reports;
  }

  std::optional<query_progress> last(const query_names& names) const {
    if (entries_.empty()) return std::nullopt;
    return report(entries_[(oldest_ + entries_.size() - 1) % entries_.size()], names);
  }

 private:
  struct entry {
    batch_outcome ran;
    std::optional<idle_trigger> idle;
  };

  static constexpr std::size_t most = 100;

  static query_progress report(const entry& from, const query_names& names) {
    if (!from.idle) return progress_of(names, from.ran);
    return idle_progress_of(names, from.ran, from.idle->next_batch, from.idle->started_ms, from.idle->duration_ms);
  }

  entry& next_place() {
    if (entries_.size() < most) return entries_.emplace_back();
    entry& place = entries_[oldest_];
    oldest_ = (oldest_ + 1) % most;
    return place;
  }

  std::vector<entry> entries_;
  std::size_t oldest_ = 0;
};

}  // namespace tidemark
