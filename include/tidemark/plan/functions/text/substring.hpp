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
#include <string_view>
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

// What stands before the separator that comes as the count-th, or behind it, counted from the end, if the count is negative;
// all if there are not so many. Occurrences may overlap.
struct substring_index : call_notation<substring_index> {
  static constexpr const char* symbol = "substring_index";
  template <Text A>
  static constexpr A apply(const A& text, const Text auto& separator, Integer auto count) {
    const std::string_view whole(text);
    const std::string_view by(separator);
    if (by.empty() || count == 0) return A();
    if (std::cmp_greater(count, 0)) {
      std::size_t at = whole.find(by);
      for (auto left = count; at != std::string_view::npos; at = whole.find(by, at + 1))
        if (--left == 0) return A(whole.substr(0, at));
      return text;
    }
    std::size_t at = whole.rfind(by);
    for (auto left = count; at != std::string_view::npos; at = at == 0 ? std::string_view::npos : whole.rfind(by, at - 1))
      if (++left == 0) return A(whole.substr(at + by.size()));
    return text;
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
// `substring_index("host"_c, ".", -2)`: `example.org` of `www.example.org`.
template <class... Es>
  requires Arguments<3, Es...>
constexpr auto substring_index(Es&&... text_separator_and_count) {
  return call_of<functions::substring_index>(std::forward<Es>(text_separator_and_count)...);
}

}  // namespace tidemark
