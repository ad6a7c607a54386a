// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Demands of the typed form itself: columns that exist, names that are unique, operands that fit.

#include <tidemark/plan/expression.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

namespace detail {

template <name Wanted, auto... Names>
inline constexpr bool is_one_of = (same_name<Wanted, Names> || ...);

}  // namespace detail

// An expression names a column that the rows do not have. The names that there are stand in the error beside the sentence.
template <name Wanted, class Names>
struct unknown_column : violation {};
template <name Wanted, name... Names>
struct unknown_column<Wanted, name_list<Names...>> : violation {
  template <class Plan>
  static consteval void enforce() {
    static_assert(detail::is_one_of<Wanted, Names...>,
                  "tidemark unknown_column: the rows have no column of this name; use one of the names shown with this error");
  }
};

// Two columns of one name would stand in one row.
struct duplicate_column : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark duplicate_column: two columns of the result have the same name; rename one with .as(\"other\"_c), "
                  "or drop it before");
  }
};

// An operation between types that it does not exist for: text plus number, text compared with a number.
struct operands_do_not_fit : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark operands_do_not_fit: an operation in this expression does not exist for the types of its operands; "
                  "cast one side with td::cast<T>(...)");
  }
};

// What is computed needs a name to become a column.
struct expression_needs_name : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds, "tidemark expression_needs_name: a computed column has no name; give it one with .as(\"name\"_c)");
  }
};

// A condition must be true or false (or null), for the rows that it gets.
struct predicate_is_not_boolean : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark predicate_is_not_boolean: where needs a condition; give it an expression of type bool, or a "
                  "callable that takes a row and returns bool");
  }
};

// Windows make several rows of one; an expression is one value.
struct window_outside_group_by : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark window_outside_group_by: td::window and td::session_window can stand only as a key of group_by, by "
                  "themselves or named; group by one, and use the column that it makes behind the aggregation");
  }
};

// The expression puts rows into windows, itself or in one of its parts.
template <class E>
inline constexpr bool makes_windows = requires { requires E::makes_windows; };
template <class E, name Name>
inline constexpr bool makes_windows<named<E, Name>> = makes_windows<E>;
template <class E, name Member>
inline constexpr bool makes_windows<member_access<E, Member>> = makes_windows<E>;
template <template <class...> class Whole, class... Parts>
  requires Expression<Whole<Parts...>>
inline constexpr bool makes_windows<Whole<Parts...>> = (makes_windows<Parts> || ... || false);

namespace detail {

template <class Columns, class R>
struct missing_column {
  using type = ok;
};
template <name First, name... Rest, class R>
struct missing_column<name_list<First, Rest...>, R> : missing_column<name_list<Rest...>, R> {};
template <name First, name... Rest, class R>
  requires(!has_column<R, First>)
struct missing_column<name_list<First, Rest...>, R> {
  using type = unknown_column<First, typename fields_of<R>::names>;
};

}  // namespace detail

// Every column that the list names is there.
template <class Columns, class R>
using columns_exist = typename detail::missing_column<Columns, R>::type;

namespace detail {

template <class E, class R>
struct expression_verdict {
  using type = ok;  // not an expression: a callable
};
template <Expression E, class R>
struct expression_verdict<E, R> {
  using type =
      first_violation<columns_exist<typename E::columns, R>, demand<!is_wrong_type<type_of<E, R>>, operands_do_not_fit>,
                      demand<!makes_windows<E>, window_outside_group_by>>;
};

template <class E, class R>
struct key_verdict : expression_verdict<E, R> {};
template <class E, class R>
  requires requires { requires E::makes_windows; }
struct key_verdict<E, R> : expression_verdict<typename E::time_type, R> {};

}  // namespace detail

// The expression reads only columns that are there, with operations that exist for their types.
template <class E, class R>
using expression_fits = typename detail::expression_verdict<E, R>::type;

// The same for a key of group_by, which may be windows of a time.
template <class E, class R>
using key_fits = typename detail::key_verdict<E, R>::type;

// The expression has a name: it is a column, or was given one.
template <class E>
using is_named = demand<requires { E::key; }, expression_needs_name>;

// These are the columns of a row: no two of one name.
template <class Fields>
using names_are_unique = demand<has_unique_names<Fields>, duplicate_column>;

}  // namespace tidemark
