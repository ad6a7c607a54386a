// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What flows behind operators that add, choose or rename columns: views over the row below. A row type is built only where a
// row is kept or a user's function takes it; passing built rows would copy every string once an operator.

#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/row.hpp>

#include <type_traits>

namespace tidemark {

// How a view holds a value: small ones as a copy. A reference to what a stage keeps (a literal, a window) would keep the
// members of all stages out of registers.
template <class T>
inline constexpr bool is_small = std::is_trivially_copyable_v<T> && sizeof(T) <= 16;
template <class T>
using held_form = std::conditional_t<is_small<std::remove_cvref_t<T>>, std::remove_cvref_t<T>, T>;

// The row below with one more column, or with one replaced.
template <class Below, name Name, class T>
struct with_value {
  const Below& below;
  held_form<const T&> value;
};

// The row below with fewer columns.
template <class Below, class Names>
struct kept_columns {
  const Below& below;
};

// The row below with one column under another name.
template <class Below, name From, name To>
struct renamed_column {
  const Below& below;
};

// A column of a view: a reference to where it is stored, or the value that was computed.
template <auto Name, class Held>
struct held {
  Held value;
};

// A row of chosen columns: references where they exist below, values where they were computed.
template <class... Held>
struct chosen_columns : Held... {};

namespace detail {

template <auto Name, class Held>
[[gnu::always_inline]] constexpr const std::remove_reference_t<Held>& held_value(const held<Name, Held>& one) {
  return one.value;
}

}  // namespace detail

template <class Below, name Name, class T>
struct row_traits<with_value<Below, Name, T>> {
  using fields = fields_with<fields_of<Below>, field<Name, T>>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const with_value<Below, Name, T>& view) {
    if constexpr (same_name<Wanted, Name>) return (view.value);
    else return tidemark::get<Wanted>(view.below);
  }
};

template <class Below, class Names>
struct row_traits<kept_columns<Below, Names>> {
  using fields = kept_fields<fields_of<Below>, Names>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const kept_columns<Below, Names>& view) {
    return tidemark::get<Wanted>(view.below);
  }
};

template <class Below, name From, name To>
struct row_traits<renamed_column<Below, From, To>> {
  using fields = renamed_fields<fields_of<Below>, From, To>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const renamed_column<Below, From, To>& view) {
    if constexpr (same_name<Wanted, To>) return tidemark::get<From>(view.below);
    else return tidemark::get<Wanted>(view.below);
  }
};

template <auto... Names, class... Held>
struct row_traits<chosen_columns<held<Names, Held>...>> {
  using fields = field_list<field<Names, std::remove_cvref_t<Held>>...>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const chosen_columns<held<Names, Held>...>& view) {
    return detail::held_value<Wanted>(view);
  }
};

// The columns that these named expressions make of a row.
template <class R, class... Es>
[[gnu::always_inline]] constexpr auto choose(const R& row, const Es&... expressions) {
  return chosen_columns<held<Es::key, held_form<decltype(expressions(row))>>...>{{expressions(row)}...};
}

}  // namespace tidemark
