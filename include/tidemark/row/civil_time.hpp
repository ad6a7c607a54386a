// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Calendar date and time of day of a timestamp, in the proleptic Gregorian calendar (year 0 exists), UTC.

#include <tidemark/row/timestamp.hpp>

#include <cstdint>
#include <optional>

namespace tidemark {

// A point in time taken apart. Years before 1 count down: 0 is 1 BC, -43 is 44 BC.
struct civil_time {
  std::int64_t year = 1970;
  std::int32_t month = 1;
  std::int32_t day = 1;
  std::int32_t hour = 0;
  std::int32_t minute = 0;
  std::int32_t second = 0;
  std::int32_t micros = 0;

  friend constexpr bool operator==(const civil_time&, const civil_time&) = default;
};

constexpr bool is_leap_year(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

constexpr std::int32_t days_in_month(std::int64_t year, std::int32_t month) {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// Days from 1970-01-01. Years are counted from March, so that the leap day is the last of its year. Requires: a date that
// exists, year within a million.
constexpr std::int64_t days_from_civil(std::int64_t year, std::int32_t month, std::int32_t day) {
  const std::int64_t march_year = month <= 2 ? year - 1 : year;
  const std::int64_t era = floor_divide(march_year, 400);
  const std::int64_t year_of_era = march_year - era * 400;
  const std::int64_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

// The same for a year from 0 to 9999, in 32 bits and without a look at eras: counted from 400 years before, no part is
// negative.
constexpr std::int32_t days_from_usual_year(std::uint32_t year, std::uint32_t month, std::uint32_t day) {
  const std::uint32_t march_year = year + 400 - (month <= 2 ? 1 : 0);
  const std::uint32_t centuries = march_year / 100;
  const std::uint32_t day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return static_cast<std::int32_t>(march_year * 365 + march_year / 4 - centuries + centuries / 4 + day_of_year) - 865'565;
}

// Year, month and day of a day counted from 1970-01-01; the time of day is 0.
constexpr civil_time civil_from_days(std::int64_t days) {
  const std::int64_t shifted = days + 719468;
  const std::int64_t era = floor_divide(shifted, 146097);
  const std::int64_t day_of_era = shifted - era * 146097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month_from_march = (5 * day_of_year + 2) / 153;
  civil_time date;
  date.month = static_cast<std::int32_t>(month_from_march < 10 ? month_from_march + 3 : month_from_march - 9);
  date.day = static_cast<std::int32_t>(day_of_year - (153 * month_from_march + 2) / 5 + 1);
  date.year = year_of_era + era * 400 + (date.month <= 2 ? 1 : 0);
  return date;
}

constexpr civil_time civil_from(timestamp time) {
  constexpr std::int64_t micros_per_day = 86'400'000'000;
  const std::int64_t days = floor_divide(time.micros, micros_per_day);
  const std::int64_t of_day = time.micros % micros_per_day + (time.micros % micros_per_day < 0 ? micros_per_day : 0);
  civil_time civil = civil_from_days(days);
  const std::int64_t seconds = of_day / 1'000'000;
  civil.hour = static_cast<std::int32_t>(seconds / 3600);
  civil.minute = static_cast<std::int32_t>(seconds / 60 % 60);
  civil.second = static_cast<std::int32_t>(seconds % 60);
  civil.micros = static_cast<std::int32_t>(of_day % 1'000'000);
  return civil;
}

// The timestamp of a date and time less an offset east of UTC; nullopt if there is no such date or time, or if it is out of
// the range of 64 bits.
constexpr std::optional<timestamp> timestamp_from(const civil_time& civil, std::int64_t offset_seconds = 0) {
  const bool exists = civil.year >= -999'999 && civil.year <= 999'999 && civil.month >= 1 && civil.month <= 12 &&
                      civil.day >= 1 && civil.day <= days_in_month(civil.year, civil.month) && civil.hour >= 0 &&
                      civil.hour < 24 && civil.minute >= 0 && civil.minute < 60 && civil.second >= 0 && civil.second < 60 &&
                      civil.micros >= 0 && civil.micros < 1'000'000;
  if (!exists) return std::nullopt;
  const std::int64_t days = days_from_civil(civil.year, civil.month, civil.day);
  std::int64_t seconds = days * 86'400 + civil.hour * 3600 + civil.minute * 60 + civil.second - offset_seconds;
  std::int64_t micros = civil.micros;
  if (seconds < 0 && micros > 0) {  // both of one sign, so that the earliest time of all does not pass through overflow
    ++seconds;
    micros -= 1'000'000;
  }
  std::int64_t total = 0;
  if (__builtin_mul_overflow(seconds, std::int64_t{1'000'000}, &total) || __builtin_add_overflow(total, micros, &total))
    return std::nullopt;
  return timestamp{total};
}

}  // namespace tidemark
