// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the event times that watermark nodes saw to the watermark of the next batch.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/row/timestamp.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tidemark {

// Which of several watermarked inputs sets the pace: the slowest, or the fastest.
enum class watermark_policy { min, max };

// Adds what one partition saw to what others saw.
inline void merge(observed_times& into, const observed_times& from) {
  into.rows += from.rows;
  into.least = (std::min)(into.least, from.least);
  into.greatest = (std::max)(into.greatest, from.greatest);
  into.sum += from.sum;
}

// The event times of a batch as progress shows them, in ms since the epoch, rounded down.
struct event_time_range {
  std::int64_t least_ms = 0;
  std::int64_t greatest_ms = 0;
  std::int64_t average_ms = 0;
};

// The range of times that were seen; nullopt if there were none.
inline std::optional<event_time_range> range_of(const observed_times& seen) {
  if (seen.rows == 0) return std::nullopt;
  // The sum is brought above zero first: division rounds towards zero, and the average of times before 1970 is to round down.
  const auto above_least = seen.sum - seen.least * static_cast<decltype(seen.sum)>(seen.rows);
  const auto average = static_cast<std::int64_t>(above_least / seen.rows);
  return event_time_range{floor_divide(seen.least, 1000), floor_divide(seen.greatest, 1000),
                          floor_divide(seen.least + average, 1000)};
}

// Kept: the highest watermark of each node since the query started, and the query's. The former are not on disk: after a
// restart an input counts as never seen until it has rows again, so that under `min` the query's watermark stands still until
// every input had rows. The latter is in the offset and commit log, and never goes back.
class watermarks {
 public:
  watermarks(std::span<const std::int64_t> delays_ms, watermark_policy policy)
      : delays_ms_(delays_ms.begin(), delays_ms.end()), by_node_ms_(delays_ms.size(), 0), policy_(policy) {}

  bool empty() const { return delays_ms_.empty(); }

  // The watermark of the next batch, in ms; 0: none yet.
  std::int64_t global_ms() const { return global_ms_; }

  // Goes on from what an earlier run had logged.
  void restore(std::int64_t global_ms) { global_ms_ = (std::max)(global_ms_, global_ms); }

  // Takes in what node `node` saw in a batch, over all partitions. Rows count wherever they lie, late ones too.
  void observe(std::size_t node, const observed_times& seen) {
    if (seen.rows == 0) return;
    const std::int64_t watermark = saturating_subtract(floor_divide(seen.greatest, 1000), delays_ms_[node]);
    by_node_ms_[node] = (std::max)(by_node_ms_[node], watermark);
  }

  // After the nodes of a batch were observed: moves the query's watermark, never back, and returns it.
  std::int64_t advance() {
    if (by_node_ms_.empty()) return global_ms_;
    const auto [least, greatest] = std::minmax_element(by_node_ms_.begin(), by_node_ms_.end());
    global_ms_ = (std::max)(global_ms_, policy_ == watermark_policy::min ? *least : *greatest);
    return global_ms_;
  }

 private:
  std::vector<std::int64_t> delays_ms_;
  std::vector<std::int64_t> by_node_ms_;  // 0: never seen
  watermark_policy policy_;
  std::int64_t global_ms_ = 0;
};

}  // namespace tidemark
