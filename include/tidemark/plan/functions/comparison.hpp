// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Comparison of columns: == != < <= > >=. By value whatever the integer types; null gives null; NaN equals itself and is
// greater than any other number, as in the engine.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/notation.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/common_number.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>

#include <compare>
#include <concepts>
#include <string_view>
#include <utility>

namespace tidemark {

namespace detail {

// Whether a map is somewhere in it. Maps are in no order, nor equal or not, as in the engine.
template <class T>
consteval bool holds_map() {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::nullable || kind == column_kind::list || kind == column_kind::fixed_list)
    return holds_map<typename T::value_type>();
  else if constexpr (kind == column_kind::record)
    return []<class... Fields>(field_list<Fields...>) { return (holds_map<typename Fields::type>() || ...); }(fields_of<T>{});
  else return kind == column_kind::map;
}

template <class A, class B>
concept ComparableTexts = std::convertible_to<const A&, std::string_view> && std::convertible_to<const B&, std::string_view>;
template <class A, class B>
concept ComparableSame = std::same_as<A, B> && !Number<A> && std::three_way_comparable<A> && !holds_map<A>();
// Two types, at least one of them with comparisons of its own.
template <class A, class B>
concept ComparableScalars = (Scalar<A> || Scalar<B>)&&requires(const A& a, const B& b) {
  { a < b } -> std::same_as<bool>;
  { a == b } -> std::same_as<bool>;
};

}  // namespace detail

// Two values that can be ordered: two numbers, two texts, two of one ordered type without maps, or two that a type orders.
template <class A, class B>
concept Comparable = (Number<A> && Number<B>) || detail::ComparableTexts<A, B> || detail::ComparableSame<A, B> ||
                     detail::ComparableScalars<A, B>;

// a < b in the order of the engine.
template <class A, class B>
  requires Comparable<A, B>
[[gnu::always_inline]] constexpr bool is_less(const A& a, const B& b) {
  if constexpr (Integer<A> && Integer<B>) return std::cmp_less(a, b);
  else if constexpr (Number<A> && Number<B>) {
    const auto x = static_cast<common_number<A, B>>(a);
    const auto y = static_cast<common_number<A, B>>(b);
    return x < y || (y != y && x == x);
  } else if constexpr (detail::ComparableTexts<A, B>) return std::string_view(a) < std::string_view(b);
  else return a < b;
}

// a == b in the order of the engine.
template <class A, class B>
  requires Comparable<A, B>
[[gnu::always_inline]] constexpr bool is_equal(const A& a, const B& b) {
  if constexpr (Integer<A> && Integer<B>) return std::cmp_equal(a, b);
  else if constexpr (Number<A> && Number<B>) {
    const auto x = static_cast<common_number<A, B>>(a);
    const auto y = static_cast<common_number<A, B>>(b);
    return x == y || (x != x && y != y);
  } else if constexpr (detail::ComparableTexts<A, B>) return std::string_view(a) == std::string_view(b);
  else return a == b;
}

namespace functions {

struct equal : infix_notation<equal> {
  static constexpr const char* symbol = "=";
  template <class A, class B>
    requires Comparable<A, B>
  static constexpr bool apply(const A& a, const B& b) {
    return is_equal(a, b);
  }
};
struct not_equal : infix_notation<not_equal> {
  static constexpr const char* symbol = "<>";
  template <class A, class B>
    requires Comparable<A, B>
  static constexpr bool apply(const A& a, const B& b) {
    return !is_equal(a, b);
  }
};
struct less : infix_notation<less> {
  static constexpr const char* symbol = "<";
  template <class A, class B>
    requires Comparable<A, B>
  static constexpr bool apply(const A& a, const B& b) {
    return is_less(a, b);
  }
};
struct less_or_equal : infix_notation<less_or_equal> {
  static constexpr const char* symbol = "<=";
  template <class A, class B>
    requires Comparable<A, B>
  static constexpr bool apply(const A& a, const B& b) {
    return !is_less(b, a);
  }
};
struct greater : infix_notation<greater> {
  static constexpr const char* symbol = ">";
  template <class A, class B>
    requires Comparable<A, B>
  static constexpr bool apply(const A& a, const B& b) {
    return is_less(b, a);
  }
};
struct greater_or_equal : infix_notation<greater_or_equal> {
  static constexpr const char* symbol = ">=";
  template <class A, class B>
    requires Comparable<A, B>
  static constexpr bool apply(const A& a, const B& b) {
    return !is_less(a, b);
  }
};

}  // namespace functions

template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator==(A&& a, B&& b) {
  return call_of<functions::equal>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator!=(A&& a, B&& b) {
  return call_of<functions::not_equal>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator<(A&& a, B&& b) {
  return call_of<functions::less>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator<=(A&& a, B&& b) {
  return call_of<functions::less_or_equal>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator>(A&& a, B&& b) {
  return call_of<functions::greater>(std::forward<A>(a), std::forward<B>(b));
}
template <class A, class B>
  requires Arguments<2, A, B>
constexpr auto operator>=(A&& a, B&& b) {
  return call_of<functions::greater_or_equal>(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace tidemark
