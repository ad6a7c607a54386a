// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A window of event time, as a column type.

#include <tidemark/row/timestamp.hpp>

#include <compare>

namespace tidemark {

// The half-open span [start, end). Ordered by end, then start: the order in which windows leave state.
struct time_window {
  timestamp start;
  timestamp end;

  friend constexpr bool operator==(const time_window&, const time_window&) = default;
  friend constexpr auto operator<=>(const time_window& a, const time_window& b) {
    if (const auto by_end = a.end <=> b.end; by_end != 0) return by_end;
    return a.start <=> b.start;
  }
};

}  // namespace tidemark
