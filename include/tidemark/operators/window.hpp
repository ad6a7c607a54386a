// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// window(time, width, slide, offset): the windows of event time that a row falls into.

#include <tidemark/operators/row_views.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/windows.hpp>
#include <tidemark/row/error.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <utility>

namespace tidemark::stage {

// Passes each row on once for each window that it falls into, with the window as a column. A row without a time falls into
// none. The latest window first, as in the engine. What is behind is told by enter(window) that the rows to come are of another
// window, so it need not compare the windows of two rows; and
// before the first of a row by arrive(row).
template <class Windows, class Next>
class assign_windows {
 public:
  constexpr assign_windows(Windows windows, Next next) : windows_(std::move(windows)), next_(std::move(next)) {}

  template <class Row>
  [[gnu::always_inline]] constexpr void process(const Row& row) {
    const auto& time = windows_.time(row);
    if (is_null(time)) return;
    const std::int64_t micros = micros_of(value_of_nullable(time));
    // Most rows fall into the window of the row before: one subtraction instead of a division.
    if (static_cast<std::uint64_t>(micros) - static_cast<std::uint64_t>(window_.start.micros) >= span_) [[unlikely]] {
      const window_grid& grid = windows_.grid;
      window_ = last_window(grid.width, grid.slide, grid.offset, micros);
      span_ = grid.is_tumbling() ? span_of(window_.start.micros, grid.slide) : 0;
      time_ = micros;
      next_.enter(window_);
    }
    next_.arrive(row);
    // In one place, so that what is behind is inlined once.
    while (true) {
      next_.process(with_value<Row, Windows::key, time_window>{row, window_});
      if (span_ != 0) [[likely]]
        return;
      window_ = window_before(window_, windows_.grid.width, windows_.grid.slide);
      if (window_.end.micros <= time_ || window_.start.micros == (std::numeric_limits<std::int64_t>::min)()) return;
      next_.enter(window_);
    }
  }
  constexpr void end_of_batch(const batch_info& batch) {
    span_ = 0;  // what is behind has forgotten the window
    next_.end_of_batch(batch);
  }

 private:
  static constexpr std::int64_t micros_of(timestamp time) { return time.micros; }
  static constexpr std::int64_t micros_of(const time_window& window) { return saturating_subtract(window.end.micros, 1); }

  // These take numbers: clang keeps a stage in memory as soon as a part of it is handed to a function as a struct.
  [[gnu::noinline]] static constexpr time_window last_window(std::int64_t width, std::int64_t slide, std::int64_t offset,
                                                             std::int64_t time) {
    return window_from(window_grid{width, slide, offset}.last_start(time), width);
  }
  [[gnu::noinline]] static constexpr time_window window_before(time_window window, std::int64_t width, std::int64_t slide) {
    return window_from(saturating_subtract(window.start.micros, slide), width);
  }
  static constexpr time_window window_from(std::int64_t start, std::int64_t width) {
    return {timestamp(start), timestamp(saturating_add(start, width))};
  }
  // Not beyond the end of time, where the difference starts anew; 0 for a window cut off at its beginning, off the grid.
  static constexpr std::uint64_t span_of(std::int64_t start, std::int64_t slide) {
    const auto micros_left =
        static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)()) - static_cast<std::uint64_t>(start) + 1;
    return (std::min)(static_cast<std::uint64_t>(slide), micros_left);
  }

  [[no_unique_address]] Windows windows_;
  time_window window_{};
  std::uint64_t span_ = 0;  // rows so far from its start fall into the window and no other; 0: not known, or windows overlap
  std::int64_t time_ = 0;  // of the row for which `window_` was made
  [[no_unique_address]] Next next_;
};

}  // namespace tidemark::stage

namespace tidemark {

namespace detail {

constexpr window_grid checked_grid(std::chrono::microseconds width, std::chrono::microseconds slide,
                                   std::chrono::microseconds offset) {
  if (width.count() <= 0 || slide.count() <= 0 || slide > width)
    throw error("window_parameters",
                "a window needs a width above zero and a slide above zero and not above the width; change them");
  if (offset.count() >= slide.count() || -offset.count() >= slide.count())
    throw error("window_parameters", "the offset of a window must be smaller than its slide; change it");
  return {width.count(), slide.count(), offset.count()};
}

}  // namespace detail

// The windows [start, end) of `width` that begin every `slide` and that the time falls into; the grid begins at 1970-01-01Z
// plus `offset`. Gives the column "window" (rename it with .as). A window as time counts by its last microsecond, so windows
// of windows stay in place. A window that would reach beyond the range of timestamps is cut off there. Throws error
// window_parameters.
template <Expression Time>
constexpr auto window(Time time, std::chrono::microseconds width, std::chrono::microseconds slide,
                      std::chrono::microseconds offset = std::chrono::microseconds(0)) {
  return windows_of<Time, "window">(std::move(time), detail::checked_grid(width, slide, offset));
}
template <Expression Time>
constexpr auto window(Time time, std::chrono::microseconds width) {
  return window(std::move(time), width, width);
}

}  // namespace tidemark
