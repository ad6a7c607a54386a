// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// An ordered set of named columns as a flat pack: read by name, and shaped by type functions.
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

namespace detail {

template <class... Lists>
struct joined_lists {
  using type = field_list<>;
};
template <class... Fields>
struct joined_lists<field_list<Fields...>> {
  using type = field_list<Fields...>;
};
template <class... First, class... Second, class... Rest>
struct joined_lists<field_list<First...>, field_list<Second...>, Rest...>
    : joined_lists<field_list<First..., Second...>, Rest...> {};

template <bool Wanted, class Field>
using field_if = std::conditional_t<Wanted, field_list<Field>, field_list<>>;

}  // namespace detail

namespace detail {

template <class Fields, class Names>
struct fields_kept;
template <class... Fields, class Names>
struct fields_kept<field_list<Fields...>, Names> {
  using type = typename joined_lists<field_list<>, field_if<Names::template contains<Fields::key>, Fields>...>::type;
};

template <class Fields, class Names>
struct fields_dropped;
template <class... Fields, class Names>
struct fields_dropped<field_list<Fields...>, Names> {
  using type = typename joined_lists<field_list<>, field_if<!Names::template contains<Fields::key>, Fields>...>::type;
};

}  // namespace detail

namespace detail {

template <class Fields, name From, name To>
struct fields_renamed;
template <class... Fields, name From, name To>
struct fields_renamed<field_list<Fields...>, From, To> {
  template <class Field>
  static constexpr auto one() {
    if constexpr (same_name<Field::key, From>) return std::type_identity<field<To, typename Field::type>>{};
    else return std::type_identity<Field>{};
  }
  using type = field_list<typename decltype(one<Fields>())::type...>;
};

}  // namespace detail

namespace detail {

template <class Fields, class Field>
struct with_field;
template <class... Fields, class Field>
struct with_field<field_list<Fields...>, Field> {
  template <class Old>
  using one = std::conditional_t<same_name<Old::key, Field::key>, Field, Old>;
  using type = std::conditional_t<field_list<Fields...>::template contains<Field::key>, field_list<one<Fields>...>,
                                  field_list<Fields..., Field>>;
};

}  // namespace detail

// The row with these columns, or row<> if two have the same name.
template <class Fields>
using row_from = typename detail::row_made_of<Fields>::type;

// Type functions over field lists, each named for what it yields.
template <class... Lists>
using joined_fields = typename detail::joined_lists<Lists...>::type;
template <class Fields, class Names>
using kept_fields = typename detail::fields_kept<Fields, Names>::type;
template <class Fields, class Names>
using dropped_fields = typename detail::fields_dropped<Fields, Names>::type;
template <class Fields, name From, name To>
using renamed_fields = typename detail::fields_renamed<Fields, From, To>::type;
// A column of the same name is replaced where it stands, any other is appended.
template <class Fields, class Field>
using fields_with = typename detail::with_field<Fields, Field>::type;

}  // namespace tidemark
