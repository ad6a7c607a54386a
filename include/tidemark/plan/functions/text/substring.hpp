// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The length of text in characters, and parts of it by position. Positions count from 1, or from the end if negative.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace tidemark {

namespace functions {

struct length : call_notation<length> {
  static constexpr const char* symbol = "length";
  static constexpr std::int32_t apply(const Text auto& text) { return static_cast<std::int32_t>(count_characters(text)); }
};

struct substring : call_notation<substring> {
  static constexpr const char* symbol = "substring";
  template <Text A>
  static constexpr A apply(const A& text, Integer auto position, Integer auto length) {
    return A(substring_of(text, converted<std::int64_t>(position), converted<std::int64_t>(length)));
  }
  template <Text A>
  static constexpr A apply(const A& text, Integer auto position) {
    return apply(text, position, (std::numeric_limits<std::int64_t>::max)());
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto length(Es&&... text) {
  return call_of<functions::length>(std::forward<Es>(text)...);
}
// `substring("s"_c, 2, 3)`: three characters from the second; `substring("s"_c, -2)`: the last two.
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto substring(Es&&... text_and_bounds) {
  return call_of<functions::substring>(std::forward<Es>(text_and_bounds)...);
}

}  // namespace tidemark
