// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// From the event times that watermark nodes saw to the watermark of the next batch.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/runtime/program.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
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
  into.rows_beyond += from.rows_beyond;
}

// The event times of a batch as progress shows them, in ms since the epoch, rounded down.
struct event_time_range {
  std::int64_t least_ms = 0;
  std::int64_t greatest_ms = 0;
  std::int64_t average_ms = 0;
};

// The range of times that counted; nullopt if there were none.
inline std::optional<event_time_range> range_of(const observed_times& seen) {
  if (seen.rows == 0) return std::nullopt;
  // The sum is brought above zero first: division rounds towards zero, and the average of times before 1970 is to round down.
  const auto above_least = seen.sum - seen.least * static_cast<decltype(seen.sum)>(seen.rows);
  const auto average = static_cast<std::int64_t>(above_least / seen.rows);
  return event_time_range{floor_divide(seen.least, 1000), floor_divide(seen.greatest, 1000),
                          floor_divide(seen.least + average, 1000)};
}

// Kept: for each node its highest watermark since the query started and the time of the last batch in which it saw rows, and
// the query's watermark. Those of the nodes are not on disk: after a restart an input counts as never seen until it has rows
// again, and as having had some in the first batch. The query's is in the offset and commit log, and never goes back. All times
// are those of batches: what a batch makes of them when it runs again does not depend on when that is.
class watermarks {
 public:
  watermarks(std::span<const watermark_info> nodes, watermark_policy policy) : policy_(policy) {
    for (const auto& declared : nodes) inputs_.push_back({declared});
  }

  bool empty() const { return inputs_.empty(); }

  // The watermark of the next batch, in ms; 0: none yet.
  std::int64_t global_ms() const { return global_ms_; }

  // Goes on from what an earlier run had logged.
  void restore(std::int64_t global_ms) { global_ms_ = (std::max)(global_ms_, global_ms); }

  // A batch of this time begins.
  void begin(std::int64_t time_ms) {
    if (!std::exchange(has_begun_, true))
      for (input& one : inputs_) one.last_rows_ms = time_ms;
    now_ms_ = time_ms;
  }

  // The greatest event time that counts in the batch, in microseconds.
  std::int64_t limit_of(std::size_t node) const {
    return saturating_add(timestamp::from_millis(now_ms_).micros, inputs_[node].declared.ignored_beyond_micros);
  }

  // Takes in what node `node` saw in the batch, over all partitions. Rows count wherever they lie, late ones too.
  void observe(std::size_t node, const observed_times& seen) {
    input& of = inputs_[node];
    if (seen.rows + seen.rows_beyond > 0) of.last_rows_ms = now_ms_;
    if (seen.rows == 0) return;
    const std::int64_t watermark = saturating_subtract(floor_divide(seen.greatest, 1000), of.declared.delay_ms);
    of.watermark_ms = (std::max)(of.watermark_ms, watermark);
  }

  // After the nodes of a batch were observed: moves the query's watermark, never back, and returns it.
  std::int64_t advance() {
    if (!inputs_.empty()) global_ms_ = (std::max)(global_ms_, policy_ == watermark_policy::min ? slowest_ms() : fastest_ms());
    return global_ms_;
  }

 private:
  struct input {
    watermark_info declared;
    std::int64_t watermark_ms = 0;  // 0: never seen
    std::int64_t last_rows_ms = 0;
  };

  bool is_idle(const input& one) const { return saturating_subtract(now_ms_, one.last_rows_ms) >= one.declared.idle_after_ms; }

  std::int64_t fastest_ms() const {
    std::int64_t fastest = 0;
    for (const input& one : inputs_) fastest = (std::max)(fastest, one.watermark_ms);
    return fastest;
  }
  // Idle inputs hold nothing back. Where all are, that is the fastest: in which order they fell silent makes no difference.
  std::int64_t slowest_ms() const {
    std::int64_t slowest = fastest_ms();
    for (const input& one : inputs_)
      if (!is_idle(one)) slowest = (std::min)(slowest, one.watermark_ms);
    return slowest;
  }

  std::vector<input> inputs_;
  watermark_policy policy_;
  std::int64_t global_ms_ = 0;
  std::int64_t now_ms_ = 0;  // the time of the batch
  bool has_begun_ = false;
};

}  // namespace tidemark
