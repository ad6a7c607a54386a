// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How the condition of a join sees rows: one of the right side, and one of each.

#include <tidemark/plan/right_names.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/row.hpp>

namespace tidemark {

// A row of the right side, its columns called as a condition calls them.
template <class R>
struct right_columns {
  const R& right;
};

// A row of each side, as a condition sees them.
template <class L, class R>
struct joined_pair {
  const L& left;
  const R& right;
};

namespace detail {

template <class Fields>
struct fields_of_right;
template <class... Fields>
struct fields_of_right<field_list<Fields...>> {
  using type = field_list<field<right_name<Fields::key>, typename Fields::type>...>;
};

}  // namespace detail

template <class R>
struct row_traits<right_columns<R>> {
  using fields = typename detail::fields_of_right<fields_of<R>>::type;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const right_columns<R>& view) {
    return tidemark::get<bare_name<Wanted>>(view.right);
  }
};

template <class L, class R>
struct row_traits<joined_pair<L, R>> {
  using fields = joined_fields<fields_of<L>, fields_of<right_columns<R>>>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const joined_pair<L, R>& pair) {
    if constexpr (is_right_name<Wanted>) return tidemark::get<bare_name<Wanted>>(pair.right);
    else return tidemark::get<Wanted>(pair.left);
  }
};

}  // namespace tidemark
