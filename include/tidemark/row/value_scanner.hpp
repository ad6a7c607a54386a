// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers and truth values out of a whole text, as CAST reads them; independent of any locale.

#include <charconv>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace tidemark {

// The text without spaces and control characters at its ends.
constexpr std::string_view without_outer_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return (c >= '\0' && c <= ' ') || c == '\x7f'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// ASCII letters without regard to case. Requires: `lower` has no capital letter.
constexpr bool is_word(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != lower[i]) return false;
  }
  return true;
}

// A sign, or none, and digits; nullopt for anything else, and for what does not fit.
template <std::integral Integer>
std::optional<Integer> scan_integer(std::string_view text) {
  text = without_outer_blanks(text);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  Integer value{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return value;
}

namespace detail {

// What a number is that no floating-point number is near to: infinite, or 0 if it is too small. Requires: `text` is a number.
template <std::floating_point Floating>
Floating beyond_range(std::string_view text) {
  const std::size_t mark = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, mark);
  const bool is_small_exponent = mark != std::string_view::npos && text[mark + 1] == '-';
  if (mark != std::string_view::npos) return is_small_exponent ? Floating{0} : std::numeric_limits<Floating>::infinity();
  return digits.find_first_of("123456789") < digits.find('.') ? std::numeric_limits<Floating>::infinity() : Floating{0};
}

}  // namespace detail

// A decimal number with or without point and exponent, to the nearest value ("1e400" is infinite), also with a `d` or `f` at
// its end; "inf", "infinity" and "nan" in any case. Hexadecimal is not read.
template <std::floating_point Floating>
std::optional<Floating> scan_floating(std::string_view text) {
  text = without_outer_blanks(text);
  if (is_word(text, "nan")) return std::numeric_limits<Floating>::quiet_NaN();
  const bool is_negative = !text.empty() && text.front() == '-';
  if (is_negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  Floating value{};
  if (is_word(text, "inf") || is_word(text, "infinity")) value = std::numeric_limits<Floating>::infinity();
  else {
    if (text.empty() || !(text.front() == '.' || (text.front() >= '0' && text.front() <= '9'))) return std::nullopt;
    const std::size_t suffix = std::string_view("dDfF").find(text.back()) != std::string_view::npos ? 1 : 0;
    const char* const end = text.data() + text.size() - suffix;
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ptr != end || read.ec == std::errc::invalid_argument) return std::nullopt;
    if (read.ec == std::errc::result_out_of_range) value = detail::beyond_range<Floating>(text);
  }
  return is_negative ? -value : value;
}

inline std::optional<bool> scan_boolean(std::string_view text) {
  text = without_outer_blanks(text);
  for (const std::string_view word : {"t", "true", "y", "yes", "1"})
    if (is_word(text, word)) return true;
  for (const std::string_view word : {"f", "false", "n", "no", "0"})
    if (is_word(text, word)) return false;
  return std::nullopt;
}

}  // namespace tidemark
