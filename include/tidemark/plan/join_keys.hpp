// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The equalities by which rows of both sides of a join find each other.

#include <tidemark/plan/conjuncts.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/pack.hpp>

#include <utility>

namespace tidemark {

// One equality by which rows of both sides find each other: an expression of each. Null equals nothing, unless `NullsMeet`.
template <Expression Left, Expression Right, bool NullsMeet>
struct join_key {
  static constexpr bool nulls_meet = NullsMeet;
  using left_type = Left;
  using right_type = Right;

  [[no_unique_address]] Left left;
  [[no_unique_address]] Right right;
};

// Whether a part of a condition is an equality of one side with the other, and its sides, the left one first.
template <class A, class B, bool NullsMeet>
struct equality_of {
  static constexpr bool is_turned = side_of<A> == about::right;
  static constexpr bool is_key =
      (side_of<A> == about::left && side_of<B> == about::right) || (is_turned && side_of<B> == about::left);

  static constexpr auto key_of(const auto& equality) {
    return equality.unpack([](const A& a, const B& b) {
      if constexpr (is_turned) return join_key<B, A, NullsMeet>{b, a};
      else return join_key<A, B, NullsMeet>{a, b};
    });
  }
};
template <class E>
struct equality {
  static constexpr bool is_key = false;
};
template <class A, class B>
struct equality<call<functions::equal, A, B>> : equality_of<A, B, false> {};
template <class A, class B>
struct equality<call<functions::equal_with_null, A, B>> : equality_of<A, B, true> {};

namespace detail {

template <class E>
constexpr auto key_if(const E& e) {
  if constexpr (equality<E>::is_key) {
    auto key = equality<E>::key_of(e);
    return expression_pack<decltype(key)>(key);
  } else return expression_pack<>();
}

}  // namespace detail

// The keys among the parts of a condition, as a pack of join_key.
template <class... Es>
constexpr auto keys_among(const expression_pack<Es...>& all) {
  return all.unpack([](const Es&... each) { return joined_packs(detail::key_if(each)...); });
}
template <class Condition>
using join_keys = decltype(keys_among(std::declval<const join_conjuncts<Condition>&>()));

}  // namespace tidemark
