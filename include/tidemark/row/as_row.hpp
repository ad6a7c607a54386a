// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Making a row that stands on its own from whatever flows (a view over a row below).

#include <tidemark/row/row.hpp>

#include <type_traits>

namespace tidemark {

// Sets the columns of `to` to those of `from`, by name. Text keeps the memory that it has.
template <Row To, Row From>
[[gnu::always_inline]] constexpr void assign_row(To& to, const From& from) {
  [&]<class... Fields>(field_list<Fields...>) {
    ((tidemark::get<Fields::key>(to) = tidemark::get<Fields::key>(from)), ...);
  }(fields_of<To>{});
}

namespace detail {

template <class To, class From>
[[gnu::always_inline]] constexpr To row_copied(const From& from) {
  To to{};
  assign_row(to, from);
  return to;
}

}  // namespace detail

// A row of type `To` with the values of `from`, by name; a reference to `from` itself if it is one already.
template <class To, class From>
[[gnu::always_inline]] constexpr decltype(auto) as_row(const From& from) {
  if constexpr (std::is_same_v<To, From>) return (from);
  else return detail::row_copied<To>(from);
}

// Calls `f` with each column's name as a name-carrying tag and its value: `for_each_column(row, [](auto key, const auto& v)
// {})`; `key.view()` is the name.
template <class R, class F>
constexpr void for_each_column(const R& row, F&& f) {
  [&]<class... Fields>(field_list<Fields...>) { (f(Fields::key, tidemark::get<Fields::key>(row)), ...); }(fields_of<R>{});
}

}  // namespace tidemark
