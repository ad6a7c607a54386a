// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of watermarks.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/watermarks.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE void merge(observed_times& into, const observed_times& from) {
  into.rows += from.rows;
  into.least = (std::min)(into.least, from.least);
  into.greatest = (std::max)(into.greatest, from.greatest);
  into.sum += from.sum;
  into.rows_beyond += from.rows_beyond;
}

TIDEMARK_INLINE std::optional<event_time_range> range_of(const observed_times& seen) {
  if (seen.rows == 0) return std::nullopt;
  // The sum is brought above zero first: division rounds towards zero, and the average of times before 1970 is to round down.
  const auto above_least = seen.sum - seen.least * static_cast<decltype(seen.sum)>(seen.rows);
  const auto average = static_cast<std::int64_t>(above_least / seen.rows);
  return event_time_range{floor_divide(seen.least, 1000), floor_divide(seen.greatest, 1000),
                          floor_divide(seen.least + average, 1000)};
}

TIDEMARK_INLINE watermarks::watermarks(std::span<const watermark_info> nodes, watermark_policy policy) : policy_(policy) {
  for (const auto& declared : nodes) inputs_.push_back({declared});
}

TIDEMARK_INLINE void watermarks::begin(std::int64_t time_ms) {
  if (!std::exchange(has_begun_, true))
    for (input& one : inputs_) one.last_rows_ms = time_ms;
  now_ms_ = time_ms;
}

TIDEMARK_INLINE std::int64_t watermarks::limit_of(std::size_t node) const {
  return saturating_add(timestamp::from_millis(now_ms_).micros, inputs_[node].declared.ignored_beyond_micros);
}

TIDEMARK_INLINE void watermarks::observe(std::size_t node, const observed_times& seen) {
  input& of = inputs_[node];
  if (seen.rows + seen.rows_beyond > 0) of.last_rows_ms = now_ms_;
  if (seen.rows == 0) return;
  const std::int64_t watermark = saturating_subtract(floor_divide(seen.greatest, 1000), of.declared.delay_ms);
  of.watermark_ms = (std::max)(of.watermark_ms, watermark);
}

TIDEMARK_INLINE std::int64_t watermarks::advance() {
  if (!inputs_.empty()) global_ms_ = (std::max)(global_ms_, policy_ == watermark_policy::min ? slowest_ms() : fastest_ms());
  return global_ms_;
}

TIDEMARK_INLINE std::int64_t watermarks::fastest_ms() const {
  std::int64_t fastest = 0;
  for (const input& one : inputs_) fastest = (std::max)(fastest, one.watermark_ms);
  return fastest;
}

TIDEMARK_INLINE std::int64_t watermarks::slowest_ms() const {
  std::int64_t slowest = fastest_ms();
  for (const input& one : inputs_)
    if (!is_idle(one)) slowest = (std::min)(slowest, one.watermark_ms);
  return slowest;
}

}  // namespace tidemark
