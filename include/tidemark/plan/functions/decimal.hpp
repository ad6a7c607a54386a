// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Casts from and to decimals. Their arithmetic and comparison are those of the type (row/decimal.hpp).

#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/row/decimal.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace tidemark {

template <Decimal To>
constexpr bool store_units(std::optional<int128> units, To& to) {
  if (units) to = To::from_units(*units);
  return units.has_value();
}

// Rounded half away from zero.
template <Decimal From, Decimal To>
  requires(!std::same_as<From, To>)
struct cast_rule<From, To> {
  static constexpr int whole_digits(decimal_shape shape) { return shape.precision - shape.scale; }
  // Rounding may carry into one more digit.
  static constexpr bool can_fail = whole_digits(From::shape) + (From::shape.scale > To::shape.scale ? 1 : 0) >
                                   whole_digits(To::shape);
  static constexpr bool store(const From& from, To& to) {
    return store_units(rescaled(from.units(), To::shape.scale - From::shape.scale, To::shape.precision), to);
  }
};
template <Integer From, Decimal To>
struct cast_rule<From, To> {
  static constexpr bool can_fail = decimal_of_integer<From>::shape.precision > To::shape.precision - To::shape.scale;
  static constexpr bool store(From from, To& to) {
    return store_units(rescaled(static_cast<int128>(from), To::shape.scale, To::shape.precision), to);
  }
};
// The decimal digits that the number shows are rounded.
template <std::floating_point From, Decimal To>
struct cast_rule<From, To> {
  static constexpr bool can_fail = true;
  static bool store(From from, To& to) {
    std::string text;
    append_number(text, from);
    return store_units(scan_decimal(text, To::shape.precision, To::shape.scale), to);
  }
};
template <Decimal To>
struct cast_rule<bool, To> {
  static constexpr bool can_fail = To::shape.precision == To::shape.scale;
  static constexpr bool store(bool from, To& to) {
    return store_units(rescaled(from ? 1 : 0, To::shape.scale, To::shape.precision), to);
  }
};

// The fraction is cut off.
template <Decimal From, Integer To>
struct cast_rule<From, To> {
  static constexpr bool can_fail = power_of_ten(From::shape.precision - From::shape.scale) - 1 >
                                       static_cast<uint128>((std::numeric_limits<To>::max)()) ||
                                   std::unsigned_integral<To>;
  static constexpr bool store(const From& from, To& to) {
    const int128 whole = from.units() / static_cast<int128>(power_of_ten(From::shape.scale));
    const bool fits = whole >= static_cast<int128>((std::numeric_limits<To>::min)()) &&
                      whole <= static_cast<int128>((std::numeric_limits<To>::max)());
    if (fits) to = static_cast<To>(whole);
    return fits;
  }
};
template <Decimal From, std::floating_point To>
struct cast_rule<From, To> {
  static constexpr bool can_fail = false;
  static bool store(const From& from, To& to) { return to = static_cast<To>(static_cast<double>(from)), true; }
};
template <Decimal From>
struct cast_rule<From, bool> {
  static constexpr bool can_fail = false;
  static constexpr bool store(const From& from, bool& to) { return to = from.units() != 0, true; }
};

// Times are seconds since 1970, to the microsecond.
template <Decimal To>
struct cast_rule<timestamp, To> {
  static constexpr bool can_fail = To::shape.precision - To::shape.scale < 14;
  static constexpr bool store(timestamp from, To& to) {
    return store_units(rescaled(from.micros, To::shape.scale - 6, To::shape.precision), to);
  }
};
template <Decimal From>
struct cast_rule<From, timestamp> {
  static constexpr bool can_fail = true;
  static constexpr bool store(const From& from, timestamp& to) {
    constexpr int finer = From::shape.scale - 6;
    const uint128 micros = finer > 0 ? magnitude_of(from.units()) / power_of_ten(finer) : magnitude_of(from.units());
    const auto exact = finer >= 0 ? std::optional<int128>(with_sign(micros, from.units() < 0))
                                  : rescaled(from.units(), -finer, decimal_shape::max_precision);
    return exact && cast_rule<decimal<decimal_shape::max_precision>, std::int64_t>::store(
                        decimal<decimal_shape::max_precision>::from_units(*exact), to.micros);
  }
};

}  // namespace tidemark
