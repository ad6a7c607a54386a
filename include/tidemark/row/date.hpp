// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// DATE: a day of the proleptic Gregorian calendar.

#include <tidemark/row/arithmetic_error.hpp>
#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// Days since 1970-01-01. As a time it is its first moment, UTC.
struct date {
  std::int32_t days{};

  constexpr date() = default;
  constexpr explicit date(std::int32_t days_since_epoch) : days(days_since_epoch) {}
  constexpr explicit date(std::chrono::sys_days day) : days(static_cast<std::int32_t>(day.time_since_epoch().count())) {}
  constexpr explicit date(std::chrono::year_month_day day) : date(std::chrono::sys_days(day)) {}
  constexpr explicit operator std::chrono::sys_days() const { return std::chrono::sys_days(std::chrono::days(days)); }
  constexpr explicit operator timestamp() const { return timestamp{saturating_multiply(days, 86'400'000'000)}; }

  friend constexpr bool operator==(const date&, const date&) = default;
  friend constexpr auto operator<=>(const date&, const date&) = default;
  friend constexpr auto operator<=>(date a, timestamp b) { return timestamp(a) <=> b; }
  friend constexpr bool operator==(date a, timestamp b) { return timestamp(a) == b; }

  // Past the range of 32 bits: error arithmetic_overflow.
  friend constexpr date operator+(date a, std::chrono::days by) { return of(std::int64_t{a.days} + by.count()); }
  friend constexpr date operator+(std::chrono::days by, date a) { return a + by; }
  friend constexpr date operator-(date a, std::chrono::days by) { return of(std::int64_t{a.days} - by.count()); }
  friend constexpr std::chrono::days operator-(date a, date b) {
    return std::chrono::days(static_cast<std::chrono::days::rep>(std::int64_t{a.days} - b.days));
  }

  // Throws arithmetic_overflow for a day that is out of range.
  static constexpr date of(std::int64_t days_since_epoch) {
    if (!std::in_range<std::int32_t>(days_since_epoch)) throw_arithmetic_overflow();
    return date(static_cast<std::int32_t>(days_since_epoch));
  }
};

// The day of a time, UTC.
constexpr date date_of(timestamp time) { return date(static_cast<std::int32_t>(floor_divide(time.micros, 86'400'000'000))); }

constexpr civil_time civil_from(date day) { return civil_from_days(day.days); }

// "2026-01-05", "2026-1-5", "2026-01", "2026"; behind a whole date a `T` or a space and anything may follow.
constexpr std::optional<date> parse_date(std::string_view text) {
  time_text rest{without_outer_blanks(text)};
  civil_time civil;
  const bool is_negative = rest.take('-');
  if (!is_negative) rest.take('+');
  if (rest.take_digits(civil.year, 7) < 4) return std::nullopt;
  if (is_negative) civil.year = -civil.year;
  if (rest.take('-')) {
    if (!rest.take_two(civil.month)) return std::nullopt;
    if (rest.take('-')) {
      if (!rest.take_two(civil.day)) return std::nullopt;
      if (rest.take('T') || rest.take(' ')) rest.rest = {};
    }
  }
  const bool exists = rest.rest.empty() && civil.month >= 1 && civil.month <= 12 && civil.day >= 1 &&
                      civil.day <= days_in_month(civil.year, civil.month);
  if (!exists) return std::nullopt;
  const std::int64_t days = days_from_civil(civil.year, civil.month, civil.day);
  if (!std::in_range<std::int32_t>(days)) return std::nullopt;
  return date(static_cast<std::int32_t>(days));
}

// Appends "2026-01-05".
inline void append_date(std::string& out, date day) {
  const civil_time civil = civil_from(day);
  append_year_of(out, civil);
  out += '-';
  append_digits(out, civil.month, 2);
  out += '-';
  append_digits(out, civil.day, 2);
}

template <>
struct scalar_traits<date> : scalar_defaults<date> {
  using form = std::int32_t;
  static constexpr std::string_view other_value = "something other than a date";

  static std::string sql_name() { return "DATE"; }
  static std::string form_name() { return "date"; }
  static constexpr form to_form(date day) { return day.days; }
  static constexpr date from_form(form days) { return date(days); }
  static void append_text(std::string& out, date day) { append_date(out, day); }
  static constexpr bool parse_text(std::string_view text, date& into) {
    const std::optional<date> day = parse_date(text);
    if (day) into = *day;
    return day.has_value();
  }
};

}  // namespace tidemark

// Where values of both meet.
template <>
struct std::common_type<tidemark::date, tidemark::timestamp> {
  using type = tidemark::timestamp;
};
template <>
struct std::common_type<tidemark::timestamp, tidemark::date> {
  using type = tidemark::timestamp;
};
