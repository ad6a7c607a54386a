// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What kind of column a type is: the one list that readers, writers and texts branch on. A branch on it ends in an `else` that
// refuses, so that a new kind cannot be forgotten.

#include <tidemark/row/enum_names.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/scalar.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include <array>
#include <concepts>
#include <cstddef>
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
  scalar,
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
  else if constexpr (std::integral<T> && sizeof(T) <= 8) return column_kind::integer;
  else if constexpr (std::floating_point<T> && sizeof(T) <= 8) return column_kind::floating;
  else if constexpr (std::same_as<T, std::string>) return column_kind::text;
  else if constexpr (std::same_as<T, std::string_view>) return column_kind::text_view;
  else if constexpr (Scalar<T>) return column_kind::scalar;
  else if constexpr (std::same_as<T, time_window>) return column_kind::window;
  else return composite_kind<T>;
}

template <class T>
inline constexpr column_kind kind_of = kind_of_type<std::remove_cv_t<T>>();

// Column types by name.
template <class T>
concept Integer = std::integral<T> && !std::same_as<T, bool> && sizeof(T) <= 8;
template <class T>
concept Number = Integer<T> || std::floating_point<T>;
// A std::string_view refers to its batch or to the program, never to a value just computed, so that parts of it may be views
// as well.
template <class T>
concept Text = std::same_as<T, std::string> || std::same_as<T, std::string_view>;
// std::vector or std::array.
template <class T>
concept List = kind_of<T> == column_kind::list || kind_of<T> == column_kind::fixed_list;
template <class T>
concept Map = kind_of<T> == column_kind::map;
template <class T>
concept Column = kind_of<T> != column_kind::none;

// Refuses a type that a branch on kinds has not named: it is no column, or the branch is not complete.
template <class T, bool Holds = false>
consteval void refuse_kind() {
  static_assert(Holds, "tidemark type_is_no_column: this type can't be a column; see row/README.md");
}

// Whether a column of type `T` can be text. Of a record this says nothing about its columns: it may hold records of its own
// type, and each is asked by record_has_text when it is reached.
template <class T>
consteval bool column_has_text() {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::nullable || kind == column_kind::list || kind == column_kind::fixed_list)
    return column_has_text<typename T::value_type>();
  else if constexpr (kind == column_kind::map)
    return column_has_text<typename T::key_type>() && column_has_text<typename T::mapped_type>();
  else return kind != column_kind::none;
}

// Whether the columns of a list can be text.
template <class Fields>
inline constexpr bool columns_have_text = false;
template <class... Fields>
inline constexpr bool columns_have_text<field_list<Fields...>> = (column_has_text<typename Fields::type>() && ...);

// Whether a value of type `T` can be text, which for a row or record means its columns.
template <class T>
inline constexpr bool has_text = column_has_text<T>();
template <Row R>
inline constexpr bool has_text<R> = columns_have_text<fields_of<R>>;

}  // namespace tidemark
