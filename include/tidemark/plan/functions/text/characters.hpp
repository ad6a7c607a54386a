// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text counted in characters: a character is a byte and the UTF-8 bytes that continue it.

#include <tidemark/row/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tidemark {

constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

constexpr std::int64_t count_characters(std::string_view text) {
  std::int64_t count = 0;
  for (const char c : text) count += continues_character(c) ? 0 : 1;
  return count;
}

// Where the character behind the one at `at` starts. Requires: at < text.size().
constexpr std::size_t next_character(std::string_view text, std::size_t at) {
  do ++at;
  while (at < text.size() && continues_character(text[at]));
  return at;
}

// Where the character that ends before `at` starts. Requires: at > 0.
constexpr std::size_t previous_character(std::string_view text, std::size_t at) {
  do --at;
  while (at > 0 && continues_character(text[at]));
  return at;
}

// The first `count` characters.
constexpr std::string_view first_characters(std::string_view text, std::int64_t count) {
  std::size_t at = 0;
  for (; count > 0 && at < text.size(); --count) at = next_character(text, at);
  return text.substr(0, at);
}

// `length` characters from the one at `position`, which counts from 1, or from the end if it is negative; 0 is as 1. What lies
// before the start of the text is counted, and empty.
constexpr std::string_view substring_of(std::string_view text, std::int64_t position, std::int64_t length) {
  const std::int64_t start = position > 0 ? position - 1 : position < 0 ? count_characters(text) + position : 0;
  std::int64_t end = 0;
  if (length <= 0) return {};
  if (__builtin_add_overflow(start, length, &end)) end = (std::numeric_limits<std::int64_t>::max)();
  const std::int64_t first = start > 0 ? start : 0;
  if (end <= first) return {};
  text.remove_prefix(first_characters(text, first).size());
  return first_characters(text, end - first);
}

constexpr std::string_view without_leading(std::string_view text, char blank) {
  while (!text.empty() && text.front() == blank) text.remove_prefix(1);
  return text;
}
constexpr std::string_view without_trailing(std::string_view text, char blank) {
  while (!text.empty() && text.back() == blank) text.remove_suffix(1);
  return text;
}

inline std::string reversed_characters(std::string_view text) {
  std::string out(text.size(), '\0');
  auto* to = out.data() + out.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t behind = next_character(text, at);
    to -= behind - at;
    std::copy(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(behind), to);
    at = behind;
  }
  return out;
}

// Appends `count` characters of `pad`, over and over. Requires: `pad` is not empty.
inline void append_padding(std::string& out, std::string_view pad, std::int64_t count) {
  const std::int64_t whole = count_characters(pad);
  for (; count >= whole; count -= whole) out += pad;
  out += first_characters(pad, count);
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_like_pattern(std::string_view pattern, char escape) {
  throw error("like_pattern", "in the pattern '" + std::string(pattern) + "' the escape character " + std::string(1, escape) +
                                  " stands before none of % _ and itself; write it twice where it means itself");
}

// A pattern of LIKE: in it the escape character stands only before `%`, `_` or itself.
constexpr void check_like_pattern(std::string_view pattern, char escape) {
  for (std::size_t at = pattern.find(escape); at != std::string_view::npos; at = pattern.find(escape, at + 2)) {
    const std::string_view next = pattern.substr(at + 1, 1);
    if (next != "%" && next != "_" && next != pattern.substr(at, 1)) throw_like_pattern(pattern, escape);
  }
}

// `%` is any text, `_` any character. Requires: the pattern has been checked.
constexpr bool is_like(std::string_view text, std::string_view pattern, char escape) {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t behind_percent = std::string_view::npos;  // where to go on after the latest %,
  std::size_t taken_until = 0;                          // which has taken the text up to here
  while (at < text.size()) {
    if (in_pattern < pattern.size()) {
      const bool is_escaped = pattern[in_pattern] == escape;
      const char wanted = pattern[in_pattern + (is_escaped ? 1 : 0)];
      if (!is_escaped && wanted == '%') {
        behind_percent = ++in_pattern;
        taken_until = at;
        continue;
      }
      if (!is_escaped && wanted == '_') {
        at = next_character(text, at);
        ++in_pattern;
        continue;
      }
      if (text[at] == wanted) {
        ++at;
        in_pattern += is_escaped ? 2 : 1;
        continue;
      }
    }
    if (behind_percent == std::string_view::npos) return false;
    taken_until = next_character(text, taken_until);
    at = taken_until;
    in_pattern = behind_percent;
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '%' && escape != '%') ++in_pattern;
  return in_pattern == pattern.size();
}

}  // namespace tidemark
