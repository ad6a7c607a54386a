// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Arithmetic on columns: + - * / % and unary minus. Integers never wrap: overflow and division by zero end the query.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/arithmetic_error.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/timestamp.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool>;
template <class T>
concept Number = Integer<T> || std::floating_point<T>;

namespace detail {

// An unsigned column counts as the next wider signed type; 64 bits have none and stay.
template <class T>
using signed_enough = std::conditional_t<
    std::signed_integral<T> || sizeof(T) == 8, T,
    std::conditional_t<sizeof(T) == 1, std::int16_t, std::conditional_t<sizeof(T) == 2, std::int32_t, std::int64_t>>>;

template <class A, class B>
constexpr auto common_number() {
  if constexpr (std::floating_point<A> && std::floating_point<B>) return std::common_type_t<A, B>{};
  else if constexpr (std::floating_point<A> || std::floating_point<B>) return double{};
  else {
    using a = signed_enough<A>;
    using b = signed_enough<B>;
    if constexpr (std::signed_integral<a> != std::signed_integral<b>) return std::int64_t{};
    else return std::conditional_t<(sizeof(a) >= sizeof(b)), a, b>{};
  }
}

}  // namespace detail

// The type in which two numbers meet: the wider integer; double as soon as one is floating and they differ.
template <Number A, Number B>
using common_number = decltype(detail::common_number<A, B>());

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
  static constexpr timestamp apply(timestamp time, std::chrono::microseconds by) { return time + by; }
  static constexpr timestamp apply(std::chrono::microseconds by, timestamp time) { return time + by; }
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
  static constexpr timestamp apply(timestamp time, std::chrono::microseconds by) { return time - by; }
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
};

// `/` is division of real numbers, for integers too, as in SQL.
struct divide : infix_notation<divide> {
  static constexpr const char* symbol = "/";
  static constexpr double apply(Number auto a, Number auto b) {
    if (b == 0) throw_divide_by_zero();
    return static_cast<double>(a) / static_cast<double>(b);
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
};

struct negate : function {
  template <Number A>
  static constexpr auto apply(A a) {
    if constexpr (std::floating_point<A>) return -a;
    else return subtract::apply(A{0}, a);
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
