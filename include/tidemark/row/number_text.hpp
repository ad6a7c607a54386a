// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers as text and back, independent of any locale: floating point in Spark's form, and digits eight at a time.

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// Appends an integer in decimal.
template <std::integral Integer>
inline void append_number(std::string& out, Integer value) {
  char digits[24];
  const auto wide = std::conditional_t<std::signed_integral<Integer>, std::int64_t, std::uint64_t>{value};
  out.append(digits, std::to_chars(digits, digits + sizeof digits, wide).ptr);
}

// Appends a number in Spark's layout. `shortest` is what std::to_chars gives in scientific form: "-1.5e+10". Laid out as Spark
// does: plain from 0.001 up to below ten million, "1.5E10" elsewhere, always with a digit behind the point.
inline void append_in_layout(std::string& out, std::string_view shortest) {
  if (shortest.front() == '-') {
    out += '-';
    shortest.remove_prefix(1);
  }
  const std::size_t mark = shortest.find('e');
  int exponent = 0;
  const char* exponent_text = shortest.data() + mark + (shortest[mark + 1] == '+' ? 2 : 1);
  std::from_chars(exponent_text, shortest.data() + shortest.size(), exponent);
  char digits[32];
  std::size_t count = 0;
  for (const char c : shortest.substr(0, mark))
    if (c != '.') digits[count++] = c;
  if (exponent >= 7 || exponent < -3) {
    out.append(digits, 1).append(1, '.').append(count > 1 ? std::string_view(digits + 1, count - 1) : "0").append(1, 'E');
    append_number(out, exponent);
  } else if (exponent < 0) {
    out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits, count);
  } else {
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    for (; count < whole + 1; ++count) digits[count] = '0';
    out.append(digits, whole).append(1, '.').append(digits + whole, count - whole);
  }
}

// Appends the shortest text that reads back as the same value, in the form of CAST(d AS STRING) and of Spark's JSON: "0.1",
// "1.0", "1.0E10", "4.9E-324", "NaN", "Infinity", "-Infinity".
template <std::floating_point Floating>
inline void append_number(std::string& out, Floating value) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-Infinity" : "Infinity";
  } else if (value == 0) {
    out += std::signbit(value) ? "-0.0" : "0.0";
  } else {
    char text[40];
    const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
    // Among the smallest values one digit is enough, but the form has two: then the nearest two are meant (4.9E-324).
    const bool is_one_digit = text[value < 0 ? 2 : 1] == 'e';
    if (is_one_digit && std::fpclassify(value) == FP_SUBNORMAL)
      end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, 1).ptr;
    append_in_layout(out, {text, static_cast<std::size_t>(end - text)});
  }
}

// All eight bytes, as read_little gives them, are decimal digits.
constexpr bool are_digits(std::uint64_t bytes) {
  return ((bytes & (bytes + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) == 0x3030303030303030u);
}

// The value of eight digits: pairs, then fours, then all, each by one multiplication. Requires: are_digits(bytes).
constexpr std::uint32_t digits_value(std::uint64_t bytes) {
  bytes = (bytes & 0x0f0f0f0f0f0f0f0fu) * 2561 >> 8;
  bytes = (bytes & 0x00ff00ff00ff00ffu) * 6553601 >> 16;
  return static_cast<std::uint32_t>((bytes & 0x0000ffff0000ffffu) * 42949672960001u >> 32);
}

}  // namespace tidemark
