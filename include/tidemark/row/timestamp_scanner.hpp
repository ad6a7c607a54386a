// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Times taken out of text: the usual form by position, any other part by part.

#include <tidemark/row/byte_order.hpp>
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

  constexpr bool take(char c) { return !rest.empty() && rest.front() == c && (rest.remove_prefix(1), true); }
  constexpr std::size_t take_digits(std::int64_t& value, std::size_t most) {
    std::size_t count = 0;
    for (value = 0; count < most && !rest.empty() && rest.front() >= '0' && rest.front() <= '9'; ++count) {
      value = value * 10 + (rest.front() - '0');
      rest.remove_prefix(1);
    }
    return count;
  }
  constexpr bool take_two(std::int32_t& value) {
    std::int64_t digits = 0;
    const bool fits = take_digits(digits, 2) > 0;
    value = static_cast<std::int32_t>(digits);
    return fits;
  }
};

// "Z", "UTC", "GMT", "+1", "+01", "+0100", "+01:00", "UTC+1", with one space before it or none; at most 18 hours.
inline bool take_zone(time_text& text, std::int64_t& offset_seconds) {
  text.take(' ');
  if (text.rest == "Z" || text.rest == "z") return text.rest = {}, true;
  if (text.rest.starts_with("UTC") || text.rest.starts_with("GMT")) text.rest.remove_prefix(3);
  if (text.rest.empty()) return true;
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
inline void take_fraction(time_text& text, std::int32_t& micros) {
  std::int64_t value = 0;
  const std::size_t count = text.take_digits(value, 6);
  for (std::size_t i = count; i < 6; ++i) value *= 10;
  micros = static_cast<std::int32_t>(value);
  std::int64_t finer = 0;
  while (text.take_digits(finer, 18) > 0) continue;
}

std::optional<timestamp> parse_any_timestamp(time_text text);

// Eight characters against a form, in which "0" stands for any digit: gives the digits' values in their places and 0 in the
// others, or `no_form` where one does not fit.
struct eight_characters {
  static constexpr std::uint64_t no_form = ~std::uint64_t{0};

  std::uint64_t form;   // the characters
  std::uint64_t limit;  // 0x76 where a digit is, 0x7f elsewhere: added to what differs, the top bit shows what is too much

  consteval explicit eight_characters(const char (&text)[9]) : form(0), limit(0) {
    for (int i = 0; i < 8; ++i) {
      form |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << 8 * i;
      limit |= std::uint64_t{text[i] == '0' ? 0x76u : 0x7fu} << 8 * i;
    }
  }

  std::uint64_t values(std::uint64_t characters) const {
    const std::uint64_t difference = characters ^ form;
    return (((difference + limit) | difference) & 0x8080808080808080u) == 0 ? difference : no_form;
  }
  // Two digits next to each other, the first in place `Place`, out of what `values` gave.
  template <int Place>
  static std::uint32_t two(std::uint64_t values) {
    return static_cast<std::uint32_t>((values >> 8 * Place & 0xff) * 10 + (values >> (8 * Place + 8) & 0xff));
  }
};

// The usual form, "2026-01-05T10:00:00Z" without a fraction or with three or six digits of it, eight characters at a time.
// Not an optional: returned by value it passes through memory, which costs as much as the rest.
inline bool parse_usual_timestamp(std::string_view text, timestamp& into) {
  using eight = eight_characters;
  constexpr eight date("0000-00-");
  constexpr eight hour("00T00:00");
  constexpr eight second("0:00:00Z");
  constexpr eight millis(":00.000Z");
  constexpr eight micros(".000000Z");
  constexpr std::uint64_t place_of_t = std::uint64_t{0xff} << 16;
  constexpr std::uint64_t place_of_zone = std::uint64_t{0xff} << 56;
  constexpr std::size_t shortest = 20;
  if (text.size() != shortest && text.size() != shortest + 4 && text.size() != shortest + 7) return false;
  const char* at = text.data();
  const std::uint64_t day_values = read_little<std::uint64_t>(at + 8);
  if (at[10] != 'T' && at[10] != ' ') return false;
  const std::uint64_t a = date.values(read_little<std::uint64_t>(at));
  const std::uint64_t b = hour.values((day_values & ~place_of_t) | (hour.form & place_of_t));
  const std::uint64_t c = second.values((read_little<std::uint64_t>(at + 12) & ~place_of_zone) | (second.form & place_of_zone));
  std::uint64_t d = 0;
  std::uint32_t fraction = 0;
  if (text.size() == shortest) {
    d = at[19] == 'Z' ? 0 : eight::no_form;
  } else if (text.size() == shortest + 4) {
    d = millis.values(read_little<std::uint64_t>(at + 16));
    fraction = (eight::two<4>(d) * 10 + static_cast<std::uint32_t>(d >> 48 & 0xff)) * 1000;
  } else {
    d = micros.values(read_little<std::uint64_t>(at + 19));
    fraction = eight::two<1>(d) * 10'000 + eight::two<3>(d) * 100 + eight::two<5>(d);
  }
  if (a == eight::no_form || b == eight::no_form || c == eight::no_form || d == eight::no_form) return false;
  const std::uint32_t year = eight::two<0>(a) * 100 + eight::two<2>(a);
  const std::uint32_t month = eight::two<5>(a);
  const std::uint32_t day = eight::two<0>(b);
  const std::uint32_t hours = eight::two<3>(b);
  const std::uint32_t minutes = eight::two<6>(b);
  const std::uint32_t seconds = eight::two<5>(c);
  if (month - 1 > 11 || day == 0 ||
      (day > 28 && static_cast<std::int32_t>(day) > days_in_month(year, static_cast<std::int32_t>(month))) || hours > 23 ||
      minutes > 59 || seconds > 59)
    return false;
  const std::int64_t days = days_from_usual_year(year, month, day);
  into = timestamp{(days * 86'400 + (hours * 3600 + minutes * 60 + seconds)) * 1'000'000 + fraction};
  return true;
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/row/impl/timestamp_scanner.ipp>
#endif
