// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The condition of a join, taken apart: equality keys, what is about one side alone, and the rest.

#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/joined_row.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// The columns of these names are equal on both sides, and one column of the result.
template <name... Names>
struct columns_on_both_sides {
  using keys = name_list<Names...>;

  constexpr auto expression() const { return (... && (column<Names>{} == right(column<Names>{}))); }
  void print(auto& out) const {
    out += "using";
    const char* before = " (";
    ((out += std::exchange(before, ", "), out += Names.view()), ...);
    out += ')';
  }
};

template <class T>
inline constexpr bool names_columns_of_both = false;
template <name... Names>
inline constexpr bool names_columns_of_both<columns_on_both_sides<Names...>> = true;

// A condition of a join: `using_columns("id"_c)`, which makes one column of those that have the same name on both sides.
template <name First, name... Rest>
constexpr columns_on_both_sides<First, Rest...> using_columns(column<First> /*first*/, column<Rest>... /*rest*/) {
  return {};
}

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

// One equality by which rows of both sides find each other: an expression of each. Null equals nothing, unless `NullsMeet`.
template <Expression Left, Expression Right, bool NullsMeet>
struct join_key {
  static constexpr bool nulls_meet = NullsMeet;
  using left_type = Left;
  using right_type = Right;

  [[no_unique_address]] Left left;
  [[no_unique_address]] Right right;
};

namespace detail {

template <class... As, class... Bs>
constexpr auto joined_packs(const expression_pack<As...>& a, const expression_pack<Bs...>& b) {
  return a.unpack(
      [&](const As&... as) { return b.unpack([&](const Bs&... bs) { return expression_pack<As..., Bs...>(as..., bs...); }); });
}
constexpr auto all_of() { return expression_pack<>(); }
template <class First, class... Rest>
constexpr auto all_of(const First& first, const Rest&... rest) {
  return joined_packs(first, all_of(rest...));
}

}  // namespace detail

namespace detail {

// A condition as the pack of the parts that must all be true.
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

namespace detail {

// Whether a part is an equality of one side with the other; its sides, the left one first.
template <class E>
struct equality {
  static constexpr bool is_key = false;
};
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

}  // namespace detail

namespace detail {

template <class A, class B>
struct equality<call<functions::equal, A, B>> : equality_of<A, B, false> {};
template <class A, class B>
struct equality<call<functions::equal_with_null, A, B>> : equality_of<A, B, true> {};

}  // namespace detail

namespace detail {

template <class E>
constexpr auto key_if(const E& e) {
  if constexpr (equality<E>::is_key) {
    auto key = equality<E>::key_of(e);
    return expression_pack<decltype(key)>(key);
  } else return expression_pack<>();
}
template <about Side, class E>
constexpr auto part_if(const E& e) {
  if constexpr (side_of<E> == Side) return expression_pack<E>(e);
  else return expression_pack<>();
}
// What can be asked of a pair only. A part about neither side is one too: no side is to be blamed for it.
template <class E>
constexpr auto rest_if(const E& e) {
  if constexpr ((side_of<E> == about::both_sides && !equality<E>::is_key) || side_of<E> == about::neither_side)
    return expression_pack<E>(e);
  else return expression_pack<>();
}

}  // namespace detail

namespace detail {

template <class Condition>
constexpr auto conjuncts_of(const Condition& condition) {
  if constexpr (Expression<Condition>) return conjuncts<Condition>::of(condition);
  else return conjuncts_of(condition.expression());
}
template <class... Es>
constexpr auto keys_among(const expression_pack<Es...>& all) {
  return all.unpack([](const Es&... each) { return all_of(key_if(each)...); });
}
template <about Side, class... Es>
constexpr auto parts_about(const expression_pack<Es...>& all) {
  return all.unpack([](const Es&... each) { return all_of(part_if<Side>(each)...); });
}
template <class... Es>
constexpr auto rest_of(const expression_pack<Es...>& all) {
  return all.unpack([](const Es&... each) { return all_of(rest_if(each)...); });
}

}  // namespace detail

// A condition as an expression over joined_pair, and the names that it makes one column of.
template <class Condition>
struct condition_of_join {
  using expression_type = Condition;
  using keys = name_list<>;
};
template <name... Names>
struct condition_of_join<columns_on_both_sides<Names...>> {
  using expression_type = decltype(columns_on_both_sides<Names...>{}.expression());
  using keys = name_list<Names...>;
};

template <class Condition>
using join_conjuncts = decltype(detail::conjuncts_of(std::declval<const Condition&>()));
template <class Condition>
using join_keys = decltype(detail::keys_among(std::declval<const join_conjuncts<Condition>&>()));

namespace detail {

template <class Pack>
struct columns_of_pack;
template <class... Es>
struct columns_of_pack<expression_pack<Es...>> {
  using type = united_names<typename Es::columns...>;
};

}  // namespace detail

// A condition, asked part by part. Null counts as false.
template <class Condition>
class join_condition {
 public:
  constexpr explicit join_condition(const Condition& condition)
      : conjuncts_(detail::conjuncts_of(condition)),
        left_(detail::parts_about<about::left>(conjuncts_)),
        right_(detail::parts_about<about::right>(conjuncts_)),
        rest_(detail::rest_of(conjuncts_)) {}

  // What is asked of pairs reads these columns.
  using pair_columns =
      typename detail::columns_of_pack<decltype(detail::rest_of(std::declval<const join_conjuncts<Condition>&>()))>::type;

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
