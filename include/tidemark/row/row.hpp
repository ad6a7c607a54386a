// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// An ordered set of named columns as a flat pack, read by name.
//
// Whatever flows through a pipeline (a row, a user's record, a view made by an operator) is reached through `row_traits`, a
// class template: a function found by argument-dependent lookup would not be seen for types in a user's namespace.

#include <tidemark/row/field.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

// A row made of fields: `row<field<"user", std::string>, field<"views", std::int64_t>>{"ann", 3}`. Compares by value.
template <class... Fields>
struct row : Fields... {
  constexpr row() = default;
  constexpr row(typename Fields::type... values)  // NOLINT(google-explicit-constructor): rows{{"ann", 3}} is a table of rows
    requires(sizeof...(Fields) > 0)
      : Fields{std::move(values)}... {}

  friend bool operator==(const row&, const row&) = default;
};

// How a type that flows is read: `fields` (its columns) and `get<Name>(value)`, a reference or a value. Specialised for rows,
// for adapted structs (record.hpp) and by operators for the views that they pass on.
template <class Flowing>
struct row_traits;

namespace detail {

template <auto Name, class T>
constexpr T& value_of(field<Name, T>& one) {
  return one.value;
}
template <auto Name, class T>
constexpr const T& value_of(const field<Name, T>& one) {
  return one.value;
}

}  // namespace detail

template <class... Fields>
struct row_traits<row<Fields...>> {
  using fields = field_list<Fields...>;

  template <name Name, class R>
  [[gnu::always_inline]] static constexpr auto& get(R& row) {
    return detail::value_of<Name>(row);
  }
};

// Anything that has columns: a row, a record, or a view over one.
template <class T>
concept Row = requires { typename row_traits<std::remove_cvref_t<T>>::fields; };

template <class R>
using fields_of = typename row_traits<std::remove_cvref_t<R>>::fields;

// The type of a row's column, or no_column.
template <class R, name Name>
using column_type = type_in<fields_of<R>, Name>;

template <class R, name Name>
inline constexpr bool has_column = fields_of<R>::template contains<Name>;

// The value of one column: `get<"price">(row)`. A reference where the column is stored, a value where a view computes it.
template <name Name, class R>
  requires Row<R>
[[gnu::always_inline]] constexpr decltype(auto) get(R&& row) {
  return row_traits<std::remove_cvref_t<R>>::template get<Name>(row);
}

namespace detail {

template <class Fields>
struct row_made_of {
  using type = row<>;  // two columns of one name: no such row; the rule that forbids it asks has_unique_names
};
template <class... Fields>
  requires has_unique_names<field_list<Fields...>>
struct row_made_of<field_list<Fields...>> {
  using type = row<Fields...>;
};

}  // namespace detail

// The row with these columns, or row<> if two have the same name.
template <class Fields>
using row_from = typename detail::row_made_of<Fields>::type;

}  // namespace tidemark
