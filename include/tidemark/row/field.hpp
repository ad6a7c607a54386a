// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One named, typed column, and a list of them as a type.

#include <tidemark/row/name.hpp>

#include <cstddef>
#include <string_view>

namespace tidemark {

// The value of one column under its name. A nullable column has a std::optional as its type.
template <name Name, class T>
struct field {
  static constexpr auto key = Name;
  using type = T;

  T value{};

  friend bool operator==(const field&, const field&) = default;
};

// What stands for the type of a column that does not exist; absorbed by everything built on it.
struct no_column {};

// The columns of a row as a type, in order.
template <class... Fields>
struct field_list {
  static constexpr std::size_t size = sizeof...(Fields);
  using names = name_list<Fields::key...>;

  template <name Wanted>
  static constexpr bool contains = names::template contains<Wanted>;
};

namespace detail {

template <name Wanted, class... Fields>
struct field_type {
  using type = no_column;
};
template <name Wanted, class First, class... Rest>
struct field_type<Wanted, First, Rest...> : field_type<Wanted, Rest...> {};
template <name Wanted, class First, class... Rest>
  requires same_name<Wanted, First::key>
struct field_type<Wanted, First, Rest...> {
  using type = typename First::type;
};

template <class Fields, name Wanted>
struct type_found;
template <class... Fields, name Wanted>
struct type_found<field_list<Fields...>, Wanted> : field_type<Wanted, Fields...> {};

}  // namespace detail

// The type of the column called `Wanted`, or no_column.
template <class Fields, name Wanted>
using type_in = typename detail::type_found<Fields, Wanted>::type;

namespace detail {

template <std::size_t Size>
consteval bool all_different(const std::string_view (&names)[Size]) {
  for (std::size_t i = 0; i < Size; ++i)
    for (std::size_t j = i + 1; j < Size; ++j)
      if (names[i] == names[j]) return false;
  return true;
}

template <class Fields>
inline constexpr bool names_differ = true;
template <class First, class... Rest>
inline constexpr bool names_differ<field_list<First, Rest...>> = all_different({First::key.view(), Rest::key.view()...});

}  // namespace detail

// No two columns have the same name.
template <class Fields>
inline constexpr bool has_unique_names = detail::names_differ<Fields>;

}  // namespace tidemark
