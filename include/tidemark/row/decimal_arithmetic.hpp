// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Arithmetic of decimal numbers as units of 10^-scale in 128 bits: exact in 256, then rounded half away from zero. Which
// precision and scale a result has is Spark's rule; std::nullopt: it needs more digits than that.

#include <tidemark/row/int128.hpp>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>

namespace tidemark {

// How many digits a decimal type has, and how many of them behind the point.
struct decimal_shape {
  static constexpr int max_precision = 38;
  // Digits behind the point that a result keeps, where it has so many, when there are not digits enough for all of it.
  static constexpr int least_kept_scale = 6;

  int precision;
  int scale;

  friend constexpr bool operator==(const decimal_shape&, const decimal_shape&) = default;
};

// The shape of a result that would be exact with these digits: those in front of the point go before those behind it.
constexpr decimal_shape adjusted(decimal_shape exact) {
  if (exact.precision <= decimal_shape::max_precision) return exact;
  const int whole = exact.precision - exact.scale;
  const int kept = (std::min)(exact.scale, decimal_shape::least_kept_scale);
  return {decimal_shape::max_precision, (std::max)(decimal_shape::max_precision - whole, kept)};
}
constexpr decimal_shape exact_sum_shape(decimal_shape a, decimal_shape b) {
  const int scale = (std::max)(a.scale, b.scale);
  return {(std::max)(a.precision - a.scale, b.precision - b.scale) + scale + 1, scale};
}
constexpr decimal_shape exact_product_shape(decimal_shape a, decimal_shape b) {
  return {a.precision + b.precision + 1, a.scale + b.scale};
}
constexpr decimal_shape quotient_shape(decimal_shape a, decimal_shape b) {
  const int scale = (std::max)(decimal_shape::least_kept_scale, a.scale + b.precision + 1);
  return adjusted({a.precision - a.scale + b.scale + scale, scale});
}
constexpr decimal_shape remainder_shape(decimal_shape a, decimal_shape b) {
  const int scale = (std::max)(a.scale, b.scale);
  return {(std::min)(a.precision - a.scale, b.precision - b.scale) + scale, scale};
}
// The shape that holds values of both; where there are not digits enough, those behind the point go.
constexpr decimal_shape wider_shape(decimal_shape a, decimal_shape b) {
  const int whole = (std::max)(a.precision - a.scale, b.precision - b.scale);
  const int scale = (std::min)((std::max)(a.scale, b.scale), decimal_shape::max_precision - whole);
  return {whole + scale, scale};
}

constexpr uint256 times_power_of_ten(uint256 value, int exponent) {
  constexpr int most_at_once = 19;
  for (; exponent > most_at_once; exponent -= most_at_once)
    value = value * static_cast<std::uint64_t>(power_of_ten(most_at_once));
  return value * static_cast<std::uint64_t>(power_of_ten(exponent));
}

// Without the last `count` digits, half up.
constexpr uint256 without_digits(uint256 value, int count) {
  constexpr int most_at_once = 19;
  if (count <= 0) return value;
  int left = count - 1;
  for (; left > most_at_once; left -= most_at_once) value.divide(static_cast<std::uint64_t>(power_of_ten(most_at_once)));
  value.divide(static_cast<std::uint64_t>(power_of_ten(left)));
  const std::uint64_t last = value.divide(10);
  return last >= 5 ? value + uint256(1) : value;
}

// The units with their sign if they have no more than `precision` digits.
constexpr std::optional<int128> fitting(const uint256& magnitude, bool is_negative, int precision) {
  if (!magnitude.fits_128() || magnitude.low() >= power_of_ten(precision)) return std::nullopt;
  return with_sign(magnitude.low(), is_negative);
}

// The same value with another number of digits behind the point: `by` more, or less.
constexpr std::optional<int128> rescaled(int128 units, int by, int precision) {
  const uint256 magnitude(magnitude_of(units));
  return fitting(by >= 0 ? times_power_of_ten(magnitude, by) : without_digits(magnitude, -by), units < 0, precision);
}

constexpr std::optional<int128> decimal_sum(int128 a, decimal_shape of_a, int128 b, decimal_shape of_b) {
  const decimal_shape exact = exact_sum_shape(of_a, of_b);
  const decimal_shape result = adjusted(exact);
  if (exact == result)  // all fits in 128 bits
    return a * static_cast<int128>(power_of_ten(exact.scale - of_a.scale)) +
           b * static_cast<int128>(power_of_ten(exact.scale - of_b.scale));
  const uint256 x = times_power_of_ten(uint256(magnitude_of(a)), exact.scale - of_a.scale);
  const uint256 y = times_power_of_ten(uint256(magnitude_of(b)), exact.scale - of_b.scale);
  const bool is_same_sign = (a < 0) == (b < 0);
  const uint256 sum = is_same_sign ? x + y : x < y ? y - x : x - y;
  const bool is_negative = is_same_sign || !(x < y) ? a < 0 : b < 0;
  return fitting(without_digits(sum, exact.scale - result.scale), is_negative, result.precision);
}

constexpr std::optional<int128> decimal_product(int128 a, decimal_shape of_a, int128 b, decimal_shape of_b) {
  const decimal_shape exact = exact_product_shape(of_a, of_b);
  const decimal_shape result = adjusted(exact);
  if (exact == result) return a * b;
  const uint256 product = uint256::product(magnitude_of(a), magnitude_of(b));
  return fitting(without_digits(product, exact.scale - result.scale), (a < 0) != (b < 0), result.precision);
}

// a * 10^places / b. Requires: b is not 0, places >= 0.
constexpr std::optional<int128> decimal_quotient(int128 a, int128 b, int places, int precision) {
  const uint128 divisor = magnitude_of(b);
  uint128 quotient = magnitude_of(a) / divisor;
  uint128 rest = magnitude_of(a) % divisor;
  const uint128 end = power_of_ten(precision);
  for (int i = 0; i < places; ++i) {  // digit by digit, as by hand
    uint256 ten_times = uint256(rest) * 10;
    std::uint64_t digit = 0;
    if (ten_times.fits_128()) {
      digit = static_cast<std::uint64_t>(ten_times.low() / divisor);
      rest = ten_times.low() % divisor;
    } else {
      for (; !(ten_times < uint256(divisor)); ++digit) ten_times = ten_times - uint256(divisor);
      rest = ten_times.low();
    }
    if (quotient >= end) return std::nullopt;
    if (uint256(quotient) * 10 < uint256(end)) quotient = quotient * 10 + digit;
    else return std::nullopt;
  }
  if (rest >= divisor - rest) ++quotient;
  return fitting(uint256(quotient), (a < 0) != (b < 0), precision);
}

// The remainder with the sign of `a`, at the greater scale. Requires: b is not 0.
constexpr int128 decimal_remainder(int128 a, int scale_a, int128 b, int scale_b) {
  uint128 rest = magnitude_of(a);
  if (scale_a >= scale_b) {
    const uint256 divisor = times_power_of_ten(uint256(magnitude_of(b)), scale_a - scale_b);
    if (divisor.fits_128()) rest %= divisor.low();
  } else {
    const uint256 divisor(magnitude_of(b));
    rest %= divisor.low();
    for (int i = scale_a; i < scale_b; ++i) {
      uint256 ten_times = uint256(rest) * 10;
      while (!(ten_times < divisor)) ten_times = ten_times - divisor;
      rest = ten_times.low();
    }
  }
  return with_sign(rest, a < 0);
}

constexpr std::strong_ordering compared(int128 a, int scale_a, int128 b, int scale_b) {
  if (scale_a == scale_b || (a < 0) != (b < 0)) return a <=> b;
  const int scale = (std::max)(scale_a, scale_b);
  const uint256 x = times_power_of_ten(uint256(magnitude_of(a)), scale - scale_a);
  const uint256 y = times_power_of_ten(uint256(magnitude_of(b)), scale - scale_b);
  if (x == y) return std::strong_ordering::equal;
  return (x < y) == (a >= 0) ? std::strong_ordering::less : std::strong_ordering::greater;
}

}  // namespace tidemark
