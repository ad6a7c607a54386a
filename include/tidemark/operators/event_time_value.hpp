// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The point in time that the value of an event-time column stands for: a window is at its end.

#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <cstdint>
#include <optional>

namespace tidemark {

// A null stays one; `event_time_or_epoch` makes it the epoch.
constexpr timestamp event_time_value(timestamp time) { return time; }
constexpr timestamp event_time_value(const time_window& window) { return window.end; }
template <class T>
constexpr std::optional<timestamp> event_time_value(const std::optional<T>& time) {
  if (!time) return std::nullopt;
  return event_time_value(*time);
}

constexpr timestamp event_time_or_epoch(timestamp time) { return time; }
constexpr timestamp event_time_or_epoch(const time_window& window) { return window.end; }
template <class T>
constexpr timestamp event_time_or_epoch(const std::optional<T>& time) {
  return time ? event_time_or_epoch(*time) : timestamp{};
}

// At or below a time; null never is.
constexpr bool is_at_or_below(timestamp time, timestamp bound) { return time <= bound; }
constexpr bool is_at_or_below(const std::optional<timestamp>& time, timestamp bound) { return time && *time <= bound; }

}  // namespace tidemark
