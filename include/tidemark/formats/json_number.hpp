// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON numbers: integers exactly, floating point to the nearest value.

#include <tidemark/formats/json_input.hpp>
#include <tidemark/formats/json_skip.hpp>
#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>

namespace tidemark {

// Reads a whole number between -most_negative and most_positive; `value` is it modulo 2^64.
inline const char* read_integer(json_input& in, const char* at, std::uint64_t most_positive, std::uint64_t most_negative,
                                std::uint64_t& value) {
  const char* const start = at;
  const bool is_negative = *at == '-';
  if (is_negative) ++at;
  const char* const digits = at;
  std::uint64_t sum = 0;
  if (in.end - at >= 8 && are_digits(read_little<std::uint64_t>(at))) {
    sum = digits_value(read_little<std::uint64_t>(at));
    at += 8;
  }
  // Nineteen digits always fit in 64 bits.
  const char* const safe_end = in.end - digits > 19 ? digits + 19 : in.end;
  for (; at != safe_end && *at >= '0' && *at <= '9'; ++at) sum = sum * 10 + static_cast<std::uint64_t>(*at - '0');
  bool overflows = false;
  for (; at != in.end && *at >= '0' && *at <= '9'; ++at) {
    overflows = overflows || __builtin_mul_overflow(sum, std::uint64_t{10}, &sum) ||
                __builtin_add_overflow(sum, static_cast<std::uint64_t>(*at - '0'), &sum);
  }
  const bool has_digits = at != digits;
  if (!has_digits || (*digits == '0' && at - digits > 1) || (at != in.end && (*at == '.' || *at == 'e' || *at == 'E')))
      [[unlikely]]
    return fail_on_value(in, start, json_problem::not_integer);
  if (overflows || sum > (is_negative ? most_negative : most_positive)) [[unlikely]]
    return in.fail(start, json_problem::out_of_range);
  value = is_negative ? 0 - sum : sum;
  return at;
}

// Not a number, and the infinities, as Spark writes them and all that it reads; false: none of them.
inline bool special_number(std::string_view text, double& value) {
  if (text == "NaN") value = std::numeric_limits<double>::quiet_NaN();
  else if (text == "Infinity" || text == "+Infinity" || text == "INF" || text == "+INF")
    value = std::numeric_limits<double>::infinity();
  else if (text == "-Infinity" || text == "-INF") value = -std::numeric_limits<double>::infinity();
  else return false;
  return true;
}

// A number of at most 19 digits taken apart: (-1)^negative · digits · 10^exponent.
struct decimal_parts {
  std::uint64_t digits = 0;
  std::int64_t exponent = 0;
  bool is_negative = false;
};

// Takes apart a number whose form has been checked; false: more digits than 64 bits hold.
inline bool take_apart(const char* at, const char* end, decimal_parts& parts) {
  parts.is_negative = *at == '-';
  if (parts.is_negative) ++at;
  std::int64_t behind_point = 0;
  bool after_point = false;
  for (; at != end && (*at | 0x20) != 'e'; ++at) {
    if (*at == '.') {
      after_point = true;
      continue;
    }
    if (parts.digits > ((std::numeric_limits<std::uint64_t>::max)() - 9) / 10) return false;
    parts.digits = parts.digits * 10 + static_cast<std::uint64_t>(*at - '0');
    behind_point += after_point ? 1 : 0;
  }
  if (at != end) {
    ++at;
    if (*at == '+') ++at;
    if (std::from_chars(at, end, parts.exponent).ec != std::errc{}) return false;
  }
  if (parts.exponent > 1000 || parts.exponent < -1000) return false;
  parts.exponent -= behind_point;
  return true;
}

// Whether a number whose form has been checked, and which is not 0, is less than one in size.
inline bool is_below_one(const char* at, const char* end) {
  if (*at == '-') ++at;
  std::int64_t places = 0;  // digits before the point from the first that is not 0; below 0: zeros behind it
  for (; at != end && *at >= '0' && *at <= '9'; ++at) places += places > 0 || *at != '0' ? 1 : 0;
  if (at != end && *at == '.') {
    bool only_zeros = places == 0;
    for (++at; at != end && *at >= '0' && *at <= '9'; ++at) {
      only_zeros = only_zeros && *at == '0';
      places -= only_zeros ? 1 : 0;
    }
  }
  if (at == end) return places <= 0;
  ++at;
  if (*at == '+') ++at;
  std::int64_t exponent = 0;
  if (std::from_chars(at, end, exponent).ec != std::errc{}) return *at == '-';
  return saturating_add(places, exponent) <= 0;
}

// The nearest value to a number whose form has been checked. Up to 2^53 and powers of ten up to 22 both are exact, and one
// multiplication or division rounds right; anything else is for the library. Too small a number is 0, too large a one fails.
template <class Floating>
inline const char* number_value(json_input& in, const char* start, const char* end, Floating& value) {
  static constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  decimal_parts parts;
  const bool is_apart = take_apart(start, end, parts);
  if (sizeof(Floating) == sizeof(double) && is_apart && parts.digits <= std::uint64_t{1} << 53 && parts.exponent >= -22 &&
      parts.exponent <= 22) {
    const auto digits = static_cast<double>(parts.digits);
    const double size = parts.exponent < 0 ? digits / powers[-parts.exponent] : digits * powers[parts.exponent];
    value = static_cast<Floating>(parts.is_negative ? -size : size);
    return end;
  }
  if (std::from_chars(start, end, value).ec == std::errc{}) return end;
  if (!is_below_one(start, end)) return in.fail(start, json_problem::out_of_range);
  value = *start == '-' ? -Floating{0} : Floating{0};
  return end;
}

// Reads a number, or one of the texts of special_number.
template <class Floating>
inline const char* read_floating(json_input& in, const char* at, Floating& value) {
  const char* const start = at;
  if (*at == '-' || (*at >= '0' && *at <= '9')) {
    if ((at = skip_number(in, at)) == nullptr) return nullptr;
    return number_value(in, start, at, value);
  }
  double special = 0;
  if (*start != '"') return fail_on_value(in, start, json_problem::not_number);
  if ((at = skip_string(in, at)) == nullptr) return nullptr;
  if (!special_number({start + 1, static_cast<std::size_t>(at - start - 2)}, special))
    return in.fail(start, json_problem::not_number);
  value = static_cast<Floating>(special);
  return at;
}

}  // namespace tidemark
