// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When two keys are one key: as `==`, but NaN is one value, as in a key's encoded form.

#include <tidemark/row/row.hpp>

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

namespace tidemark {

template <class A, class B>
[[gnu::always_inline]] constexpr bool same_key(const A& a, const B& b);

namespace detail {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <class T>
concept HasElements =
    !std::is_convertible_v<const T&, std::string_view> && requires(const T& list) { list.begin(), list.end(), list.size(); };

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
  } else if constexpr (detail::is_optional<A> && detail::is_optional<B>) {
    return a.has_value() == b.has_value() && (!a.has_value() || same_key(*a, *b));
  } else if constexpr (detail::HasElements<A> && detail::HasElements<B>) {
    return detail::same_elements(a, b);
  } else {
    return a == b;
  }
}

}  // namespace tidemark
