// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Characters and bytes as numbers.

#include <tidemark/plan/functions/bytes.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/plan/functions/text/characters.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/utf8.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

namespace functions {

// The code point of the first character, 0 if there is none.
struct ascii : call_notation<ascii> {
  static constexpr const char* symbol = "ascii";
  static constexpr std::int32_t apply(const Text auto& text) {
    const std::string_view first = first_characters(text, 1);
    if (first.empty()) return 0;
    const auto lead = static_cast<unsigned char>(first[0]);
    std::int32_t code = first.size() == 1 ? lead : lead & ((1 << (7 - first.size())) - 1);
    for (const char next : first.substr(1)) code = code << 6 | (static_cast<unsigned char>(next) & 0x3f);
    return code;
  }
};

// The character with the code that the lowest eight bits are; nothing below zero.
struct chr : call_notation<chr> {
  static constexpr const char* symbol = "chr";
  static std::string apply(Integer auto code) {
    std::string out;
    if (!std::cmp_less(code, 0)) append_utf8(out, static_cast<std::uint32_t>(code) & 0xff);
    return out;
  }
};

// Of an integer its 64 bits, without zeros in front; of text and of bytes two digits a byte.
struct hex : call_notation<hex> {
  static constexpr const char* symbol = "hex";
  static std::string apply(Integer auto number) {
    const auto bits = static_cast<std::uint64_t>(number);
    std::string out;
    for (auto left = (std::bit_width(bits | 1) + 3) / 4; left > 0; --left) out += digits[bits >> (4 * (left - 1)) & 15];
    return out;
  }
  static std::string apply(const Text auto& text) { return of_bytes(text); }
  static std::string apply(const Bytes auto& bytes) { return of_bytes(bytes.content); }

 private:
  static constexpr std::string_view digits = "0123456789ABCDEF";
  static std::string of_bytes(std::string_view content) {
    std::string out;
    for (const char one : content) (out += digits[static_cast<unsigned char>(one) >> 4]) += digits[one & 15];
    return out;
  }
};

// The bytes that two digits each stand for; the first digit alone if there is an odd number. Null if anything else is in the
// text.
struct unhex : call_notation<unhex> {
  static constexpr const char* symbol = "unhex";
  static std::optional<bytes> apply(const Text auto& text) {
    bytes out;
    bool is_half = text.size() % 2 != 0;
    int byte = 0;
    for (const char digit : text) {
      const int value = value_of(digit);
      if (value < 0) return std::nullopt;
      byte = byte << 4 | value;
      if (is_half) out.content += static_cast<char>(byte), byte = 0;
      is_half = !is_half;
    }
    return out;
  }

 private:
  static constexpr int value_of(char digit) {
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    return -1;
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto ascii(Es&&... text) {
  return call_of<functions::ascii>(std::forward<Es>(text)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto chr(Es&&... code) {
  return call_of<functions::chr>(std::forward<Es>(code)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto hex(Es&&... number_text_or_bytes) {
  return call_of<functions::hex>(std::forward<Es>(number_text_or_bytes)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto unhex(Es&&... text) {
  return call_of<functions::unhex>(std::forward<Es>(text)...);
}

}  // namespace tidemark
