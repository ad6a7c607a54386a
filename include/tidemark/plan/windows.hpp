// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Windows of a time as an expression: the grid on which they lie, and what makes them of a row.

#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/value_text.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <chrono>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

// The grid on which windows lie, in microseconds.
struct window_grid {
  std::int64_t width{};
  std::int64_t slide{};
  std::int64_t offset{};

  constexpr bool is_tumbling() const { return width == slide; }
  // The start of the last window that begins at or before `time`.
  constexpr std::int64_t last_start(std::int64_t time) const {
    const std::int64_t above = saturating_subtract(time % slide, offset) % slide;  // right also at the ends of time
    return saturating_subtract(time, above < 0 ? above + slide : above);
  }
};

// A windows-of-a-time expression: one row falls into as many windows as overlap, so it stands only where rows may multiply
// (group_by). `Time` gives a timestamp, or a window, which counts by the last microsecond in it.
template <Expression Time, name Name>
struct windows_of : expression {
  static constexpr auto key = Name;
  static constexpr bool makes_windows = true;
  using columns = typename Time::columns;
  using time_type = Time;
  template <class R>
  using type = std::conditional_t<is_wrong_type<type_of<Time, R>>, type_of<Time, R>, time_window>;

  [[no_unique_address]] Time time;
  window_grid grid;

  constexpr windows_of(Time of, window_grid on) : time(std::move(of)), grid(on) {}

  template <name As>
  constexpr auto as(column<As> /*name*/) const {
    return windows_of<Time, As>(time, grid);
  }
  void print(auto& out) const {
    out += "window(";
    time.print(out);
    for (const std::int64_t part : {grid.width, grid.slide, grid.offset})
      append_duration_text(out += ", ", std::chrono::microseconds(part));
    out += ')';
  }
};

template <class E>
concept WindowsExpression = requires { requires E::makes_windows; };

template <class Time, name Name, class EventTime>
inline constexpr bool carries_event_time<windows_of<Time, Name>, EventTime> = carries_event_time<Time, EventTime>;

}  // namespace tidemark
