// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Numbers rounded: to a decimal place, down, up.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/math/decimal_places.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/arithmetic_error.hpp>

#include <concepts>
#include <cstdint>
#include <utility>

namespace tidemark {

// A double without fraction as BIGINT; NaN gives 0, as in the engine.
constexpr std::int64_t whole_number(double value) {
  constexpr double end = 9223372036854775808.0;
  if (value != value) return 0;
  if (value >= end || value < -end) throw_arithmetic_overflow();
  return static_cast<std::int64_t>(value);
}

namespace functions {

// Half away from zero, at a decimal place: behind the point, or before it if negative.
struct round : call_notation<round> {
  static constexpr const char* symbol = "round";
  template <Number A>
  static constexpr A apply(A a, Integer auto at) {
    const auto places = converted<std::int32_t>(at);
    if constexpr (std::floating_point<A>) return static_cast<A>(rounded(static_cast<double>(a), places));
    else {
      A result{};
      if (!round_integer(a, places, result)) throw_arithmetic_overflow();
      return result;
    }
  }
  static constexpr auto apply(Number auto a) { return apply(a, 0); }
};

struct floor : call_notation<floor> {
  static constexpr const char* symbol = "floor";
  static constexpr std::int64_t apply(Number auto a) {
    if constexpr (Integer<decltype(a)>) return converted<std::int64_t>(a);
    else return whole_number(__builtin_floor(static_cast<double>(a)));
  }
};

struct ceil : call_notation<ceil> {
  static constexpr const char* symbol = "ceil";
  static constexpr std::int64_t apply(Number auto a) {
    if constexpr (Integer<decltype(a)>) return converted<std::int64_t>(a);
    else return whole_number(__builtin_ceil(static_cast<double>(a)));
  }
};

}  // namespace functions

// `round("price"_c, 2)`: the type stays; an integer is changed only by negative places.
template <class... Es>
  requires Arguments<arity(1, 2), Es...>
constexpr auto round(Es&&... number_and_places) {
  return call_of<functions::round>(std::forward<Es>(number_and_places)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto floor(Es&&... number) {
  return call_of<functions::floor>(std::forward<Es>(number)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto ceil(Es&&... number) {
  return call_of<functions::ceil>(std::forward<Es>(number)...);
}

}  // namespace tidemark
