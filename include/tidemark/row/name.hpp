// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A compile-time string that can be a template argument: the name of a column is part of its type.

#include <cstddef>
#include <string_view>

namespace tidemark {

// The text of a string literal, with its terminating zero, as a structural type: `name<5>{"user"}`.
template <std::size_t Size>
struct name {
  char text[Size]{};

  constexpr name() = default;
  consteval name(const char (&literal)[Size]) {  // NOLINT(google-explicit-constructor): "user" is a name
    for (std::size_t i = 0; i < Size; ++i) text[i] = literal[i];
  }

  constexpr std::string_view view() const { return {text, Size - 1}; }
};

// Names of different lengths are different types, so they are compared by this and not by ==.
template <name A, name B>
inline constexpr bool same_name = A.view() == B.view();

// A list of names as a type; what rules, facts and projections speak about.
template <name... Names>
struct name_list {
  static constexpr std::size_t size = sizeof...(Names);

  template <name Wanted>
  static constexpr bool contains = (same_name<Wanted, Names> || ...);
};

namespace detail {

template <class Left, class Right>
struct names_united;
template <name... Left>
struct names_united<name_list<Left...>, name_list<>> {
  using type = name_list<Left...>;
};
template <name... Left, name First, name... Rest>
struct names_united<name_list<Left...>, name_list<First, Rest...>> {
  static constexpr auto next() {
    if constexpr (name_list<Left...>::template contains<First>) return name_list<Left...>{};
    else return name_list<Left..., First>{};
  }
  using type = typename names_united<decltype(next()), name_list<Rest...>>::type;
};

template <class... Lists>
struct all_names {
  using type = name_list<>;
};
template <class First, class... Rest>
struct all_names<First, Rest...> : names_united<First, typename all_names<Rest...>::type> {};

}  // namespace detail

// All names of the lists, each once, in order of first mention.
template <class... Lists>
using united_names = typename detail::all_names<Lists...>::type;

}  // namespace tidemark
