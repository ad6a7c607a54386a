// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text taken apart at a separator.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

namespace functions {

// At most `limit` parts if that is positive. An empty separator parts all characters.
struct split : call_notation<split> {
  static constexpr const char* symbol = "split";
  template <Text A>
  static std::vector<A> apply(const A& text, const Text auto& separator, Integer auto limit) {
    const std::string_view whole(text);
    const std::string_view by(separator);
    std::vector<A> parts;
    std::size_t start = 0;
    while (std::cmp_less_equal(limit, 0) || std::cmp_less(parts.size() + 1, limit)) {
      const std::size_t end = end_of_part(whole, by, start);
      if (end == std::string_view::npos) break;
      parts.emplace_back(whole.substr(start, end - start));
      start = end + by.size();
    }
    parts.emplace_back(whole.substr(start));
    return parts;
  }
  static auto apply(const Text auto& text, const Text auto& separator) { return apply(text, separator, -1); }

 private:
  static constexpr std::size_t end_of_part(std::string_view text, std::string_view separator, std::size_t start) {
    if (!separator.empty()) return text.find(separator, start);
    const std::size_t end = start < text.size() ? next_character(text, start) : text.size();
    return end < text.size() ? end : std::string_view::npos;
  }
};

}  // namespace functions

// The parts between the separators, as a list. The separator is text as it is, no regular expression.
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto split(Es&&... text_separator_and_limit) {
  return call_of<functions::split>(std::forward<Es>(text_separator_and_limit)...);
}

}  // namespace tidemark
