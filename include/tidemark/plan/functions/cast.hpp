// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Changing the type of a value: `cast<std::int32_t>("n"_c)`, which ends the query on a value that does not fit, and
// `try_cast`, which gives null for it.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/row/as_text.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/timestamp_text.hpp>
#include <tidemark/row/type_text.hpp>
#include <tidemark/row/value_scanner.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// How a value of type From becomes one of type To, found by the two types: `static bool store(const From&, To&)` says whether
// it fits, `can_fail` whether there are values that do not. Without `store` a value of one type is none of the other.
template <class From, class To>
struct cast_rule {
  static constexpr bool can_fail = true;
};

template <class From, class To>
concept Castable = requires(const From& from, To& to) {
  { cast_rule<From, To>::store(from, to) } -> std::same_as<bool>;
};

// Some values of type `From` are no values of type `To`.
template <class From, class To>
inline constexpr bool cast_can_fail = cast_rule<From, To>::can_fail;

// Stores the value in the other type; false if it does not fit or its text has not that form.
template <class From, class To>
  requires Castable<From, To>
constexpr bool cast_value(const From& from, To& to) {
  return cast_rule<From, To>::store(from, to);
}

template <class T>
struct cast_rule<T, T> {
  static constexpr bool can_fail = false;
  static constexpr bool store(const T& from, T& to) { return to = from, true; }
};

// Every value of these has a text.
template <class From>
concept CastToText = !std::same_as<From, std::string> &&
                     (Number<From> || std::same_as<From, bool> || std::same_as<From, std::string_view> || Scalar<From>);
template <CastToText From>
struct cast_rule<From, std::string> {
  static constexpr bool can_fail = false;
  static bool store(const From& from, std::string& to) {
    to.clear();
    return append_as_text(to, from), true;
  }
};

// Texts, less spaces and control characters at their ends.
template <Text From, class To>
  requires Number<To> || std::same_as<To, bool>
struct cast_rule<From, To> {
  static constexpr bool can_fail = true;
  static bool store(const From& from, To& to) {
    const auto scanned = [&] {
      if constexpr (std::same_as<To, bool>) return scan_boolean(from);
      else if constexpr (Integer<To>) return scan_integer<To>(from);
      else return scan_floating<To>(from);
    }();
    if (scanned) to = *scanned;
    return scanned.has_value();
  }
};
template <Text From, Scalar To>
struct cast_rule<From, To> {
  static constexpr bool can_fail = true;
  static bool store(const From& from, To& to) { return scalar_traits<To>::parse_text(from, to); }
};

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

template <Integer From, Integer To>
  requires(!std::same_as<From, To>)
struct cast_rule<From, To> {
  static constexpr bool can_fail =
      !std::in_range<To>((std::numeric_limits<From>::min)()) || !std::in_range<To>((std::numeric_limits<From>::max)());
  static constexpr bool store(From from, To& to) {
    return std::in_range<To>(from) ? (to = static_cast<To>(from), true) : false;
  }
};
template <std::floating_point From, Integer To>
struct cast_rule<From, To> {
  static constexpr bool can_fail = true;
  static constexpr bool store(From from, To& to) { return integer_from(from, to); }
};
template <Number From, std::floating_point To>
  requires(!std::same_as<From, To>)
struct cast_rule<From, To> {
  static constexpr bool can_fail = false;
  static constexpr bool store(From from, To& to) { return to = static_cast<To>(from), true; }
};
template <Number To>
struct cast_rule<bool, To> {
  static constexpr bool can_fail = false;
  static constexpr bool store(bool from, To& to) { return to = static_cast<To>(from), true; }
};
template <Number From>
struct cast_rule<From, bool> {
  static constexpr bool can_fail = false;
  static constexpr bool store(From from, bool& to) { return to = from != 0, true; }
};

// Times are seconds since 1970. A time is no truth value, nor the other way round.
constexpr std::int64_t whole_seconds(timestamp time) { return floor_divide(time.micros, 1'000'000); }

template <Integer From>
struct cast_rule<From, timestamp> {
  static constexpr bool can_fail = false;
  static constexpr bool store(From from, timestamp& to) {
    const bool is_huge = !std::in_range<std::int64_t>(from);
    to.micros =
        saturating_multiply(is_huge ? (std::numeric_limits<std::int64_t>::max)() : static_cast<std::int64_t>(from), 1'000'000);
    return true;
  }
};
template <std::floating_point From>
struct cast_rule<From, timestamp> {
  static constexpr bool can_fail = true;
  static constexpr bool store(From from, timestamp& to) { return integer_from(static_cast<double>(from) * 1e6, to.micros); }
};
template <Integer To>
struct cast_rule<timestamp, To> {
  static constexpr bool can_fail = !std::same_as<To, std::int64_t>;
  static constexpr bool store(timestamp from, To& to) { return cast_value(whole_seconds(from), to); }
};
template <std::floating_point To>
struct cast_rule<timestamp, To> {
  static constexpr bool can_fail = false;
  static constexpr bool store(timestamp from, To& to) {
    return to = static_cast<To>(static_cast<double>(from.micros) / 1e6), true;
  }
};

[[noreturn, gnu::cold, gnu::noinline]] inline void throw_cast_overflow(const std::string& value, const std::string& type) {
  throw error("cast_overflow",
              "the value " + value + " does not fit " + type + "; cast to a wider type, or use try_cast to get null");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_cast_malformed(const std::string& value, const std::string& type) {
  throw error("cast_malformed", "the value '" + value + "' does not have the form of a value of type " + type +
                                    "; correct the value, or use try_cast to get null");
}

template <class From>
constexpr bool has_no_number(const From& value) {
  if constexpr (std::floating_point<From>) return !(value - value == 0);
  else return false;
}

// The type as a cast names it: SQL has no name of its own for an unsigned integer.
template <class T>
std::string cast_type_text() {
  if constexpr (std::unsigned_integral<T> && Integer<T>) return form_text<T>();
  else return type_text<T>();
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
      if (Text<From> || (std::same_as<To, timestamp> && has_no_number(value))) throw_cast_malformed(text, cast_type_text<To>());
      throw_cast_overflow(text, cast_type_text<To>());
    }
    return result;
  }
  static void print(auto& out, const auto& operand) {
    operand.print(out += "cast(");
    ((out += " as ") += cast_type_text<To>()) += ')';
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
    ((out += " as ") += cast_type_text<To>()) += ')';
  }
};

}  // namespace functions

// Between numbers, bool, text, times (in seconds) and all types of one value that have a rule. Throws cast_overflow or
// cast_malformed, with the value.
template <class To, Expression E>
constexpr auto cast(E&& e) {
  return call_of<functions::cast_to<To>>(std::forward<E>(e));
}
template <class To, Expression E>
constexpr auto try_cast(E&& e) {
  return call_of<functions::try_cast_to<To>>(std::forward<E>(e));
}

}  // namespace tidemark
