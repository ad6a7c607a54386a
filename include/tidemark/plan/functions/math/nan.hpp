// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is no number, and something in its place.

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/null.hpp>

#include <concepts>
#include <optional>
#include <utility>

namespace tidemark {

namespace functions {

// False for null.
struct is_nan : call_notation<is_nan> {
  static constexpr const char* symbol = "isnan";
  static constexpr bool sees_null = true;
  template <class A>
    requires std::floating_point<without_null<A>>
  static constexpr bool apply(const A& value) {
    return !is_null(value) && value_of_nullable(value) != value_of_nullable(value);
  }
};

struct nanvl : call_notation<nanvl> {
  static constexpr const char* symbol = "nanvl";
  static constexpr bool sees_null = true;
  template <class A, class B>
    requires std::floating_point<without_null<A>> && Number<without_null<B>>
  static constexpr auto apply(const A& value, const B& otherwise) {
    using plain = common_number<without_null<A>, without_null<B>>;
    using result = nullable<plain, is_nullable<A> || is_nullable<B>>;
    const bool is_number = is_null(value) || value_of_nullable(value) == value_of_nullable(value);
    if (is_null(value) || (!is_number && is_null(otherwise))) return result{};
    return result(is_number ? static_cast<plain>(value_of_nullable(value)) : static_cast<plain>(value_of_nullable(otherwise)));
  }
};

}  // namespace functions

template <class... Es>
  requires Arguments<1, Es...>
constexpr auto is_nan(Es&&... number) {
  return call_of<functions::is_nan>(std::forward<Es>(number)...);
}
// The first if it is a number, else the second.
template <class... Es>
  requires Arguments<2, Es...>
constexpr auto nanvl(Es&&... number_and_otherwise) {
  return call_of<functions::nanvl>(std::forward<Es>(number_and_otherwise)...);
}

}  // namespace tidemark
