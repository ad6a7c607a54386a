// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Functions about null: asking for it, putting something in its place, making it; and literals.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/meeting_type.hpp>
#include <tidemark/plan/functions/notation.hpp>

#include <optional>
#include <type_traits>
#include <utility>

namespace tidemark {

namespace functions {

struct null_check : function {
  static constexpr bool sees_null = true;
  static constexpr bool apply(const auto& value) { return tidemark::is_null(value); }
  static void print(auto& out, const auto& operand) {
    operand.print(out += '(');
    out += " is null)";
  }
};
struct not_null_check : function {
  static constexpr bool sees_null = true;
  static constexpr bool apply(const auto& value) { return !tidemark::is_null(value); }
  static void print(auto& out, const auto& operand) {
    operand.print(out += '(');
    out += " is not null)";
  }
};

// What follows the first value that is there is not evaluated.
struct coalesce : call_notation<coalesce> {
  static constexpr const char* symbol = "coalesce";
  static constexpr bool is_lazy = true;

  template <class... Values>
  static constexpr auto result() {
    using plain = meeting_type<Values...>;
    if constexpr (is_wrong_type<plain>) return std::type_identity<plain>{};
    else return std::type_identity<nullable<plain, (is_nullable<Values> && ...)>>{};
  }
  template <class Result, class First, class... Rest>
  [[gnu::always_inline]] static constexpr Result apply(const First& first, const Rest&... rest) {
    const auto& value = first();
    if constexpr (!is_nullable<decltype(value)>) return converted<Result>(value);
    else {
      if (!tidemark::is_null(value)) return converted<Result>(*value);
      if constexpr (sizeof...(Rest) == 0) return std::nullopt;
      else return apply<Result>(rest...);
    }
  }
};

struct null_if : call_notation<null_if> {
  static constexpr const char* symbol = "nullif";
  static constexpr bool sees_null = true;
  template <class A, class B>
    requires Comparable<without_null<A>, without_null<B>>
  static constexpr nullable<A> apply(const A& a, const B& b) {
    if (tidemark::is_null(a) || tidemark::is_null(b) || !is_equal(value_of_nullable(a), value_of_nullable(b))) return a;
    return std::nullopt;
  }
};

// Equality that is never null: two nulls are equal, one is not.
struct equal_with_null : infix_notation<equal_with_null> {
  static constexpr const char* symbol = "<=>";
  static constexpr bool sees_null = true;
  template <class A, class B>
    requires Comparable<without_null<A>, without_null<B>>
  static constexpr bool apply(const A& a, const B& b) {
    if (tidemark::is_null(a) || tidemark::is_null(b)) return tidemark::is_null(a) && tidemark::is_null(b);
    return is_equal(value_of_nullable(a), value_of_nullable(b));
  }
};

// What is not asked for is not evaluated.
struct nvl2 : call_notation<nvl2> {
  static constexpr const char* symbol = "nvl2";
  static constexpr bool is_lazy = true;

  template <class A, class B, class C>
  static constexpr auto result() {
    using plain = std::conditional_t<is_wrong_type<A>, A, meeting_type<B, C>>;
    return std::type_identity<nullable<plain, !is_wrong_type<plain> && (is_nullable<B> || is_nullable<C>)>>{};
  }
  template <class Result>
  [[gnu::always_inline]] static constexpr Result apply(const auto& value, const auto& if_there, const auto& if_null) {
    return tidemark::is_null(value()) ? converted<Result>(if_null()) : converted<Result>(if_there());
  }
};

}  // namespace functions

template <Expression E>
constexpr auto is_null(const E& value) {
  return call_of<functions::null_check>(value);
}
template <Expression E>
constexpr auto is_not_null(const E& value) {
  return call_of<functions::not_null_check>(value);
}
// The first of its arguments that is not null: `coalesce("nick"_c, "name"_c, "nobody")`.
template <class... Es>
  requires Arguments<at_least(1), Es...>
constexpr auto coalesce(Es&&... values) {
  return call_of<functions::coalesce>(std::forward<Es>(values)...);
}
// Null where the two are equal, else the first.
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto null_if(Es&&... values) {
  return call_of<functions::null_if>(std::forward<Es>(values)...);
}
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto eq_null_safe(Es&&... values) {
  return call_of<functions::equal_with_null>(std::forward<Es>(values)...);
}

// The second if the first is not null, else the third.
template <class... Es>
  requires Arguments<3, Es...>
constexpr auto nvl2(Es&&... value_if_there_and_if_null) {
  return call_of<functions::nvl2>(std::forward<Es>(value_if_there_and_if_null)...);
}

// A value as an expression, where no expression stands beside it: `select(lit(1).as("one"_c))`.
template <class T>
constexpr auto lit(T&& value) {
  return as_expression(std::forward<T>(value));
}
// A null of type T.
template <class T>
constexpr auto null_of() {
  return literal<nullable<T>>(nullable<T>{});
}

}  // namespace tidemark
