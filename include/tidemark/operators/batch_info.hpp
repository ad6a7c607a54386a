// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a stage is told about its batch, and what it tells back: plain records, filled and read by the runtime once a batch.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tidemark {

// The batch that runs. Its time is what the offset log says, also when it is run again.
struct batch_info {
  std::int64_t id = 0;
  std::int64_t time_ms = 0;
};

// How many metrics of its own a step may count.
inline constexpr std::size_t most_step_metrics = 8;

// One stateful step in one partition. The runtime sets the first three before the batch and reads the counters after it; the
// stage sets every counter once, at the end of its batch. Watermarks are in ms; 0: none yet.
struct alignas(64) step_record {
  std::int64_t late_ms = 0;   // rows whose event time is at or below this are late: the watermark of the batch before
  std::int64_t evict_ms = 0;  // state whose event time is at or below this is final
  std::int64_t time_ms = 0;   // the batch's time

  std::int64_t rows_updated = 0;
  std::int64_t rows_removed = 0;
  std::int64_t rows_dropped_late = 0;
  std::int64_t wants_batch_at_ms = (std::numeric_limits<std::int64_t>::max)();  // or later, whether or not there are rows
  std::array<std::int64_t, most_step_metrics> metrics{};  // of its own, in the order of stateful::metrics
};

// The event times that one watermark node saw in one partition in this batch, in microseconds. Those above the limit, which the
// runtime sets before the batch and which only a node with such an option asks for, are counted and otherwise left out.
struct alignas(64) observed_times {
  std::int64_t rows = 0;
  std::int64_t least = (std::numeric_limits<std::int64_t>::max)();
  std::int64_t greatest = (std::numeric_limits<std::int64_t>::min)();
  __extension__ __int128 sum = 0;  // 64 bits would pass their range after some thousand rows
  std::int64_t rows_beyond = 0;
  std::int64_t limit = (std::numeric_limits<std::int64_t>::max)();
};

}  // namespace tidemark
