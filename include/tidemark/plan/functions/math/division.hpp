// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The quotient and the remainder of integers.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/math/decimal_places.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/arithmetic_error.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace tidemark {

namespace functions {

// The remainder that is not negative where the divisor is positive.
struct pmod : call_notation<pmod> {
  static constexpr const char* symbol = "pmod";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    using result = common_number<A, B>;
    const result rest = remainder::apply(a, b);
    if constexpr (std::unsigned_integral<result>) return rest;
    else {
      if (!(rest < 0)) return rest;
      // With both negative the sum has this very remainder, and could pass the range.
      if (b < 0) return rest;
      return static_cast<result>(remainder::apply(static_cast<result>(rest + static_cast<result>(b)), b));
    }
  }
};

// The quotient of integers, cut towards zero, as BIGINT.
struct div : infix_notation<div> {
  static constexpr const char* symbol = "div";
  static constexpr std::int64_t apply(Integer auto a, Integer auto b) {
    if (b == 0) throw_divide_by_zero();
    const bool is_negative = std::cmp_less(a, 0) != std::cmp_less(b, 0);
    const std::uint64_t quotient = magnitude(a) / magnitude(b);
    const std::uint64_t most = static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)()) + (is_negative ? 1 : 0);
    if (quotient > most) throw_arithmetic_overflow();
    return static_cast<std::int64_t>(is_negative ? 0 - quotient : quotient);
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<2, Es...>
constexpr auto pmod(Es&&... numbers) {
  return call_of<functions::pmod>(std::forward<Es>(numbers)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto div(Es&&... numbers) {
  return call_of<functions::div>(std::forward<Es>(numbers)...);
}

}  // namespace tidemark
