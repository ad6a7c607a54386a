// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a value of a CSV file is in a column.

#include <tidemark/formats/csv_field.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_scanner.hpp>
#include <tidemark/row/timestamp_text.hpp>
#include <tidemark/row/value_scanner.hpp>

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <system_error>
#include <type_traits>

namespace tidemark {

// Whether a column can be a value of a CSV file: one text, number, time or other scalar, and no list or record of them.
template <class T>
consteval bool is_csv_column() {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::nullable) return is_csv_column<typename T::value_type>();
  else
    return kind == column_kind::boolean || kind == column_kind::integer || kind == column_kind::floating ||
           kind == column_kind::text || kind == column_kind::text_view || kind == column_kind::scalar;
}

// Whether all columns of a list can.
template <class Fields>
inline constexpr bool are_csv_columns = false;
template <class... Fields>
inline constexpr bool are_csv_columns<field_list<Fields...>> = (is_csv_column<typename Fields::type>() && ...);

// Read a value in its usual form, whose end need not be looked for, and return the place behind it; nullptr: it has another.
// A whole number: at most eighteen digits, and it fits.
template <std::integral Integer>
[[gnu::always_inline]] inline const char* read_usual(const char* at, const char* end, Integer& into) {
  const bool is_negative = std::is_signed_v<Integer> && at != end && *at == '-';
  if (is_negative) ++at;
  const char* const digits = at;
  std::uint64_t sum = 0;
  for (; at != end; ++at) {
    const auto digit = static_cast<unsigned char>(*at - '0');
    if (digit > 9) break;
    sum = sum * 10 + digit;
  }
  constexpr auto most = static_cast<std::uint64_t>((std::numeric_limits<Integer>::max)());
  if (at - digits < 1 || at - digits > 18 || sum > most + (is_negative ? 1 : 0)) return nullptr;
  into = static_cast<Integer>(is_negative ? 0 - sum : sum);
  return at;
}
// A time: to the millisecond, as it is written.
inline const char* read_usual(const char* at, const char* end, timestamp& into) {
  constexpr std::string_view form = "2026-01-05T10:00:00.000Z";
  const bool is_read = end - at >= static_cast<std::ptrdiff_t>(form.size()) && parse_usual_timestamp({at, form.size()}, into);
  return is_read ? at + form.size() : nullptr;
}

// Whether a delimiter can stand in the usual form of a value, which must then be looked for.
template <class T>
constexpr bool is_in_usual_form(char delimiter) {
  return std::same_as<T, timestamp> && (delimiter == ' ' || delimiter == ':');
}

// What a value is that does not fit a column of type T, if the type says it.
template <class T>
consteval std::string_view other_value_of() {
  if constexpr (kind_of<T> == column_kind::nullable) return other_value_of<typename T::value_type>();
  else if constexpr (Scalar<T>) return scalar_traits<T>::other_value;
  else return {};
}

// Reads a value that is no text. Requires: it is not null.
template <class T>
csv_problem read_csv_value(std::string_view text, T& into) {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean) {
    into = is_word(text, "true");
    return into || is_word(text, "false") ? csv_problem::none : csv_problem::not_boolean;
  } else if constexpr (kind == column_kind::integer) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const char* const end = text.data() + text.size();
    const auto [last, failure] = std::from_chars(text.data(), end, into);
    if (last != end || failure == std::errc::invalid_argument) return csv_problem::not_integer;
    return failure == std::errc{} ? csv_problem::none : csv_problem::out_of_range;
  } else if constexpr (kind == column_kind::floating) {
    const auto number = scan_floating<T>(text);
    if (!number) return csv_problem::not_number;
    into = *number;
    const bool is_beyond_range = std::isinf(into) && text.find_first_of("0123456789") != std::string_view::npos;
    return is_beyond_range ? csv_problem::out_of_range : csv_problem::none;
  } else {
    return scalar_traits<T>::parse_json(text, into) ? csv_problem::none : csv_problem::not_scalar;
  }
}

}  // namespace tidemark
