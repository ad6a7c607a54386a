// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// window_time(window): a window as a point in time again.

#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/time_window.hpp>

#include <chrono>
#include <utility>

namespace tidemark {

namespace functions {

struct window_time : call_notation<window_time> {
  static constexpr const char* symbol = "window_time";
  static constexpr timestamp apply(const time_window& window) { return window.end - std::chrono::microseconds(1); }
};

}  // namespace functions

template <class E, class EventTime>
inline constexpr bool carries_event_time<call<functions::window_time, E>, EventTime> = carries_event_time<E, EventTime>;

// The last microsecond of a window: a point in time that carries the window's watermark on.
template <Expression Window>
constexpr auto window_time(Window&& window) {
  return call_of<functions::window_time>(std::forward<Window>(window));
}

}  // namespace tidemark
