// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Upper and lower case of UTF-8 text, as the engine has it: all letters of Unicode, "ß" becomes "SS", and a Greek sigma at
// the end of a word has its own form. Bytes that are no UTF-8 stay.

#include <tidemark/plan/functions/text/characters.hpp>
#include <tidemark/plan/functions/text/letter_tables.hpp>
#include <tidemark/row/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace tidemark {

// The character of a well-formed sequence of 1 to 4 bytes.
inline std::uint32_t character_at(const char* at, std::size_t size) {
  const auto byte = [at](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(at[i])}; };
  if (size == 1) return byte(0);
  std::uint32_t character = byte(0) & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) character = character << 6 | (byte(i) & 0x3f);
  return character;
}

// The character in the other case, or itself.
template <std::size_t Size>
std::uint32_t in_ranges(const letter_range (&ranges)[Size], std::uint32_t character) {
  const auto* after = std::upper_bound(std::begin(ranges), std::end(ranges), character,
                                       [](std::uint32_t c, const letter_range& range) { return c < range.first; });
  if (after == std::begin(ranges)) return character;
  const letter_range& range = *std::prev(after);
  if (character > range.last || (character - range.first) % range.step != 0) return character;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(character) + range.distance);
}

constexpr bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

constexpr char ascii_upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }
constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// The upper case of a character that becomes several, or nullptr.
inline const letter_sequence* upper_sequence(std::uint32_t character) {
  const auto* sequence = std::lower_bound(std::begin(to_upper_sequences), std::end(to_upper_sequences), character,
                                          [](const letter_sequence& one, std::uint32_t c) { return one.character < c; });
  return sequence != std::end(to_upper_sequences) && sequence->character == character ? sequence : nullptr;
}

inline void append_upper(std::string& out, std::uint32_t character) {
  const letter_sequence* sequence = upper_sequence(character);
  if (sequence == nullptr) return append_utf8(out, in_ranges(to_upper_ranges, character));
  for (const std::uint32_t c : sequence->upper)
    if (c != 0) append_utf8(out, c);
}

constexpr std::uint32_t capital_sigma = 0x3a3;
constexpr std::uint32_t small_sigma = 0x3c3;
constexpr std::uint32_t final_sigma = 0x3c2;
constexpr std::uint32_t capital_i_with_dot = 0x130;

inline bool has_case(std::uint32_t character) {
  if (character < 0x80) return ascii_upper(static_cast<char>(character)) != ascii_lower(static_cast<char>(character));
  return in_ranges(to_upper_ranges, character) != character || in_ranges(to_lower_ranges, character) != character ||
         upper_sequence(character) != nullptr || character == capital_i_with_dot;
}
// Some punctuation, and accents, do not part a word.
constexpr bool is_inside_words(std::uint32_t character) {
  return character == '\'' || character == '.' || character == ':' || character == '^' || character == '`' ||
         character == 0xb7 || character == 0x2019 || (character >= 0x300 && character <= 0x36f);
}

// What starts at `at` and ends before `behind` is the last letter of a word that has others.
inline bool ends_word(std::string_view text, std::size_t at, std::size_t behind) {
  const auto character = [text](std::size_t from, std::size_t to) {
    return utf8_size(text.data() + from, text.data() + to) == to - from ? character_at(text.data() + from, to - from) : 0;
  };
  bool follows_letter = false;
  while (at > 0) {
    const std::size_t start = previous_character(text, at);
    const std::uint32_t before = character(start, at);
    at = start;
    if (is_inside_words(before)) continue;
    follows_letter = has_case(before);
    break;
  }
  while (follows_letter && behind < text.size()) {
    const std::size_t end = next_character(text, behind);
    const std::uint32_t next = character(behind, end);
    behind = end;
    if (!is_inside_words(next)) return !has_case(next);
  }
  return follows_letter;
}

// Calls `take(character, at, behind)` for each character and appends bytes that are none.
template <class Take>
void for_each_character(std::string& out, std::string_view text, const Take& take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = utf8_size(text.data() + at, text.data() + text.size());
    if (size == 0) out += text[at];
    else take(character_at(text.data() + at, size), at, at + size);
    at += (std::max)(std::size_t{1}, size);
  }
}

inline std::string upper_case(std::string_view text) {
  std::string out;
  if (is_ascii(text)) {
    out.resize(text.size());
    std::transform(text.begin(), text.end(), out.begin(), ascii_upper);
    return out;
  }
  out.reserve(text.size());
  for_each_character(out, text, [&out](std::uint32_t character, std::size_t, std::size_t) {
    if (character < 0x80) out += ascii_upper(static_cast<char>(character));
    else append_upper(out, character);
  });
  return out;
}

inline std::string lower_case(std::string_view text) {
  std::string out;
  if (is_ascii(text)) {
    out.resize(text.size());
    std::transform(text.begin(), text.end(), out.begin(), ascii_lower);
    return out;
  }
  out.reserve(text.size());
  for_each_character(out, text, [&](std::uint32_t character, std::size_t at, std::size_t behind) {
    if (character < 0x80) out += ascii_lower(static_cast<char>(character));
    else if (character == capital_sigma) append_utf8(out, ends_word(text, at, behind) ? final_sigma : small_sigma);
    else if (character == capital_i_with_dot) out += "i\xcc\x87";
    else append_utf8(out, in_ranges(to_lower_ranges, character));
  });
  return out;
}

}  // namespace tidemark
