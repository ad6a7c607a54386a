// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What kind of column a type is: the one list that readers, writers and schema texts branch on.

#include <tidemark/row/row.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <array>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace tidemark {

enum class column_kind {
  boolean,
  integer,
  floating,
  text,
  text_view,
  time,
  window,
  nullable,
  list,
  fixed_list,
  map,
  record,
  none
};

// The kind of a type that is made of other columns.
template <class T>
inline constexpr column_kind composite_kind = Row<T> ? column_kind::record : column_kind::none;
template <class T>
inline constexpr column_kind composite_kind<std::optional<T>> = column_kind::nullable;
template <class T, class Allocator>
inline constexpr column_kind composite_kind<std::vector<T, Allocator>> = column_kind::list;
template <class T, std::size_t Size>
inline constexpr column_kind composite_kind<std::array<T, Size>> = column_kind::fixed_list;
template <class K, class V, class Less, class Allocator>
inline constexpr column_kind composite_kind<std::map<K, V, Less, Allocator>> = column_kind::map;

// The kind of column type `T`; `none` for a type that cannot be a column.
template <class T>
consteval column_kind kind_of_type() {
  if constexpr (std::same_as<T, bool>) return column_kind::boolean;
  else if constexpr (std::integral<T>) return column_kind::integer;
  else if constexpr (std::floating_point<T>) return column_kind::floating;
  else if constexpr (std::same_as<T, std::string>) return column_kind::text;
  else if constexpr (std::same_as<T, std::string_view>) return column_kind::text_view;
  else if constexpr (std::same_as<T, timestamp>) return column_kind::time;
  else if constexpr (std::same_as<T, time_window>) return column_kind::window;
  else return composite_kind<T>;
}

template <class T>
inline constexpr column_kind kind_of = kind_of_type<std::remove_cv_t<T>>();

}  // namespace tidemark
