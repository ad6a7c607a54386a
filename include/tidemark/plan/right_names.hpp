// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the condition of a join calls columns: those of the left side as they are, those of the right side by `right("name"_c)`,
// which is the column "right.name". So the columns that an expression reads tell which sides it is about.

#include <tidemark/plan/expression.hpp>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace tidemark {

namespace detail {

inline constexpr std::string_view right_prefix = "right.";

// The text from `from` on, as a name of its own, behind `prefix`.
template <std::size_t Size>
consteval name<Size> renamed(std::string_view prefix, std::string_view text) {
  name<Size> made;
  std::size_t at = 0;
  for (const char c : prefix) made.text[at++] = c;
  for (const char c : text) made.text[at++] = c;
  return made;
}

}  // namespace detail

// The name by which a condition calls a column of the right side; whether a name is such a one; and the column's own name.
template <name Bare>
inline constexpr auto right_name =
    detail::renamed<sizeof(Bare.text) + detail::right_prefix.size()>(detail::right_prefix, Bare.view());
template <name Name>
inline constexpr bool is_right_name = Name.view().substr(0, detail::right_prefix.size()) == detail::right_prefix;
template <name Name>
  requires is_right_name<Name>
inline constexpr auto bare_name =
    detail::renamed<sizeof(Name.text) - detail::right_prefix.size()>("", Name.view().substr(detail::right_prefix.size()));

// A column of the right side of a join, in the join's condition: `"ad"_c == right("ad_id"_c)`.
template <name Name>
constexpr column<right_name<Name>> right(column<Name> /*name*/) {
  return {};
}

namespace detail {

template <class Names>
struct names_of_sides;
template <name... Names>
struct names_of_sides<name_list<Names...>> {
  template <name Name>
  static consteval auto as_right() {
    if constexpr (is_right_name<Name>) return name_list<bare_name<Name>>{};
    else return name_list<>{};
  }
  using left = united_names<std::conditional_t<is_right_name<Names>, name_list<>, name_list<Names>>...>;
  using right = united_names<decltype(as_right<Names>())...>;
  using all_as_right = name_list<right_name<Names>...>;
};

}  // namespace detail

// The names of each side among those that a condition reads, as the sides call them.
template <class Names>
using left_names = typename detail::names_of_sides<Names>::left;
template <class Names>
using right_names = typename detail::names_of_sides<Names>::right;
// Names of columns of the right side, as a condition calls them.
template <class Names>
using names_as_right = typename detail::names_of_sides<Names>::all_as_right;

}  // namespace tidemark
