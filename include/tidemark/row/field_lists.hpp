// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Type functions over lists of columns, each named for what it yields.

#include <tidemark/row/field.hpp>

#include <type_traits>

namespace tidemark {

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

}  // namespace detail

template <class... Lists>
using joined_fields = typename detail::joined_lists<Lists...>::type;

namespace detail {

template <bool Wanted, class Field>
using field_if = std::conditional_t<Wanted, field_list<Field>, field_list<>>;

template <class Fields, class Names>
struct fields_chosen;
template <class... Fields, class Names>
struct fields_chosen<field_list<Fields...>, Names> {
  using kept = joined_fields<field_list<>, field_if<Names::template contains<Fields::key>, Fields>...>;
  using dropped = joined_fields<field_list<>, field_if<!Names::template contains<Fields::key>, Fields>...>;
};

}  // namespace detail

// The columns with one of the names, and those without.
template <class Fields, class Names>
using kept_fields = typename detail::fields_chosen<Fields, Names>::kept;
template <class Fields, class Names>
using dropped_fields = typename detail::fields_chosen<Fields, Names>::dropped;

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

template <class Fields, name From, name To>
using renamed_fields = typename detail::fields_renamed<Fields, From, To>::type;

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

// A column of the same name is replaced where it stands, any other is appended.
template <class Fields, class Field>
using fields_with = typename detail::with_field<Fields, Field>::type;

}  // namespace tidemark
