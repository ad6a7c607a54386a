// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Values of a program as text in a printed plan: literals, durations. Different values have different texts, since a checkpoint
// compares them.

#include <tidemark/row/as_text.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/type_text.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

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
    append_number(out, count);
    (out += ' ') += text;
    if (count != 1) out += 's';
    return;
  }
}

// A text in quotes, with the quotes in it doubled.
inline void append_quoted(std::string& out, std::string_view text) {
  out += '\'';
  for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
  out += '\'';
}

template <class T>
void append_value_text(std::string& out, const T& value);

// "array(1, 2)", "map('a', 1)", "struct('ann', 3)"
template <class T>
void append_composite_text(std::string& out, const T& value) {
  constexpr column_kind kind = kind_of<T>;
  bool is_first = true;
  const auto add = [&](const auto& part) {
    detail::separate(out, is_first);
    append_value_text(out, part);
  };
  out += kind == column_kind::record ? "struct(" : kind == column_kind::map ? "map(" : "array(";
  if constexpr (kind == column_kind::record) {
    for_each_column(value, [&](auto /*key*/, const auto& column) { add(column); });
  } else if constexpr (kind == column_kind::map) {
    for (const auto& [key, mapped] : value) add(key), add(mapped);
  } else {
    for (const auto& one : value) add(static_cast<const typename T::value_type&>(one));
  }
  out += ')';
}

// As SQL writes a literal, where it has one: 3, 1.0, 'it''s', TIMESTAMP '2026-01-05 10:00:00', DECIMAL(3,2) '1.50', null.
template <class T>
void append_value_text(std::string& out, const T& value) {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean || kind == column_kind::integer) {
    append_as_text(out, value);
  } else if constexpr (kind == column_kind::floating) {
    append_number(out, value);
    if (std::same_as<T, float>) out += 'F';
  } else if constexpr (std::convertible_to<const T&, std::string_view>) {
    append_quoted(out, value);
  } else if constexpr (kind == column_kind::scalar) {
    std::string text;
    append_as_text(text, value);
    append_quoted((out += scalar_traits<T>::sql_name()) += ' ', text);
  } else if constexpr (kind == column_kind::window) {
    append_value_text(out += "window(", value.start);
    append_value_text(out += ", ", value.end);
    out += ')';
  } else if constexpr (kind == column_kind::nullable) {
    if (value) append_value_text(out, *value);
    else out += "null";
  } else if constexpr (std::convertible_to<T, std::chrono::microseconds>) {
    append_duration_text(out, value);
  } else if constexpr (kind != column_kind::none) {
    append_composite_text(out, value);
  } else {
    refuse_kind<T>();
  }
}

}  // namespace tidemark
