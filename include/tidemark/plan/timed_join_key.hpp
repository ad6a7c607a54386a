// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which key of a join carries a watermark.

#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/expression.hpp>

#include <cstddef>
#include <limits>

namespace tidemark {

inline constexpr std::size_t no_join_key = (std::numeric_limits<std::size_t>::max)();

namespace detail {

template <std::size_t Size>
consteval std::size_t first_true(const bool (&is)[Size]) {
  for (std::size_t i = 0; i < Size; ++i)
    if (is[i]) return i;
  return no_join_key;
}

}  // namespace detail

// The position of the first key that does on the left side, else on the right one; no_join_key if none does. The columns of
// the right side by their names in the condition.
template <class Keys, class LeftTimes, class RightTimes>
inline constexpr std::size_t timed_join_key = no_join_key;
template <class First, class... Rest, class LeftTimes, class RightTimes>
inline constexpr std::size_t timed_join_key<expression_pack<First, Rest...>, LeftTimes, RightTimes> = [] {
  constexpr std::size_t left = detail::first_true(
      {carries_event_time<typename First::left_type, LeftTimes>, carries_event_time<typename Rest::left_type, LeftTimes>...});
  if (left != no_join_key) return left;
  return detail::first_true({carries_event_time<typename First::right_type, RightTimes>,
                             carries_event_time<typename Rest::right_type, RightTimes>...});
}();

}  // namespace tidemark
