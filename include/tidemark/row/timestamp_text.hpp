// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Timestamps as text: ISO-8601 read with or without zone, written in UTC; and the form of a cast to STRING.

#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_scanner.hpp>
#include <tidemark/row/value_scanner.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// Appends the last `width` digits of a number that is not negative.
inline void append_digits(std::string& out, std::int64_t value, std::size_t width) {
  char digits[20];
  for (std::size_t i = width; i > 0; value /= 10) digits[--i] = static_cast<char>('0' + value % 10);
  out.append(digits, width);
}

// A year of more than four digits carries its sign.
inline void append_year_of(std::string& out, const civil_time& civil) {
  const std::int64_t year = civil.year < 0 ? -civil.year : civil.year;
  if (civil.year < 0) out += '-';
  if (civil.year > 9999) out += '+';
  std::size_t width = 4;
  for (std::int64_t most = 9999; year > most; most = most * 10 + 9) ++width;
  append_digits(out, year, width);
}

// Date and time to the second, with `between` in the middle.
inline void append_civil(std::string& out, const civil_time& civil, char between) {
  append_year_of(out, civil);
  char rest[] = "-00-00T00:00:00";
  const std::int32_t parts[] = {civil.month, civil.day, civil.hour, civil.minute, civil.second};
  for (std::size_t i = 0; i < 5; ++i) {
    rest[i * 3 + 1] = static_cast<char>('0' + parts[i] / 10);
    rest[i * 3 + 2] = static_cast<char>('0' + parts[i] % 10);
  }
  rest[6] = between;
  out.append(rest, sizeof rest - 1);
}

// The time that a text names: "2026-01-05T10:00:00.123456+01:00", with `T` or a space, seconds and finer optional, zone
// optional (then UTC); also "2026-01-05", "2026-01" and "2026". What is finer than a microsecond is cut off.
std::optional<timestamp> parse_timestamp(std::string_view text);

// Appends "2026-01-05T10:00:00.000Z", as JSON has it; with six digits if the time is no whole millisecond.
inline void append_timestamp(std::string& out, timestamp time) {
  const civil_time civil = civil_from(time);
  append_civil(out, civil, 'T');
  const bool whole_millis = civil.micros % 1000 == 0;
  out += '.';
  append_digits(out, whole_millis ? civil.micros / 1000 : civil.micros, whole_millis ? 3 : 6);
  out += 'Z';
}

// Appends "2026-01-05 10:00:00.25", as CAST(t AS STRING) gives it: no zeros at the end of the fraction, no zone.
inline void append_cast_timestamp(std::string& out, timestamp time) {
  const civil_time civil = civil_from(time);
  append_civil(out, civil, ' ');
  if (civil.micros == 0) return;
  out += '.';
  append_digits(out, civil.micros, 6);
  while (out.back() == '0') out.pop_back();
}

namespace detail {

[[gnu::cold, gnu::noinline]] inline bool parse_odd_timestamp(std::string_view text, timestamp& into) {
  const std::optional<timestamp> time = parse_any_timestamp({text});
  if (time) into = *time;
  return time.has_value();
}

}  // namespace detail

// What timestamp.hpp promises of the type.
inline void scalar_traits<timestamp>::append_text(std::string& out, timestamp time) { append_cast_timestamp(out, time); }
inline bool scalar_traits<timestamp>::parse_text(std::string_view text, timestamp& into) {
  return parse_json(without_outer_blanks(text), into);
}
inline void scalar_traits<timestamp>::append_json(std::string& out, timestamp time) { append_timestamp(out, time); }
inline bool scalar_traits<timestamp>::parse_json(std::string_view text, timestamp& into) {
  return parse_usual_timestamp(text, into) || detail::parse_odd_timestamp(text, into);
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/row/impl/timestamp_text.ipp>
#endif
