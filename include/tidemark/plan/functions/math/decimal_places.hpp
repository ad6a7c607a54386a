// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rounding half away from zero at a decimal place, as the engine rounds: on the decimal digits that a number shows.

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <system_error>
#include <utility>

namespace tidemark {

// The distance from zero, for the smallest value of a type too.
constexpr std::uint64_t magnitude(std::integral auto value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return std::cmp_less(value, 0) ? 0 - bits : bits;
}

// Rounds an integer before the point (`places` < 0); false: the result does not fit.
template <std::integral Integer>
constexpr bool round_integer(Integer value, std::int32_t places, Integer& result) {
  result = value;
  if (places >= 0) return true;
  result = 0;
  if (places < -20) return true;
  std::uint64_t unit = 1;
  for (std::int32_t place = places; place < 0; ++place)
    if (__builtin_mul_overflow(unit, std::uint64_t{10}, &unit)) return true;  // half of 10^20 is beyond any integer
  std::uint64_t size = magnitude(value);
  const std::uint64_t rest = size % unit;
  size -= rest;
  if (rest >= unit - rest && __builtin_add_overflow(size, unit, &size)) return false;
  const bool is_negative = std::cmp_less(value, 0);
  const std::uint64_t most = static_cast<std::uint64_t>((std::numeric_limits<Integer>::max)()) + (is_negative ? 1 : 0);
  if (size > most) return false;
  result = static_cast<Integer>(is_negative ? 0 - size : size);
  return true;
}

// Rounds a floating-point number on its shortest decimal text: 2.675 to two places is 2.68, although the value stored is a
// little less. Zero comes out without sign.
inline double rounded(double value, std::int32_t places) {
  if (!std::isfinite(value)) return value;
  // Without places a half is stored exactly wherever there is one, so that the value itself decides as its text does.
  if (places == 0) return std::round(value) + 0.0;
  char text[48];
  char* const end = std::to_chars(text, text + sizeof text, std::fabs(value), std::chars_format::scientific).ptr;
  char* const mark = static_cast<char*>(std::memchr(text, 'e', static_cast<std::size_t>(end - text)));
  int exponent = 0;
  std::from_chars(mark + (mark[1] == '+' ? 2 : 1), end, exponent);
  // "d.ddd" as "ddd…", with a zero in front for a carry; digit i (from 0) stands for 10^(exponent - i).
  char digits[48] = {'0', text[0]};
  int count = 1;
  for (const char* at = text + 2; at < mark; ++at) digits[++count] = *at;
  const std::int64_t kept = std::int64_t{exponent} + 1 + places;
  if (kept >= count) return value + 0.0;
  if (kept < 0) return 0.0;
  const auto last = static_cast<std::size_t>(kept);
  if (digits[last + 1] >= '5') {
    std::size_t carry = last;
    for (; digits[carry] == '9'; --carry) digits[carry] = '0';
    ++digits[carry];
  }
  char* const tail = digits + last + 1;
  *tail = 'e';
  char* const written = std::to_chars(tail + 1, digits + sizeof digits, exponent - static_cast<int>(kept) + 1).ptr;
  double result{};
  const auto read = std::from_chars(static_cast<const char*>(digits), static_cast<const char*>(written), result);
  if (read.ec != std::errc{}) result = places < 0 ? std::numeric_limits<double>::infinity() : 0;
  return std::copysign(result, value) + 0.0;
}

}  // namespace tidemark
