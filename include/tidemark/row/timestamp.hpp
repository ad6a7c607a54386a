// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Points in time: microseconds since 1970-01-01T00:00:00Z in 64 bits; arithmetic saturates at the ends of the range.

#include <tidemark/row/scalar.hpp>

#include <chrono>
#include <compare>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace tidemark {

// The sum or difference of two 64-bit counts, held at the end of the range that it would pass (never wraps round).
constexpr std::int64_t saturating_add(std::int64_t a, std::int64_t b) {
  std::int64_t sum{};
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? (std::numeric_limits<std::int64_t>::max)() : (std::numeric_limits<std::int64_t>::min)();
}
constexpr std::int64_t saturating_subtract(std::int64_t a, std::int64_t b) {
  std::int64_t difference{};
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? (std::numeric_limits<std::int64_t>::max)() : (std::numeric_limits<std::int64_t>::min)();
}
constexpr std::int64_t saturating_multiply(std::int64_t a, std::int64_t b) {
  std::int64_t product{};
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a < 0) == (b < 0) ? (std::numeric_limits<std::int64_t>::max)() : (std::numeric_limits<std::int64_t>::min)();
}

// The largest multiple of `width` at or below `value`; unlike `/`, right for negative values. Requires: width > 0.
constexpr std::int64_t floor_divide(std::int64_t value, std::int64_t width) {
  return value / width - (value % width < 0 ? 1 : 0);
}

// A point in time (TIMESTAMP), in microseconds UTC.
struct timestamp {
  std::int64_t micros{};

  using time_point = std::chrono::sys_time<std::chrono::microseconds>;

  constexpr timestamp() = default;
  constexpr explicit timestamp(std::int64_t micros_since_epoch) : micros(micros_since_epoch) {}
  constexpr explicit timestamp(time_point time) : micros(time.time_since_epoch().count()) {}
  constexpr explicit operator time_point() const { return time_point{std::chrono::microseconds{micros}}; }

  // Milliseconds since the epoch, rounded down: the unit of watermarks.
  constexpr std::int64_t millis() const { return floor_divide(micros, 1000); }
  static constexpr timestamp from_millis(std::int64_t millis) { return timestamp{saturating_multiply(millis, 1000)}; }

  friend constexpr auto operator<=>(const timestamp&, const timestamp&) = default;
  friend constexpr timestamp operator+(timestamp time, std::chrono::microseconds by) {
    return timestamp{saturating_add(time.micros, by.count())};
  }
  friend constexpr timestamp operator+(std::chrono::microseconds by, timestamp time) { return time + by; }
  friend constexpr timestamp operator-(timestamp time, std::chrono::microseconds by) {
    return timestamp{saturating_subtract(time.micros, by.count())};
  }
  friend constexpr std::chrono::microseconds operator-(timestamp a, timestamp b) {
    return std::chrono::microseconds{saturating_subtract(a.micros, b.micros)};
  }
};

// TIMESTAMP. In JSON "2026-01-05T10:00:00.000Z". Its texts are defined in timestamp_text.hpp, which all that writes or reads
// text includes: most of what handles times does neither.
template <>
struct scalar_traits<timestamp> : scalar_defaults<timestamp> {
  using form = std::int64_t;
  static constexpr std::string_view other_value = "something other than an ISO-8601 time";

  static std::string sql_name() { return "TIMESTAMP"; }
  static std::string form_name() { return "timestamp"; }
  static constexpr form to_form(timestamp time) { return time.micros; }
  static constexpr timestamp from_form(form micros) { return timestamp{micros}; }
  static void append_text(std::string& out, timestamp time);
  static bool parse_text(std::string_view text, timestamp& into);
  static void append_json(std::string& out, timestamp time);
  static bool parse_json(std::string_view text, timestamp& into);
};

}  // namespace tidemark
