// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text with parts in other places: replaced or reversed.

#include <tidemark/row/column_kind.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

namespace functions {

// All occurrences, from the left; an empty text occurs nowhere.
struct replace : call_notation<replace> {
  static constexpr const char* symbol = "replace";
  static std::string apply(const Text auto& text, const Text auto& search, const Text auto& by) {
    const std::string_view whole(text);
    std::string out;
    if (search.empty()) return out = whole;
    std::size_t start = 0;
    for (std::size_t at = 0; (at = whole.find(search, start)) != std::string_view::npos; start = at + search.size()) {
      out += whole.substr(start, at - start);
      out += by;
    }
    return out += whole.substr(start);
  }
  static std::string apply(const Text auto& text, const Text auto& search) { return apply(text, search, std::string_view()); }
};

// Of text by characters, of a list by elements.
struct reverse : call_notation<reverse> {
  static constexpr const char* symbol = "reverse";
  static std::string apply(const Text auto& text) { return reversed_characters(text); }
  template <List A>
  static A apply(const A& list) {
    A out = list;
    std::reverse(out.begin(), out.end());
    return out;
  }
};

}  // namespace functions

// Without a third argument what is found is taken out.
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto replace(Es&&... text_search_and_by) {
  return call_of<functions::replace>(std::forward<Es>(text_search_and_by)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto reverse(Es&&... text_or_list) {
  return call_of<functions::reverse>(std::forward<Es>(text_or_list)...);
}

}  // namespace tidemark
