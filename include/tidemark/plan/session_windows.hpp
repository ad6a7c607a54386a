// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Sessions as an expression: the span that one row opens by itself, before it meets the other rows of its key.

#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <chrono>
#include <type_traits>
#include <utility>

namespace tidemark {

// A sessions-of-a-time expression: which session a row ends up in depends on the others of its key, so it stands only as a key
// of group_by. `Time` gives a timestamp, or a window, which counts by the last microsecond in it; `Gap` a duration.
template <Expression Time, Expression Gap, name Name>
struct sessions_of : expression {
  static constexpr auto key = Name;
  static constexpr bool makes_windows = true;
  static constexpr bool makes_sessions = true;
  using columns = united_names<typename Time::columns, typename Gap::columns>;
  using time_type = Time;
  using gap_type = Gap;
  template <class R>
  using type = std::conditional_t<is_wrong_type<type_of<Time, R>>, type_of<Time, R>, time_window>;

  [[no_unique_address]] Time time;
  [[no_unique_address]] Gap gap;

  constexpr sessions_of(Time of, Gap after) : time(std::move(of)), gap(std::move(after)) {}

  // [time, time + gap), cut off at the end of time; `no_span` without a time, or without a gap above zero. No optional:
  // compilers keep one in memory.
  static constexpr time_window no_span{timestamp(0), timestamp(-1)};
  [[gnu::always_inline]] constexpr time_window span_of(const auto& row) const {
    const auto& at = time(row);
    const auto& after = gap(row);
    if (is_null(at) || is_null(after)) return no_span;
    const std::chrono::microseconds length = value_of_nullable(after);
    if (length.count() <= 0) return no_span;
    const timestamp start = point_of(value_of_nullable(at));
    return time_window{start, start + length};
  }

  template <name As>
  constexpr auto as(column<As> /*name*/) const {
    return sessions_of<Time, Gap, As>(time, gap);
  }
  void print(auto& out) const {
    out += "session_window(";
    time.print(out);
    gap.print(out += ", ");
    out += ')';
  }

 private:
  static constexpr timestamp point_of(timestamp at) { return at; }
  static constexpr timestamp point_of(const time_window& window) { return window.end - std::chrono::microseconds(1); }
};

template <class E>
concept SessionsExpression = requires { requires E::makes_sessions; };

template <class Time, class Gap, name Name, class EventTime>
inline constexpr bool carries_event_time<sessions_of<Time, Gap, Name>, EventTime> = carries_event_time<Time, EventTime>;

}  // namespace tidemark
