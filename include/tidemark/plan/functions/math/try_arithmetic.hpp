// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Arithmetic that gives null where + - * / % end the query.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/scalar.hpp>

#include <concepts>
#include <optional>
#include <utility>

namespace tidemark {

// The value, or null where computing it fails: rare, so that an exception may say it.
template <class F>
auto null_on_error(F&& compute) -> std::optional<decltype(compute())> {
  try {
    return compute();
  } catch (const error& failed) {
    if (failed.id() != "arithmetic_overflow" && failed.id() != "divide_by_zero") throw;
    return std::nullopt;
  }
}

namespace functions {

struct try_add : call_notation<try_add> {
  static constexpr const char* symbol = "try_add";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> sum{};
    if constexpr (std::floating_point<decltype(sum)>) return std::optional(add::apply(a, b));
    else return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
  }
  template <class A, class B>
    requires(Scalar<A> || Scalar<B>)
  static auto apply(const A& a, const B& b) -> std::optional<decltype(add::apply(a, b))> {
    return null_on_error([&] { return add::apply(a, b); });
  }
};

struct try_subtract : call_notation<try_subtract> {
  static constexpr const char* symbol = "try_subtract";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> difference{};
    if constexpr (std::floating_point<decltype(difference)>) return std::optional(subtract::apply(a, b));
    else return __builtin_sub_overflow(a, b, &difference) ? std::nullopt : std::optional(difference);
  }
  template <class A, class B>
    requires(Scalar<A> || Scalar<B>)
  static auto apply(const A& a, const B& b) -> std::optional<decltype(subtract::apply(a, b))> {
    return null_on_error([&] { return subtract::apply(a, b); });
  }
};

struct try_multiply : call_notation<try_multiply> {
  static constexpr const char* symbol = "try_multiply";
  template <Number A, Number B>
  static constexpr auto apply(A a, B b) {
    common_number<A, B> product{};
    if constexpr (std::floating_point<decltype(product)>) return std::optional(multiply::apply(a, b));
    else return __builtin_mul_overflow(a, b, &product) ? std::nullopt : std::optional(product);
  }
  template <class A, class B>
    requires(Scalar<A> || Scalar<B>)
  static auto apply(const A& a, const B& b) -> std::optional<decltype(multiply::apply(a, b))> {
    return null_on_error([&] { return multiply::apply(a, b); });
  }
};

struct try_divide : call_notation<try_divide> {
  static constexpr const char* symbol = "try_divide";
  static constexpr std::optional<double> apply(Number auto a, Number auto b) {
    if (b == 0) return std::nullopt;
    return divide::apply(a, b);
  }
  template <class A, class B>
    requires(Scalar<A> || Scalar<B>)
  static auto apply(const A& a, const B& b) -> std::optional<decltype(divide::apply(a, b))> {
    return null_on_error([&] { return divide::apply(a, b); });
  }
};

struct try_mod : call_notation<try_mod> {
  static constexpr const char* symbol = "try_mod";
  template <Number A, Number B>
  static constexpr std::optional<common_number<A, B>> apply(A a, B b) {
    if (b == 0) return std::nullopt;
    return remainder::apply(a, b);
  }
  template <class A, class B>
    requires(Scalar<A> || Scalar<B>)
  static auto apply(const A& a, const B& b) -> std::optional<decltype(remainder::apply(a, b))> {
    return null_on_error([&] { return remainder::apply(a, b); });
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<2, Es...>
constexpr auto try_add(Es&&... numbers) {
  return call_of<functions::try_add>(std::forward<Es>(numbers)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto try_subtract(Es&&... numbers) {
  return call_of<functions::try_subtract>(std::forward<Es>(numbers)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto try_multiply(Es&&... numbers) {
  return call_of<functions::try_multiply>(std::forward<Es>(numbers)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto try_divide(Es&&... numbers) {
  return call_of<functions::try_divide>(std::forward<Es>(numbers)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto try_mod(Es&&... numbers) {
  return call_of<functions::try_mod>(std::forward<Es>(numbers)...);
}

}  // namespace tidemark
