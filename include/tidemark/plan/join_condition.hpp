// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The condition of a join, asked part by part: what is about one side alone, and the rest.

#include <tidemark/plan/conjuncts.hpp>
#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/join_keys.hpp>
#include <tidemark/plan/joined_pair.hpp>
#include <tidemark/plan/pack.hpp>

#include <utility>

namespace tidemark {

namespace detail {

template <bool IsWanted, class E>
constexpr auto part_if(const E& e) {
  if constexpr (IsWanted) return expression_pack<E>(e);
  else return expression_pack<>();
}
template <about Side, class... Es>
constexpr auto parts_about(const expression_pack<Es...>& all) {
  return all.unpack([](const Es&... each) { return joined_packs(part_if<side_of<Es> == Side>(each)...); });
}

// What can be asked of a pair only. A part about neither side is one too: no side is to be blamed for it.
template <class E>
inline constexpr bool is_about_pairs =
    (side_of<E> == about::both_sides && !equality<E>::is_key) || side_of<E> == about::neither_side;
template <class... Es>
constexpr auto rest_of(const expression_pack<Es...>& all) {
  return all.unpack([](const Es&... each) { return joined_packs(part_if<is_about_pairs<Es>>(each)...); });
}

}  // namespace detail

// A condition, asked part by part. Null counts as false.
template <class Condition>
class join_condition {
  template <class... Es>
  static united_names<typename Es::columns...> columns_of(const expression_pack<Es...>& parts);

 public:
  constexpr explicit join_condition(const Condition& condition)
      : conjuncts_(conjuncts_of(condition)),
        left_(detail::parts_about<about::left>(conjuncts_)),
        right_(detail::parts_about<about::right>(conjuncts_)),
        rest_(detail::rest_of(conjuncts_)) {}

  // What is asked of pairs reads these columns.
  using pair_columns = decltype(columns_of(detail::rest_of(std::declval<const join_conjuncts<Condition>&>())));

  // All parts that must be true: an expression_pack.
  constexpr const join_conjuncts<Condition>& conjuncts() const { return conjuncts_; }

  // The row meets the parts that are about its side alone.
  [[gnu::always_inline]] constexpr bool left_may_match(const auto& row) const { return are_true(left_, row); }
  [[gnu::always_inline]] constexpr bool right_may_match(const auto& row) const { return are_true(right_, of_right(row)); }
  // Two rows with equal keys that may match do.
  template <class L, class R>
  [[gnu::always_inline]] constexpr bool holds(const L& left, const R& right) const {
    return are_true(rest_, joined_pair<L, R>{left, right});
  }

 private:
  template <class R>
  static constexpr right_columns<R> of_right(const R& row) {
    return {row};
  }
  template <class... Es>
  [[gnu::always_inline]] static constexpr bool are_true(const expression_pack<Es...>& parts, const auto& row) {
    return parts.unpack([&](const Es&... each) { return (is_true(each(row)) && ...); });
  }

  using conjunct_pack = join_conjuncts<Condition>;
  [[no_unique_address]] conjunct_pack conjuncts_;
  [[no_unique_address]] decltype(detail::parts_about<about::left>(std::declval<const conjunct_pack&>())) left_;
  [[no_unique_address]] decltype(detail::parts_about<about::right>(std::declval<const conjunct_pack&>())) right_;
  [[no_unique_address]] decltype(detail::rest_of(std::declval<const conjunct_pack&>())) rest_;
};

}  // namespace tidemark
