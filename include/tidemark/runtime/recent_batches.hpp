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
  void add(const batch_outcome& ran);
  void add(const batch_outcome& last, const idle_trigger& idle);

  // From the oldest to the newest.
  std::vector<query_progress> all(const query_names& names) const;
  std::optional<query_progress> last(const query_names& names) const;

 private:
  struct entry {
    batch_outcome ran;
    std::optional<idle_trigger> idle;
  };

  static constexpr std::size_t most = 100;

  static query_progress report(const entry& from, const query_names& names);
  entry& next_place();

  std::vector<entry> entries_;
  std::size_t oldest_ = 0;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/recent_batches.ipp>
#endif
