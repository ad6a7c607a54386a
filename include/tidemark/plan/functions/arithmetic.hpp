// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Arithmetic on columns: + - * / % and unary minus. Integers never wrap: overflow and division by zero end the query. Any other
// column type has the operators that it has in C++.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/arithmetic_error.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/common_number.hpp>
#include <tidemark/row/scalar.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace tidemark {

// What an operator of a column type gives is a column.
template <class A, class B, class Operator>
concept OperandsOfTheirOwn = (Scalar<A> || Scalar<B>)&&requires(const A& a, const B& b, Operator apply) {
  { apply(a, b) } -> Column;
};

namespace functions {

struct add : infix_notation<add> {
  static constexpr const char* symbol = "+";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> sum{};
    if constexpr (std::floating_point<decltype(sum)>) sum = static_cast<decltype(sum)>(a) + static_cast<decltype(sum)>(b);
    else if (__builtin_add_overflow(a, b, &sum)) throw_arithmetic_overflow();
    return sum;
  }
  template <class A, class B>
    requires OperandsOfTheirOwn<A, B, std::plus<>>
  static constexpr auto apply(const A& a, const B& b) {
    return std::plus<>{}(a, b);
  }
};

struct subtract : infix_notation<subtract> {
  static constexpr const char* symbol = "-";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> difference{};
    if constexpr (std::floating_point<decltype(difference)>)
      difference = static_cast<decltype(difference)>(a) - static_cast<decltype(difference)>(b);
    else if (__builtin_sub_overflow(a, b, &difference)) throw_arithmetic_overflow();
    return difference;
  }
  template <class A, class B>
    requires OperandsOfTheirOwn<A, B, std::minus<>>
  static constexpr auto apply(const A& a, const B& b) {
    return std::minus<>{}(a, b);
  }
};

struct multiply : infix_notation<multiply> {
  static constexpr const char* symbol = "*";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> product{};
    if constexpr (std::floating_point<decltype(product)>)
      product = static_cast<decltype(product)>(a) * static_cast<decltype(product)>(b);
    else if (__builtin_mul_overflow(a, b, &product)) throw_arithmetic_overflow();
    return product;
  }
  template <class A, class B>
    requires OperandsOfTheirOwn<A, B, std::multiplies<>>
  static constexpr auto apply(const A& a, const B& b) {
    return std::multiplies<>{}(a, b);
  }
};

// `/` is division of real numbers, for integers too, as in SQL.
struct divide : infix_notation<divide> {
  static constexpr const char* symbol = "/";
  static constexpr double apply(Number auto a, Number auto b) {
    if (b == 0) throw_divide_by_zero();
    return static_cast<double>(a) / static_cast<double>(b);
  }
  template <class A, class B>
    requires OperandsOfTheirOwn<A, B, std::divides<>>
  static constexpr auto apply(const A& a, const B& b) {
    return std::divides<>{}(a, b);
  }
};

// The remainder with the sign of the dividend.
struct remainder : infix_notation<remainder> {
  static constexpr const char* symbol = "%";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    using result = common_number<A, B>;
    if (b == 0) throw_divide_by_zero();
    if constexpr (std::floating_point<result>)
      return static_cast<result>(__builtin_fmod(static_cast<double>(a), static_cast<double>(b)));
    else if (std::cmp_equal(b, -1)) return result{0};  // the one quotient that overflows has remainder 0
    else return static_cast<result>(static_cast<result>(a) % static_cast<result>(b));
  }
  template <class A, class B>
    requires OperandsOfTheirOwn<A, B, std::modulus<>>
  static constexpr auto apply(const A& a, const B& b) {
    return std::modulus<>{}(a, b);
  }
};

struct negate : function {
  template <Number A>
  static constexpr auto apply(A a) {
    if constexpr (std::floating_point<A>) return -a;
    else return subtract::apply(A{0}, a);
  }
  template <Scalar A>
    requires requires(const A& a) {
      { -a } -> Column;
    }
  static constexpr auto apply(const A& a) {
    return -a;
  }
  static void print(auto& out, const auto& operand) {
    out += '-';
    operand.print(out);
  }
};

}  // namespace functions

template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator+(A&& a, B&& b) {
  return call_of<functions::add>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator-(A&& a, B&& b) {
  return call_of<functions::subtract>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator*(A&& a, B&& b) {
  return call_of<functions::multiply>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator/(A&& a, B&& b) {
  return call_of<functions::divide>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator%(A&& a, B&& b) {
  return call_of<functions::remainder>(std::forward<A>(a), std::forward<B>(b));
}
template <Expression A>
constexpr auto operator-(A&& a) {
  return call_of<functions::negate>(std::forward<A>(a));
}

}  // namespace tidemark
