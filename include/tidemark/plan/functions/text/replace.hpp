// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text with parts in other places: replaced or reversed.

#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>
#include <tidemark/row/column_kind.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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

// Each character that stands in `from` becomes the one at its place in `to`; if there is none there, nothing.
struct translate : call_notation<translate> {
  static constexpr const char* symbol = "translate";
  static std::string apply(const Text auto& text, const Text auto& from, const Text auto& to) {
    const std::string_view whole(text);
    std::string out;
    for (std::size_t at = 0, end = 0; at < whole.size(); at = end) {
      end = next_character(whole, at);
      const std::string_view character = whole.substr(at, end - at);
      const std::size_t place = place_of(character, from);
      out += place == std::string_view::npos ? character : character_at(to, place);
    }
    return out;
  }

 private:
  // Which character of the text this is, from 0; npos if none.
  static std::size_t place_of(std::string_view character, std::string_view in) {
    std::size_t place = 0;
    for (std::size_t at = 0; at < in.size(); ++place) {
      const std::size_t end = next_character(in, at);
      if (in.substr(at, end - at) == character) return place;
      at = end;
    }
    return std::string_view::npos;
  }
  static std::string_view character_at(std::string_view text, std::size_t place) {
    text.remove_prefix(first_characters(text, static_cast<std::int64_t>(place)).size());
    return first_characters(text, 1);
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
// `translate("s"_c, "abc", "xy")`: x for a, y for b, nothing for c.
template <class... Es>
  requires Arguments<3, Es...>
constexpr auto translate(Es&&... text_from_and_to) {
  return call_of<functions::translate>(std::forward<Es>(text_from_and_to)...);
}

}  // namespace tidemark
