// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The distance from zero and the side of it.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/arithmetic_error.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/scalar.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace tidemark {

// A type with a zero, which it is when nothing is said, and an opposite for each value.
template <class T>
concept SignedScalar = Scalar<T> && requires(const T& a) {
  { -a } -> std::same_as<T>;
  { a < T{} } -> std::same_as<bool>;
};

namespace functions {

struct abs : call_notation<abs> {
  static constexpr const char* symbol = "abs";
  template <Number A>
  static constexpr A apply(A a) {
    if constexpr (std::floating_point<A>) return static_cast<A>(__builtin_fabs(static_cast<double>(a)));
    else if constexpr (std::unsigned_integral<A>) return a;
    else {
      if (a == (std::numeric_limits<A>::min)()) throw_arithmetic_overflow();
      return a < 0 ? static_cast<A>(-a) : a;
    }
  }
  template <Scalar A>
    requires SignedScalar<A>
  static constexpr A apply(const A& a) {
    return a < A{} ? -a : a;
  }
};

// -1, 0 or 1 as a double; NaN and -0.0 stay.
struct sign : call_notation<sign> {
  static constexpr const char* symbol = "sign";
  static constexpr double apply(Number auto a) {
    if (a > 0) return 1;
    if constexpr (!std::unsigned_integral<decltype(a)>) {
      if (a < 0) return -1;
    }
    return static_cast<double>(a);
  }
  template <Scalar A>
    requires SignedScalar<A>
  static constexpr double apply(const A& a) {
    return a < A{} ? -1 : A{} < a ? 1 : 0;
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto abs(Es&&... number) {
  return call_of<functions::abs>(std::forward<Es>(number)...);
}
template <class... Es>
  requires Arguments<1, Es...>
constexpr auto sign(Es&&... number) {
  return call_of<functions::sign>(std::forward<Es>(number)...);
}

}  // namespace tidemark
