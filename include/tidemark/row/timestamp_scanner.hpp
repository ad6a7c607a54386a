// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Times taken out of text: the usual form by position, any other part by part.

#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark {

// Takes a time text apart from left to right; each step says whether it fits, and takes what it read.
struct time_text {
  std::string_view rest;

  bool take(char c) { return !rest.empty() && rest.front() == c && (rest.remove_prefix(1), true); }
  std::size_t take_digits(std::int64_t& value, std::size_t most) {
    std::size_t count = 0;
    for (value = 0; count < most && !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; ++count) {
      value = value * 10 + (rest.front() - '0');
      rest.remove_prefix(1);
    }
    return count;
  }
  bool take_two(std::int32_t& value) {
    std::int64_t digits = 0;
    const bool fits = take_digits(digits, 2) > 0;
    value = static_cast<std::int32_t>(digits);
    return fits;
  }
};

// "Z", "UTC", "GMT", "+1", "+01", "+0100", "+01:00", with one space before it or none; at most 18 hours.
inline bool take_zone(time_text& text, std::int64_t& offset_seconds) {
  text.take(' ');
  if (text.rest == "Z" || text.rest == "z" || text.rest == "UTC" || text.rest == "GMT") return text.rest = {}, true;
  const bool is_west = !text.rest.empty() && text.rest.front() == '-';
  if (!text.take('-') && !text.take('+')) return false;
  std::int32_t hours = 0;
  std::int32_t minutes = 0;
  if (!text.take_two(hours)) return false;
  if (text.take(':') || !text.rest.empty())
    if (!text.take_two(minutes)) return false;
  if (minutes > 59 || hours * 60 + minutes > 18 * 60) return false;
  offset_seconds = (hours * 60 + minutes) * (is_west ? -60 : 60);
  return true;
}

// Digits behind the point: to the microsecond, what is finer is cut off.
inline bool take_fraction(time_text& text, std::int32_t& micros) {
  std::int64_t value = 0;
  const std::size_t count = text.take_digits(value, 6);
  for (std::size_t i = count; i < 6; ++i) value *= 10;
  micros = static_cast<std::int32_t>(value);
  std::int64_t finer = 0;
  while (text.take_digits(finer, 18) > 0) continue;
  return count > 0;
}

inline std::optional<timestamp> parse_any_timestamp(time_text text) {
  while (!text.rest.empty() && text.rest.front() == ' ') text.rest.remove_prefix(1);
  while (!text.rest.empty() && text.rest.back() == ' ') text.rest.remove_suffix(1);
  civil_time civil;
  std::int64_t offset_seconds = 0;
  const bool is_negative = text.take('-');
  const bool has_sign = is_negative || text.take('+');
  if (text.take_digits(civil.year, has_sign ? 6 : 4) < 4) return std::nullopt;
  if (is_negative) civil.year = -civil.year;
  if (text.take('-') && !text.take_two(civil.month)) return std::nullopt;
  if (text.take('-') && !text.take_two(civil.day)) return std::nullopt;
  if (text.rest.empty()) return timestamp_from(civil);
  if (!text.take('T') && !text.take(' ')) return std::nullopt;
  if (!text.take_two(civil.hour) || !text.take(':') || !text.take_two(civil.minute)) return std::nullopt;
  if (text.take(':') && !text.take_two(civil.second)) return std::nullopt;
  if (text.take('.') && !take_fraction(text, civil.micros)) return std::nullopt;
  if (!text.rest.empty() && !take_zone(text, offset_seconds)) return std::nullopt;
  if (!text.rest.empty()) return std::nullopt;
  return timestamp_from(civil, offset_seconds);
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr std::int32_t two_digits(const char* at) { return (at[0] - '0') * 10 + (at[1] - '0'); }

// The usual form, "2026-01-05T10:00:00" and up to six digits of a second and "Z", without a look at anything else.
inline std::optional<timestamp> parse_usual_timestamp(std::string_view text) {
  constexpr std::size_t seconds_end = 19;
  if (text.size() <= seconds_end || text.size() > seconds_end + 8 || text.back() != 'Z') return std::nullopt;
  const char* at = text.data();
  const bool fits = at[4] == '-' && at[7] == '-' && (at[10] == 'T' || at[10] == ' ') && at[13] == ':' && at[16] == ':' &&
                    is_digit(at[0]) && is_digit(at[1]) && is_digit(at[2]) && is_digit(at[3]) && is_digit(at[5]) &&
                    is_digit(at[6]) && is_digit(at[8]) && is_digit(at[9]) && is_digit(at[11]) && is_digit(at[12]) &&
                    is_digit(at[14]) && is_digit(at[15]) && is_digit(at[17]) && is_digit(at[18]);
  if (!fits) return std::nullopt;
  civil_time civil{two_digits(at) * 100 + two_digits(at + 2), two_digits(at + 5), two_digits(at + 8), two_digits(at + 11),
                   two_digits(at + 14), two_digits(at + 17), 0};
  const std::size_t fraction_end = text.size() - 1;
  if (fraction_end > seconds_end) {
    if (at[seconds_end] != '.' || fraction_end == seconds_end + 1) return std::nullopt;
    std::int32_t unit = 1'000'000;
    for (std::size_t i = seconds_end + 1; i < fraction_end; ++i) {
      if (!is_digit(at[i])) return std::nullopt;
      civil.micros += (at[i] - '0') * (unit /= 10);
    }
  }
  return timestamp_from(civil);
}

}  // namespace tidemark
