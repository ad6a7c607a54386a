// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Patterns of date_format, a subset of the engine's: y M d D E a H h m s S X, quoted text, and signs as they are.

#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

inline constexpr std::int64_t micros_per_second = 1'000'000;
inline constexpr std::int64_t micros_per_day = 86'400 * micros_per_second;

// Days since 1970-01-01, rounded down.
constexpr std::int64_t days_of(timestamp time) { return floor_divide(time.micros, micros_per_day); }
constexpr std::int64_t days_of(date day) { return day.days; }

// A time or a date: what has a day.
template <class T>
concept Dated = std::same_as<T, timestamp> || std::same_as<T, date>;

// 0 for Monday to 6 for Sunday.
constexpr std::int32_t days_since_monday(std::int64_t days) {
  return static_cast<std::int32_t>((days + 3) - floor_divide(days + 3, 7) * 7);
}
// 1 for January 1.
constexpr std::int32_t day_of_year_of(std::int64_t days) {
  return static_cast<std::int32_t>(days - days_from_civil(civil_from_days(days).year, 1, 1) + 1);
}

// A part of a pattern: a letter and how often it stands there, or text (letter 0), in which two quotes mean one.
struct date_pattern_part {
  char letter = '\0';
  std::size_t count = 0;
  std::string_view text;
};

constexpr bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Takes the first part off the pattern. Requires: the pattern is not empty.
constexpr date_pattern_part take_part(std::string_view& pattern) {
  std::size_t end = 1;
  date_pattern_part part;
  if (is_ascii_letter(pattern.front())) {
    while (end < pattern.size() && pattern[end] == pattern.front()) ++end;
    part = {pattern.front(), end, {}};
  } else if (pattern.front() == '\'') {
    while (end < pattern.size() && (pattern[end] != '\'' || pattern.substr(end, 2) == "''"))
      end += pattern[end] == '\'' ? 2u : 1u;
    if (end >= pattern.size()) part = {'\'', 1, {}};  // no end: nothing that can be formatted
    else part.text = end == 1 ? pattern.substr(0, 1) : pattern.substr(1, end - 1);
    end = end < pattern.size() ? end + 1 : pattern.size();
  } else {
    part.text = pattern.substr(0, 1);
    if (std::string_view("[]{}#").find(pattern.front()) != std::string_view::npos) part = {pattern.front(), 1, {}};
  }
  pattern.remove_prefix(end);
  return part;
}

// How often a letter may stand at one place; 0 if it means nothing.
constexpr std::size_t most_letters(char letter) {
  constexpr std::string_view known = "yMdDEaHhmsSX";
  constexpr std::size_t most[] = {6, 4, 2, 3, 4, 1, 2, 2, 2, 2, 9, 3};
  const std::size_t at = known.find(letter);
  return at == std::string_view::npos ? 0 : most[at];
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_date_pattern(std::string_view pattern, char letter,
                                                                      std::size_t count) {
  throw error("date_pattern", "the pattern \"" + std::string(pattern) + "\" has " + std::string(count, letter) +
                                  ", which stands for nothing; use y M d D E a H h m s S X, and quotes around other text");
}

constexpr void check_date_pattern(std::string_view pattern) {
  for (std::string_view rest = pattern; !rest.empty();) {
    const date_pattern_part part = take_part(rest);
    if (part.letter != '\0' && part.count > most_letters(part.letter)) throw_date_pattern(pattern, part.letter, part.count);
  }
}

// Appends at least `width` digits.
inline void append_at_least(std::string& out, std::int64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

// The last two digits if there are two letters, else the whole year; with four letters and more a `+` before a longer one.
inline void append_year(std::string& out, std::int64_t year, std::size_t count) {
  const std::int64_t size = year < 0 ? -year : year;
  if (count == 2) return append_digits(out, size, 2);
  if (year < 0) out += '-';
  else if (count >= 4 && std::to_string(year).size() > count) out += '+';
  append_at_least(out, size, count);
}

inline void append_date_part(std::string& out, const date_pattern_part& part, std::int64_t day, const civil_time& civil) {
  constexpr std::string_view months[] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
  constexpr std::string_view days[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
  const auto append_name = [&](std::string_view full) { out += part.count == 4 ? full : full.substr(0, 3); };
  switch (part.letter) {
    case '\0':
      for (std::size_t i = 0; i < part.text.size(); i += part.text.substr(i, 2) == "''" ? 2u : 1u) out += part.text[i];
      break;
    case 'y':
      append_year(out, civil.year, part.count);
      break;
    case 'M':
      if (part.count < 3) append_at_least(out, civil.month, part.count);
      else append_name(months[civil.month - 1]);
      break;
    case 'd':
      append_at_least(out, civil.day, part.count);
      break;
    case 'D':
      append_at_least(out, day_of_year_of(day), part.count);
      break;
    case 'E':
      append_name(days[days_since_monday(day)]);
      break;
    case 'a':
      out += civil.hour < 12 ? "AM" : "PM";
      break;
    case 'H':
      append_at_least(out, civil.hour, part.count);
      break;
    case 'h':
      append_at_least(out, (civil.hour + 11) % 12 + 1, part.count);
      break;
    case 'm':
      append_at_least(out, civil.minute, part.count);
      break;
    case 's':
      append_at_least(out, civil.second, part.count);
      break;
    case 'S': {
      char digits[10] = "000000000";
      std::int32_t micros = civil.micros;
      for (std::size_t i = 6; i > 0; micros /= 10) digits[--i] = static_cast<char>('0' + micros % 10);
      out.append(digits, part.count);
      break;
    }
    default:
      out += 'Z';
      break;  // X: the zone, which is UTC
  }
}

// Requires: the pattern has been checked.
inline std::string formatted_time(Dated auto time, std::string_view pattern) {
  const civil_time civil = civil_from(time);
  std::string out;
  while (!pattern.empty()) append_date_part(out, take_part(pattern), days_of(time), civil);
  return out;
}

}  // namespace tidemark
