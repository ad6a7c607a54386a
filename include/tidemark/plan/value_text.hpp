// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values of a program as text in a printed plan: literals, durations, names.

#include <tidemark/row/null.hpp>
#include <tidemark/row/timestamp.hpp>

#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

inline void append_number_text(std::string& out, std::int64_t number) { out += std::to_string(number); }
inline void append_number_text(std::string& out, double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number);
  out.append(digits, end.ptr);
}

// A span of time in the largest unit that says it whole: "10 minutes", "1500 milliseconds".
inline void append_duration_text(std::string& out, std::chrono::microseconds span) {
  struct unit {
    std::int64_t micros;
    std::string_view text;
  };
  constexpr unit units[] = {{86'400'000'000, "day"}, {3'600'000'000, "hour"}, {60'000'000, "minute"},
                            {1'000'000, "second"},   {1'000, "millisecond"},  {1, "microsecond"}};
  for (const auto& [micros, text] : units) {
    if (span.count() % micros != 0) continue;
    const std::int64_t count = span.count() / micros;
    (out += std::to_string(count)) += ' ';
    out += text;
    if (count != 1) out += 's';
    return;
  }
}

template <class T>
void append_value_text(std::string& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) out += value ? "true" : "false";
  else if constexpr (std::unsigned_integral<T>) out += std::to_string(value);
  else if constexpr (std::integral<T>) append_number_text(out, std::int64_t{value});
  else if constexpr (std::floating_point<T>) append_number_text(out, double{value});
  else if constexpr (std::convertible_to<T, std::string_view>) ((out += '\'') += std::string_view(value)) += '\'';
  else if constexpr (std::same_as<T, timestamp>) append_number_text((out += "timestamp "), value.micros), out += "us";
  else if constexpr (std::convertible_to<T, std::chrono::microseconds>) append_duration_text(out, value);
  else if constexpr (is_nullable<T>) value ? append_value_text(out, *value) : void(out += "null");
  else out += "<value>";
}

}  // namespace tidemark
