// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Decimal numbers as text and back.

#include <tidemark/row/decimal_arithmetic.hpp>
#include <tidemark/row/value_scanner.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// Appends all digits behind the point, without an exponent: "1.10", "-0.001".
inline void append_decimal(std::string& out, int128 units, int scale) {
  char digits[48];
  char* const end = digits + sizeof digits;
  char* at = end;
  uint128 rest = magnitude_of(units);
  for (int written = 0; rest > 0 || written <= scale; ++written, rest /= 10) {
    if (written == scale && scale > 0) *--at = '.';
    *--at = static_cast<char>('0' + static_cast<int>(rest % 10));
  }
  if (units < 0) *--at = '-';
  out.append(at, end);
}

// What was taken out of a text: digits * 10^exponent, and whether the first digit that was left out is 5 or more.
struct scanned_decimal {
  uint128 digits = 0;
  int exponent = 0;
  bool rounds_up = false;
  bool is_negative = false;
};

// A sign or none, digits with a point or without, an exponent or none. More than 38 digits that count are left out.
constexpr std::optional<scanned_decimal> scan_decimal_digits(std::string_view text) {
  constexpr int exponent_end = 100'000;
  const auto take = [&text](char c) { return !text.empty() && text.front() == c && (text.remove_prefix(1), true); };
  const auto is_digit = [&text] { return !text.empty() && text.front() >= '0' && text.front() <= '9'; };
  scanned_decimal number;
  number.is_negative = take('-');
  if (!number.is_negative) take('+');
  bool has_digit = false;
  bool is_behind_point = false;
  int count = 0;
  bool is_first_left_out = true;
  while (is_digit() || (!is_behind_point && !text.empty() && text.front() == '.')) {
    if (take('.')) {
      is_behind_point = true;
      continue;
    }
    const int digit = text.front() - '0';
    text.remove_prefix(1);
    has_digit = true;
    if (count < decimal_shape::max_precision) {
      number.digits = number.digits * 10 + static_cast<unsigned>(digit);
      if (number.digits > 0) ++count;
      if (is_behind_point) --number.exponent;
    } else {
      if (is_first_left_out) number.rounds_up = digit >= 5;
      is_first_left_out = false;
      if (!is_behind_point) ++number.exponent;
    }
  }
  if (!has_digit) return std::nullopt;
  if (take('e') || take('E')) {
    const bool is_small = take('-');
    if (!is_small) take('+');
    if (!is_digit()) return std::nullopt;
    int exponent = 0;
    for (; is_digit(); text.remove_prefix(1)) exponent = (std::min)(exponent * 10 + (text.front() - '0'), exponent_end);
    number.exponent += is_small ? -exponent : exponent;
  }
  if (!text.empty()) return std::nullopt;
  return number;
}

// The number that a text is, half up at `scale`; nullopt if it is none, or has more than `precision` digits.
constexpr std::optional<int128> scan_decimal(std::string_view text, int precision, int scale) {
  const auto number = scan_decimal_digits(without_outer_blanks(text));
  if (!number) return std::nullopt;
  if (number->digits == 0) return int128{0};
  const int by = number->exponent + scale;
  if (by > decimal_shape::max_precision) return std::nullopt;
  if (by < -decimal_shape::max_precision - 1) return int128{0};
  const uint256 digits(number->digits + (by == 0 && number->rounds_up ? 1 : 0));
  return fitting(by >= 0 ? times_power_of_ten(digits, by) : without_digits(digits, -by), number->is_negative, precision);
}

}  // namespace tidemark
