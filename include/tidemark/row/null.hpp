// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Null: a column is a std::optional exactly if it can be null. What follows from that, for types and values.

#include <optional>
#include <type_traits>

namespace tidemark {

namespace detail {

template <class T>
struct nullability {
  using type = T;
  static constexpr bool nullable = false;
};
template <class T>
struct nullability<std::optional<T>> {
  using type = T;
  static constexpr bool nullable = true;
};

}  // namespace detail

template <class T>
inline constexpr bool is_nullable = detail::nullability<std::remove_cvref_t<T>>::nullable;

// The type of a value that is there: T for T and for std::optional<T>.
template <class T>
using without_null = typename detail::nullability<std::remove_cvref_t<T>>::type;

// T, or std::optional<T> if it can be null; never an optional of an optional.
template <class T, bool Nullable = true>
using nullable = std::conditional_t<Nullable && !is_nullable<T>, std::optional<T>, T>;

template <class T>
constexpr bool is_null(const T& value) {
  if constexpr (is_nullable<T>) return !value.has_value();
  else return false;
}

// The value itself. Requires: it is not null.
template <class T>
[[gnu::always_inline]] constexpr const auto& value_of_nullable(const T& value) {
  if constexpr (is_nullable<T>) return *value;
  else return value;
}

// True only for a true that is there: what a condition means where rows are kept or dropped.
template <class T>
[[gnu::always_inline]] constexpr bool is_true(const T& value) {
  if constexpr (is_nullable<T>) return value.has_value() && *value;
  else return value;
}

}  // namespace tidemark
