// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rows are put in order by: expressions with a direction, and the place of nulls.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/pack.hpp>
#include <tidemark/row/null.hpp>

#include <utility>

namespace tidemark {

// A key of an order: what `desc("views"_c)` gives.
template <Expression E, bool IsDescending, bool NullsFirst>
struct sort_key {
  using expression_type = E;
  using columns = typename E::columns;

  [[no_unique_address]] E by;

  constexpr explicit sort_key(E of) : by(std::move(of)) {}

  // Below zero: `a` comes before `b`. Each may be any row with the columns.
  constexpr int order(const auto& a, const auto& b) const {
    const auto& x = by(a);
    const auto& y = by(b);
    if constexpr (is_nullable<decltype(x)>) {
      if (is_null(x) || is_null(y)) return is_null(x) == is_null(y) ? 0 : is_null(x) == NullsFirst ? -1 : 1;
    }
    const auto& p = value_of_nullable(x);
    const auto& q = value_of_nullable(y);
    if (is_less(p, q)) return IsDescending ? 1 : -1;
    if (is_less(q, p)) return IsDescending ? -1 : 1;
    return 0;
  }
  void print(auto& out) const {
    by.print(out);
    if (IsDescending) out += " desc";
    if (IsDescending == NullsFirst) out += NullsFirst ? " nulls first" : " nulls last";
  }
};

// Ascending order has nulls first, descending order last, if nothing else is said.
template <Expression E>
constexpr auto asc(const E& by) {
  return sort_key<E, false, true>(by);
}
template <Expression E>
constexpr auto asc_nulls_last(const E& by) {
  return sort_key<E, false, false>(by);
}
template <Expression E>
constexpr auto desc(const E& by) {
  return sort_key<E, true, false>(by);
}
template <Expression E>
constexpr auto desc_nulls_first(const E& by) {
  return sort_key<E, true, true>(by);
}

namespace detail {

template <class T>
inline constexpr bool is_sort_key = false;
template <class E, bool IsDescending, bool NullsFirst>
inline constexpr bool is_sort_key<sort_key<E, IsDescending, NullsFirst>> = true;

template <Expression E>
constexpr auto as_sort_key(const E& by) {
  return asc(by);
}
template <class Key>
  requires is_sort_key<Key>
constexpr Key as_sort_key(const Key& key) {
  return key;
}

}  // namespace detail

// What order_by takes: a key with a direction, or an expression, which is meant in ascending order.
template <class T>
concept SortKey = Expression<T> || detail::is_sort_key<T>;

// Several keys, the first of which that differs decides: whether a row comes before another.
template <class... Keys>
class sort_order {
 public:
  constexpr explicit sort_order(Keys... keys) : keys_(std::move(keys)...) {}

  constexpr bool operator()(const auto& a, const auto& b) const {
    return keys_.unpack([&](const auto&... each) {
      int order = 0;
      static_cast<void>((((order = each.order(a, b)) == 0) && ...));
      return order < 0;
    });
  }

 private:
  [[no_unique_address]] pack<Keys...> keys_;
};

}  // namespace tidemark
