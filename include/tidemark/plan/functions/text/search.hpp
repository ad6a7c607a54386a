// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a text contains: whether it starts with, ends with, contains or is like another, and where.

#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace tidemark {

namespace functions {

// The position of the first occurrence, 0 if there is none.
struct instr : call_notation<instr> {
  static constexpr const char* symbol = "instr";
  static constexpr std::int32_t apply(const Text auto& text, const Text auto& search) {
    const std::string_view whole(text);
    const std::size_t at = whole.find(search);
    return at == std::string_view::npos ? 0 : static_cast<std::int32_t>(count_characters(whole.substr(0, at)) + 1);
  }
};

struct starts_with : call_notation<starts_with> {
  static constexpr const char* symbol = "startswith";
  static constexpr bool apply(const Text auto& text, const Text auto& start) {
    return std::string_view(text).starts_with(start);
  }
};

struct ends_with : call_notation<ends_with> {
  static constexpr const char* symbol = "endswith";
  static constexpr bool apply(const Text auto& text, const Text auto& end) { return std::string_view(text).ends_with(end); }
};

struct contains : call_notation<contains> {
  static constexpr const char* symbol = "contains";
  static constexpr bool apply(const Text auto& text, const Text auto& part) {
    return std::string_view(text).find(part) != std::string_view::npos;
  }
};

struct like : function {
  static constexpr bool apply(const Text auto& text, const Text auto& pattern, std::same_as<char> auto escape) {
    check_like_pattern(pattern, escape);
    return is_like(text, pattern, escape);
  }
  static void print(auto& out, const auto& text, const auto& pattern, const auto& escape) {
    text.print(out += '(');
    pattern.print(out += " like ");
    if (escape.value != '\\') ((out += " escape '") += escape.value) += '\'';
    out += ')';
  }
};

// The position of the first occurrence at or behind a position; 0 if there is none, or if the position is below 1.
struct locate : call_notation<locate> {
  static constexpr const char* symbol = "locate";
  static constexpr std::int32_t apply(const Text auto& search, const Text auto& text, Integer auto from) {
    if (std::cmp_less(from, 1)) return 0;
    if (search.empty()) return 1;
    const std::string_view whole(text);
    const std::string_view before = first_characters(whole, converted<std::int64_t>(from) - 1);
    const std::size_t at = whole.find(search, before.size());
    return at == std::string_view::npos ? 0 : static_cast<std::int32_t>(count_characters(whole.substr(0, at)) + 1);
  }
  static constexpr std::int32_t apply(const Text auto& search, const Text auto& text) { return apply(search, text, 1); }
};

}  // namespace functions

template <class... Es>
  requires Arguments<2, Es...>
constexpr auto instr(Es&&... text_and_part) {
  return call_of<functions::instr>(std::forward<Es>(text_and_part)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto starts_with(Es&&... text_and_start) {
  return call_of<functions::starts_with>(std::forward<Es>(text_and_start)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto ends_with(Es&&... text_and_end) {
  return call_of<functions::ends_with>(std::forward<Es>(text_and_end)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto contains(Es&&... text_and_part) {
  return call_of<functions::contains>(std::forward<Es>(text_and_part)...);
}
// `like("s"_c, "a%_")`: % is any text, _ any character. A pattern known now is checked now: error like_pattern.
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto like(A&& text, B&& pattern, char escape = '\\') {
  if constexpr (std::convertible_to<B, std::string_view>) check_like_pattern(pattern, escape);
  return call_of<functions::like>(std::forward<A>(text), std::forward<B>(pattern), escape);
}
template <class... Es>
  requires Arguments<arity(2, 3), Es...>
constexpr auto locate(Es&&... part_text_and_position) {
  return call_of<functions::locate>(std::forward<Es>(part_text_and_position)...);
}

}  // namespace tidemark
