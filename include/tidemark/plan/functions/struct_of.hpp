// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Several values as one: `struct_of("a"_c, ("b"_c + 1).as("next"_c))`.

#include <tidemark/plan/expression.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>

namespace tidemark {

namespace functions {

template <name... Names>
struct struct_of : function {
  static constexpr bool sees_null = true;

  template <class... Values>
    requires has_unique_names<field_list<field<Names, Values>...>>
  static constexpr row<field<Names, Values>...> apply(const Values&... values) {
    return {values...};
  }
  static void print(auto& out, const auto& first, const auto&... rest) {
    first.print(out += "struct(");
    ((out += ", ", rest.print(out)), ...);
    out += ')';
  }
};

}  // namespace functions

// An expression with a name: a column, or what `.as` gives.
template <class E>
concept NamedExpression = Expression<E> && requires { E::key; };

// A struct of these columns. It is never null; its members may be.
template <NamedExpression... Es>
  requires(sizeof...(Es) > 0)
constexpr auto struct_of(const Es&... members) {
  return call_of<functions::struct_of<Es::key...>>(members...);
}

}  // namespace tidemark
