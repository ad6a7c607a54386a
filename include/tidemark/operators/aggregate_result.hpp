// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The types of an aggregation: the rows that it reads, the states that it keeps, and the row that a group becomes.

#include <tidemark/plan/expression.hpp>
#include <tidemark/plan/windows.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/row.hpp>

namespace tidemark {

namespace detail {

template <class R, class... Keys>
struct rows_and_windows {
  using type = R;
};
template <class R, class First, class... Rest>
struct rows_and_windows<R, First, Rest...> : rows_and_windows<R, Rest...> {};
template <class R, class Time, name Name, class... Rest>
struct rows_and_windows<R, windows_of<Time, Name>, Rest...> {
  using type = row_from<fields_with<fields_of<R>, field<Name, time_window>>>;
};

}  // namespace detail

// The rows R with the windows among the keys as a column: what keys and aggregates are evaluated on.
template <class R, class... Keys>
using row_with_windows = typename detail::rows_and_windows<R, Keys...>::type;

namespace detail {

template <class R, bool HasKeys, class A, bool Fits = A::template fits<R>>
struct aggregate_field {
  using state = field<A::key, no_operator>;
  using result = field<A::key, no_operator>;
};
template <class R, bool HasKeys, class A>
struct aggregate_field<R, HasKeys, A, true> {
  using over = typename A::template over<R, HasKeys>;
  using state = field<A::key, typename over::state>;
  using result = field<A::key, typename over::result_type>;
};

}  // namespace detail

// The columns that aggregates make, and the states behind them as one row under the same names.
template <class R, bool HasKeys, class... Aggregates>
using aggregate_fields = field_list<typename detail::aggregate_field<R, HasKeys, Aggregates>::result...>;
template <class R, bool HasKeys, class... Aggregates>
using aggregate_states = row_from<field_list<typename detail::aggregate_field<R, HasKeys, Aggregates>::state...>>;

// One group as a row of the aggregation: keys by reference, results worked out when they are read.
template <class Aggregation>
struct aggregate_result {
  const typename Aggregation::keys::group_type& group;
  const typename Aggregation::keys::rest_row& rest;
  const typename Aggregation::value_type& states;
};

namespace detail {

template <name Wanted, class Aggregation>
struct result_by_name;
template <name Wanted, template <class, class...> class Agg, class Groups, class First, class... Others>
struct result_by_name<Wanted, Agg<Groups, First, Others...>> : result_by_name<Wanted, Agg<Groups, Others...>> {};
template <name Wanted, template <class, class...> class Agg, class Groups, class First, class... Others>
  requires same_name<Wanted, First::key>
struct result_by_name<Wanted, Agg<Groups, First, Others...>> {
  using aggregate = First;
};

}  // namespace detail

template <class Aggregation>
struct row_traits<aggregate_result<Aggregation>> {
  using fields = fields_of<typename Aggregation::row>;

  template <name Wanted>
  [[gnu::always_inline]] static constexpr decltype(auto) get(const aggregate_result<Aggregation>& one) {
    if constexpr (same_name<Wanted, Aggregation::keys::group_name>) return (one.group);
    else if constexpr (has_column<typename Aggregation::keys::rest_row, Wanted>) return tidemark::get<Wanted>(one.rest);
    else {
      using aggregate = typename detail::result_by_name<Wanted, Aggregation>::aggregate;
      return Aggregation::template over<aggregate>::result(tidemark::get<Wanted>(one.states));
    }
  }
};

}  // namespace tidemark
