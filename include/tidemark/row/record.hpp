// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lets a user's struct be a row: members named by BOOST_HANA_ADAPT_STRUCT or BOOST_HANA_DEFINE_STRUCT. The only place that
// knows Hana's adaptation.

#include <tidemark/row/row.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

// A struct whose members have been adapted, so that each is a column (or, nested, a part of one).
template <class T>
concept Record = std::is_class_v<T> && boost::hana::Struct<T>::value;

namespace detail {

template <class Text>
inline constexpr auto name_from = name<1>{};
template <char... Characters>
inline constexpr auto name_from<boost::hana::string<Characters...>> = name<sizeof...(Characters) + 1>{{Characters..., '\0'}};

// An accessor under its member's name; all of a record's are bases of one class, so that a name finds its own by deduction.
template <auto Name, class Accessor>
struct named_accessor {};

template <class R, class Accessors>
struct members;
template <class R, class... Names, class... Accessors>
struct members<R, boost::hana::tuple<boost::hana::pair<Names, Accessors>...>> : named_accessor<name_from<Names>, Accessors>... {
  using fields = field_list<field<name_from<Names>, std::remove_cvref_t<decltype(Accessors{}(std::declval<R&>()))>>...>;
};

template <auto Name, class Accessor>
constexpr Accessor accessor_of(const named_accessor<Name, Accessor>& /*member*/) {
  return {};
}

}  // namespace detail

template <Record R>
struct row_traits<R> {
  using members = detail::members<R, decltype(boost::hana::accessors<R>())>;
  using fields = typename members::fields;

  template <name Name, class Value>
  [[gnu::always_inline]] static constexpr auto& get(Value& record) {
    return decltype(detail::accessor_of<Name>(members{})){}(record);
  }
};

}  // namespace tidemark
