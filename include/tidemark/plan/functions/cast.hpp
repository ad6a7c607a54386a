// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changing the type of a value: `cast<std::int32_t>("n"_c)`, which ends the query on a value that does not fit, and
// `try_cast`, which gives null for it.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/row/timestamp_text.hpp>
#include <tidemark/row/value_scanner.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// What SQL calls a type.
template <class T>
consteval std::string_view sql_type_name() {
  if constexpr (std::same_as<T, bool>) return "BOOLEAN";
  else if constexpr (Integer<T>) {
    constexpr std::string_view names[] = {"TINYINT", "SMALLINT", "INT", "BIGINT"};
    constexpr std::string_view unsigned_names[] = {"TINYINT UNSIGNED", "SMALLINT UNSIGNED", "INT UNSIGNED", "BIGINT UNSIGNED"};
    constexpr std::size_t size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return std::signed_integral<T> ? names[size] : unsigned_names[size];
  } else if constexpr (std::floating_point<T>) return sizeof(T) == 4 ? "FLOAT" : "DOUBLE";
  else if constexpr (Text<T>) return "STRING";
  else return "TIMESTAMP";
}

// A value of one type can be meant as a value of the other. A time is no truth value, nor the other way round.
template <class From, class To>
concept Castable = std::same_as<From, To> ||
                   (std::same_as<To, std::string> &&
                    (Number<From> || std::same_as<From, bool> || Text<From> || std::same_as<From, timestamp>)) ||
                   (std::same_as<To, bool> && (Number<From> || Text<From>)) ||
                   (Number<To> && (Number<From> || std::same_as<From, bool> || Text<From> || std::same_as<From, timestamp>)) ||
                   (std::same_as<To, timestamp> && (Number<From> || Text<From>));

namespace detail {

template <class From, class To>
consteval bool cast_can_fail() {
  if constexpr (std::same_as<From, To> || std::same_as<From, bool> || std::same_as<To, std::string>) return false;
  else if constexpr (Text<From>) return true;
  else if constexpr (std::same_as<To, timestamp>) return std::floating_point<From>;
  else if constexpr (!Integer<To>) return false;
  else if constexpr (std::same_as<From, timestamp>) return !std::same_as<To, std::int64_t>;
  else if constexpr (std::floating_point<From>) return true;
  else return !std::in_range<To>((std::numeric_limits<From>::min)()) || !std::in_range<To>((std::numeric_limits<From>::max)());
}

}  // namespace detail

// Some values of type `From` are no values of type `To`.
template <class From, class To>
inline constexpr bool cast_can_fail = detail::cast_can_fail<From, To>();

// Cuts off the fraction. The bound 2^63 itself counts as the greatest BIGINT, as in the engine, which compares doubles.
template <Integer To>
constexpr bool integer_from(std::floating_point auto value, To& to) {
  constexpr To most = (std::numeric_limits<To>::max)();
  constexpr double end = static_cast<double>(most / 2 + 1) * 2;
  constexpr double least = static_cast<double>((std::numeric_limits<To>::min)());
  const auto x = static_cast<double>(value);
  const bool is_in_range = sizeof(To) == 8 && std::signed_integral<To> ? x <= end && x >= least
                           : sizeof(To) == 8                           ? x <= end && x > -1
                                                                       : x < end && x > least - 1;
  if (!is_in_range) return false;
  to = x >= end ? most : static_cast<To>(x);
  return true;
}

constexpr std::int64_t whole_seconds(timestamp time) { return floor_divide(time.micros, 1'000'000); }

// Stores the value in the other type; false if it does not fit or its text has not that form.
template <class From, class To>
  requires Castable<From, To>
constexpr bool cast_value(const From& from, To& to) {
  const auto take = [&to](const auto& scanned) { return scanned ? (to = *scanned, true) : false; };
  if constexpr (std::same_as<From, To>) return to = from, true;
  else if constexpr (std::same_as<To, std::string>) {
    if constexpr (std::same_as<From, bool>) to = from ? "true" : "false";
    else if constexpr (Text<From>) to = from;
    else if constexpr (std::same_as<From, timestamp>) append_cast_timestamp(to, from);
    else append_number(to, from);
    return true;
  } else if constexpr (std::same_as<To, bool>) {
    if constexpr (Text<From>) return take(scan_boolean(from));
    else return to = from != 0, true;
  } else if constexpr (std::same_as<To, timestamp>) {
    if constexpr (Text<From>) return take(parse_timestamp(without_outer_blanks(from)));
    else if constexpr (std::floating_point<From>) return integer_from(static_cast<double>(from) * 1e6, to.micros);
    else {
      const bool is_huge = !std::in_range<std::int64_t>(from);
      to.micros = saturating_multiply(is_huge ? (std::numeric_limits<std::int64_t>::max)() : static_cast<std::int64_t>(from),
                                      1'000'000);
      return true;
    }
  } else if constexpr (Text<From>) {
    if constexpr (Integer<To>) return take(scan_integer<To>(from));
    else return take(scan_floating<To>(from));
  } else if constexpr (std::same_as<From, timestamp>) {
    if constexpr (Integer<To>) return cast_value(whole_seconds(from), to);
    else return to = static_cast<To>(static_cast<double>(from.micros) / 1e6), true;
  } else if constexpr (Integer<To> && std::floating_point<From>) return integer_from(from, to);
  else if constexpr (Integer<To> && Integer<From>) return std::in_range<To>(from) ? (to = static_cast<To>(from), true) : false;
  else return to = static_cast<To>(from), true;
}

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_cast_overflow(const std::string& value, std::string_view type) {
  throw error("cast_overflow", "the value " + value + " does not fit " + std::string(type) +
                                   "; cast to a wider type, or use try_cast to get null");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_cast_malformed(const std::string& value, std::string_view type) {
  throw error("cast_malformed", "the value '" + value + "' does not have the form of a value of type " + std::string(type) +
                                    "; correct the value, or use try_cast to get null");
}

template <class From>
constexpr bool has_no_number(const From& value) {
  if constexpr (std::floating_point<From>) return !(value - value == 0);
  else return false;
}

namespace functions {

template <class To>
struct cast_to : function {
  template <class From>
    requires Castable<From, To>
  static constexpr To apply(const From& value) {
    To result{};
    if (cast_value(value, result)) return result;
    if constexpr (cast_can_fail<From, To>) {
      std::string text;
      cast_value(value, text);
      if (Text<From> || (std::same_as<To, timestamp> && has_no_number(value))) throw_cast_malformed(text, sql_type_name<To>());
      throw_cast_overflow(text, sql_type_name<To>());
    }
    return result;
  }
  static void print(auto& out, const auto& operand) {
    operand.print(out += "cast(");
    ((out += " as ") += sql_type_name<To>()) += ')';
  }
};

template <class To>
struct try_cast_to : function {
  template <class From>
    requires Castable<From, To>
  static constexpr nullable<To, cast_can_fail<From, To>> apply(const From& value) {
    To result{};
    const bool fits = cast_value(value, result);
    if constexpr (cast_can_fail<From, To>) {
      if (!fits) return std::nullopt;
    }
    return result;
  }
  static void print(auto& out, const auto& operand) {
    operand.print(out += "try_cast(");
    ((out += " as ") += sql_type_name<To>()) += ')';
  }
};

}  // namespace functions

// Between numbers, bool, text and timestamp (in seconds). Throws cast_overflow or cast_malformed, with the value.
template <class To, Expression E>
constexpr auto cast(E&& e) {
  return call_of<functions::cast_to<To>>(std::forward<E>(e));
}
template <class To, Expression E>
constexpr auto try_cast(E&& e) {
  return call_of<functions::try_cast_to<To>>(std::forward<E>(e));
}

}  // namespace tidemark
