// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Logic on columns: && || !, with three values: true, false and null. The right side is not evaluated where the left decides.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/notation.hpp>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace functions {

// && and || differ only in the value that decides alone: false for and, true for or.
template <class Function, bool Deciding>
struct connective : infix_notation<Function> {
  static constexpr bool is_lazy = true;

  template <class A, class B>
  static constexpr auto result() {
    if constexpr (std::same_as<A, no_column> || std::same_as<B, no_column>) return std::type_identity<no_column>{};
    else if constexpr (std::same_as<without_null<A>, bool> && std::same_as<without_null<B>, bool>)
      return std::type_identity<nullable<bool, is_nullable<A> || is_nullable<B>>>{};
    else return std::type_identity<no_operator>{};
  }
  template <class Result>
  [[gnu::always_inline]] static constexpr Result apply(const auto& left, const auto& right) {
    const auto a = left();
    if (!is_null(a) && value_of_nullable(a) == Deciding) return Deciding;
    const auto b = right();
    if (!is_null(b) && value_of_nullable(b) == Deciding) return Deciding;
    if constexpr (is_nullable<Result>) {
      if (is_null(a) || is_null(b)) return std::nullopt;
    }
    return !Deciding;
  }
};

struct logical_and : connective<logical_and, false> {
  static constexpr const char* symbol = "and";
};
struct logical_or : connective<logical_or, true> {
  static constexpr const char* symbol = "or";
};

struct logical_not : function {
  static constexpr bool apply(std::same_as<bool> auto a) { return !a; }
  static void print(auto& out, const auto& operand) {
    out += "not ";
    operand.print(out);
  }
};

}  // namespace functions

template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator&&(A&& a, B&& b) {
  return call_of<functions::logical_and>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator||(A&& a, B&& b) {
  return call_of<functions::logical_or>(std::forward<A>(a), std::forward<B>(b));
}
template <Expression A>
constexpr auto operator!(A&& a) {
  return call_of<functions::logical_not>(std::forward<A>(a));
}

}  // namespace tidemark
