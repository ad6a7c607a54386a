// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When two keys are one key: as `==`, but NaN is one value, as in a key's encoded form.

#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>

#include <cstddef>
#include <type_traits>

namespace tidemark {

template <class A, class B>
[[gnu::always_inline]] constexpr bool same_key(const A& a, const B& b);

namespace detail {

template <class A, class B, class... Fields>
[[gnu::always_inline]] constexpr bool same_columns(const A& a, const B& b, field_list<Fields...> /*columns*/) {
  return (same_key(tidemark::get<Fields::key>(a), tidemark::get<Fields::key>(b)) && ...);
}

template <class A, class B>
constexpr bool same_elements(const A& a, const B& b) {
  if (a.size() != b.size()) return false;
  auto at = b.begin();
  for (const auto& element : a)
    if (!same_key(element, *at++)) return false;
  return true;
}

}  // namespace detail

// Columns of `b` are found by the names of the columns of `a`, so `b` may be a view over another row.
template <class A, class B>
[[gnu::always_inline]] constexpr bool same_key(const A& a, const B& b) {
  if constexpr (Row<A> && Row<B>) {
    return detail::same_columns(a, b, fields_of<A>{});
  } else if constexpr (std::is_floating_point_v<A>) {
    return a == b || (a != a && b != b);
  } else if constexpr (is_nullable<A> && is_nullable<B>) {
    return a.has_value() == b.has_value() && (!a.has_value() || same_key(*a, *b));
  } else if constexpr (List<A> && List<B>) {
    return detail::same_elements(a, b);
  } else if constexpr (SameForm<A, B>) {
    return same_key(to_form(a), to_form(b));
  } else {
    return a == b;
  }
}

}  // namespace tidemark
