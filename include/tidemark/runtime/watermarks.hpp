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
#include <vector>

namespace tidemark {

// Which of several watermarked inputs sets the pace: the slowest, or the fastest.
enum class watermark_policy { min, max };

// Adds what one partition saw to what others saw.
void merge(observed_times& into, const observed_times& from);

// The event times of a batch as progress shows them, in ms since the epoch, rounded down.
struct event_time_range {
  std::int64_t least_ms = 0;
  std::int64_t greatest_ms = 0;
  std::int64_t average_ms = 0;
};

// The range of times that counted; nullopt if there were none.
std::optional<event_time_range> range_of(const observed_times& seen);

// Kept: for each node its highest watermark since the query started and the time of the last batch in which it saw rows, and
// the query's watermark. Those of the nodes are not on disk: after a restart an input counts as never seen until it has rows
// again, and as having had some in the first batch. The query's is in the offset and commit log, and never goes back. All times
// are those of batches: what a batch makes of them when it runs again does not depend on when that is.
class watermarks {
 public:
  watermarks(std::span<const watermark_info> nodes, watermark_policy policy);

  bool empty() const { return inputs_.empty(); }

  // The watermark of the next batch, in ms; 0: none yet.
  std::int64_t global_ms() const { return global_ms_; }

  // Goes on from what an earlier run had logged.
  void restore(std::int64_t global_ms) { global_ms_ = (std::max)(global_ms_, global_ms); }

  // A batch of this time begins.
  void begin(std::int64_t time_ms);

  // The greatest event time that counts in the batch, in microseconds.
  std::int64_t limit_of(std::size_t node) const;

  // Takes in what node `node` saw in the batch, over all partitions. Rows count wherever they lie, late ones too.
  void observe(std::size_t node, const observed_times& seen);

  // After the nodes of a batch were observed: moves the query's watermark, never back, and returns it.
  std::int64_t advance();

 private:
  struct input {
    watermark_info declared;
    std::int64_t watermark_ms = 0;  // 0: never seen
    std::int64_t last_rows_ms = 0;
  };

  bool is_idle(const input& one) const { return saturating_subtract(now_ms_, one.last_rows_ms) >= one.declared.idle_after_ms; }

  std::int64_t fastest_ms() const;
  // Idle inputs hold nothing back. Where all are, that is the fastest: in which order they fell silent makes no difference.
  std::int64_t slowest_ms() const;

  std::vector<input> inputs_;
  watermark_policy policy_;
  std::int64_t global_ms_ = 0;
  std::int64_t now_ms_ = 0;  // the time of the batch
  bool has_begun_ = false;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/watermarks.ipp>
#endif
