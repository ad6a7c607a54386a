// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts of a join's condition that must all be true, and which sides each is about.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/pack.hpp>
#include <tidemark/plan/right_names.hpp>

#include <utility>

namespace tidemark {

namespace detail {

template <class E>
struct conjuncts {
  static constexpr auto of(const E& e) { return expression_pack<E>(e); }
};
template <class A, class B>
struct conjuncts<call<functions::logical_and, A, B>> {
  static constexpr auto of(const call<functions::logical_and, A, B>& both) {
    return both.unpack([](const A& a, const B& b) { return joined_packs(conjuncts<A>::of(a), conjuncts<B>::of(b)); });
  }
};

}  // namespace detail

// A condition as the pack of the parts that must all be true.
template <class Condition>
constexpr auto conjuncts_of(const Condition& condition) {
  if constexpr (Expression<Condition>) return detail::conjuncts<Condition>::of(condition);
  else return conjuncts_of(condition.expression());
}
template <class Condition>
using join_conjuncts = decltype(conjuncts_of(std::declval<const Condition&>()));

// What a part of a condition is about.
enum class about { neither_side, left, right, both_sides };

namespace detail {

template <name... Names>
consteval about sides_of(name_list<Names...> /*columns*/) {
  constexpr bool has_right = (is_right_name<Names> || ...);
  constexpr bool has_left = (!is_right_name<Names> || ...);
  if (has_left) return has_right ? about::both_sides : about::left;
  return has_right ? about::right : about::neither_side;
}

}  // namespace detail

template <class E>
inline constexpr about side_of = detail::sides_of(typename E::columns{});

}  // namespace tidemark
