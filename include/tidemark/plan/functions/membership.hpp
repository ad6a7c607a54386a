// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whether a value is one of several, or lies between two.

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/null.hpp>

#include <optional>
#include <utility>

namespace tidemark {

namespace functions {

// Null if only a null could be it.
struct is_in : function {
  static constexpr bool sees_null = true;
  template <class A, class... Values>
    requires(Comparable<without_null<A>, without_null<Values>> && ...)
  static constexpr nullable<bool, (is_nullable<A> || ... || is_nullable<Values>)> apply(const A& value,
                                                                                        const Values&... values) {
    using result = nullable<bool, (is_nullable<A> || ... || is_nullable<Values>)>;
    if (is_null(value)) return result{};
    const auto is_it = [&](const auto& one) {
      return !is_null(one) && is_equal(value_of_nullable(value), value_of_nullable(one));
    };
    if ((is_it(values) || ...)) return true;
    if ((is_null(values) || ...)) return result{};
    return false;
  }
  static void print(auto& out, const auto& value, const auto& first, const auto&... rest) {
    value.print(out += '(');
    first.print(out += " in (");
    ((out += ", ", rest.print(out)), ...);
    out += "))";
  }
};

// As `value >= least && value <= greatest`, evaluated once.
struct between : function {
  static constexpr bool sees_null = true;
  template <class A, class B, class C>
    requires Comparable<without_null<A>, without_null<B>> && Comparable<without_null<A>, without_null<C>>
  static constexpr auto apply(const A& value, const B& least, const C& greatest) {
    using result = nullable<bool, is_nullable<A> || is_nullable<B> || is_nullable<C>>;
    if (is_null(value)) return result{};
    const auto& x = value_of_nullable(value);
    const bool is_below = !is_null(least) && is_less(x, value_of_nullable(least));
    const bool is_above = !is_null(greatest) && is_less(value_of_nullable(greatest), x);
    if (!is_below && !is_above && (is_null(least) || is_null(greatest))) return result{};
    return result(!is_below && !is_above);
  }
  static void print(auto& out, const auto& value, const auto& least, const auto& greatest) {
    value.print(out += '(');
    least.print(out += " between ");
    greatest.print(out += " and ");
    out += ')';
  }
};

}  // namespace functions

// `is_in("state"_c, "OR", "CA")`.
template <class... Es>
  requires Arguments<at_least(2), Es...>
constexpr auto is_in(Es&&... value_and_values) {
  return call_of<functions::is_in>(std::forward<Es>(value_and_values)...);
}
// `between("price"_c, 10, 20)`, both ends included.
template <class... Es>
  requires Arguments<3, Es...>
constexpr auto between(Es&&... value_least_and_greatest) {
  return call_of<functions::between>(std::forward<Es>(value_least_and_greatest)...);
}

}  // namespace tidemark
