// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a good engineer writes to get views out of CSV lines, and to write them: values that may be in quotes, times in one
// form.

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

namespace hand {

struct csv_view {
  std::string user;
  std::string page;
  std::int64_t time_us = 0;
  std::int64_t count = 0;
};

// Days from 1970-01-01 to a date of the Gregorian calendar.
inline std::int64_t days_before(std::int64_t year, unsigned month, unsigned day) {
  year -= month <= 2;
  const std::int64_t era = year / 400;
  const auto of_era = static_cast<unsigned>(year - era * 400);
  const unsigned of_year = (153 * (month + (month > 2 ? -3u : 9u)) + 2) / 5 + day - 1;
  return era * 146097 + static_cast<std::int64_t>(of_era * 365 + of_era / 4 - of_era / 100 + of_year) - 719468;
}

class csv_view_reader {
 public:
  explicit csv_view_reader(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  // False at the end, or where a line has another form.
  bool next(csv_view& view) {
    if (at_ == end_) return false;
    return take_text(view.user, ',') && take_text(view.page, ',') && take_time(view.time_us, ',') && take_number(view.count);
  }

 private:
  bool take_text(std::string& into, char end) {
    if (at_ != end_ && *at_ == '"') return take_quoted(into, end);
    const void* const found = std::memchr(at_, end, static_cast<std::size_t>(end_ - at_));
    if (found == nullptr) return false;
    into.assign(at_, static_cast<const char*>(found));
    at_ = static_cast<const char*>(found) + 1;
    return true;
  }
  bool take_quoted(std::string& into, char end) {
    into.clear();
    for (++at_; at_ != end_; ++at_) {
      if (*at_ == '"' && (++at_ == end_ || *at_ != '"')) break;
      into += *at_;
    }
    return at_ != end_ && *at_++ == end;
  }
  unsigned digits(const char* at, int count) const {
    unsigned value = 0;
    for (int i = 0; i < count; ++i) value = value * 10 + static_cast<unsigned>(at[i] - '0');
    return value;
  }
  // 2026-01-05T10:00:00.000Z
  bool take_time(std::int64_t& into, char end) {
    if (end_ - at_ < 25 || at_[4] != '-' || at_[7] != '-' || at_[10] != 'T' || at_[19] != '.' || at_[23] != 'Z' ||
        at_[24] != end)
      return false;
    const std::int64_t days = days_before(digits(at_, 4), digits(at_ + 5, 2), digits(at_ + 8, 2));
    const std::int64_t seconds = digits(at_ + 11, 2) * 3600 + digits(at_ + 14, 2) * 60 + digits(at_ + 17, 2);
    into = (days * 86400 + seconds) * 1'000'000 + digits(at_ + 20, 3) * 1000;
    at_ += 25;
    return true;
  }
  bool take_number(std::int64_t& into) {
    const auto [last, failure] = std::from_chars(at_, end_, into);
    if (failure != std::errc{} || last == end_ || *last != '\n') return false;
    at_ = last + 1;
    return true;
  }

  const char* at_;
  const char* end_;
};

inline void append_csv_text(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  out += '"';
}

inline void append_padded(std::string& out, std::int64_t value, std::size_t width) {
  char text[8];
  for (std::size_t i = width; i > 0; value /= 10) text[--i] = static_cast<char>('0' + value % 10);
  out.append(text, width);
}

inline void append_csv_time(std::string& out, std::int64_t time_us) {
  const std::int64_t days = time_us / 86'400'000'000;
  const std::int64_t z = days + 719468;
  const std::int64_t era = z / 146097;
  const std::int64_t of_era = z - era * 146097;
  const std::int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const std::int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t shifted = (5 * of_year + 2) / 153;
  const std::int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
  append_padded(out, year_of_era + era * 400 + (month <= 2 ? 1 : 0), 4);
  append_padded(out += '-', month, 2);
  append_padded(out += '-', of_year - (153 * shifted + 2) / 5 + 1, 2);
  const std::int64_t ms = time_us % 86'400'000'000 / 1000;
  append_padded(out += 'T', ms / 3'600'000, 2);
  append_padded(out += ':', ms / 60'000 % 60, 2);
  append_padded(out += ':', ms / 1000 % 60, 2);
  append_padded(out += '.', ms % 1000, 3);
  out += 'Z';
}

inline void append_csv_view(std::string& out, const csv_view& view) {
  append_csv_text(out, view.user);
  append_csv_text(out += ',', view.page);
  append_csv_time(out += ',', view.time_us);
  char digits[24];
  out += ',';
  out.append(digits, std::to_chars(digits, digits + sizeof digits, view.count).ptr);
  out += '\n';
}

}  // namespace hand
