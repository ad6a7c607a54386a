// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// join(other, type, condition): the rows of two inputs that belong together.

#include <tidemark/operators/static_join.hpp>
#include <tidemark/operators/stream_join.hpp>
#include <tidemark/operators/time_to_live.hpp>
#include <tidemark/plan/using_columns.hpp>

#include <chrono>
#include <type_traits>
#include <utility>

namespace tidemark::plan {

namespace detail {

// The node of a join, by what its sides are.
template <class Left, class Right, class Type, class Condition>
struct join_of {
  using type = static_join<Left, Right, Type, Condition>;
};
template <class Left, class Right, class Type, class Condition>
  requires(is_streaming<Left> && is_streaming<Right>)
struct join_of<Left, Right, Type, Condition> {
  using type = stream_join<Left, Right, Type, Condition>;
};

}  // namespace detail

template <class Left, class Right, class Type, class Condition>
using join = typename detail::join_of<Left, Right, Type, Condition>::type;

// A join with a table that is read again.
template <class Left, class Right, class Type, class Condition, class Refresh>
using join_again = static_join<Left, Right, Type, Condition>;

}  // namespace tidemark::plan

namespace tidemark {

// Rows of both sides that meet the condition: `join(clicks, left_outer, "ad"_c == right("ad_id"_c))`, or one with
// using_columns("ad"_c). Types: inner, left_outer, right_outer, full_outer, left_semi, left_anti.
template <class Other, JoinType Type, class Condition>
constexpr auto join(stream<Other> other, Type type, Condition condition) {
  if constexpr (Expression<Condition> || names_columns_of_both<Condition>)
    return step<plan::join, Other, Type, Condition>(std::move(other).plan(), type, std::move(condition));
  else {
    join_condition_is_not_boolean::enforce<Condition>();
    return rejected{};
  }
}

// A join with a static table that is read again while the query runs: `join(products, left_outer, "product"_c ==
// right("id"_c), refresh_every(10min))`, or read_every_batch. Rows that came before are not joined anew.
template <class Table, JoinType Type, Expression Condition>
  requires(!is_streaming<Table>)
constexpr auto join(stream<Table> table, Type type, Condition condition, table_refresh refresh) {
  return step<plan::join_again, Table, Type, Condition, table_refresh>(std::move(table).plan(), type, std::move(condition),
                                                                       refresh);
}
template <class Table, JoinType Type, name... Names>
  requires(!is_streaming<Table>)
constexpr auto join(stream<Table> table, Type type, columns_on_both_sides<Names...> condition, table_refresh refresh) {
  return step<plan::join_again, Table, Type, columns_on_both_sides<Names...>, table_refresh>(std::move(table).plan(), type,
                                                                                             condition, refresh);
}

struct join_options {
  std::chrono::microseconds ttl{};
};

// A join of two streams of which each row is remembered for `ttl`, by the time of the batches, if the watermark does not take
// it out before: it meets the rows that come until then. One that is preserved and found no partner comes out when its time is
// over, so outer and semi joins need no bound of times. Throws error time_to_live_not_positive.
//   orders | td::join(payments, td::left_outer, "order"_c == td::right("paid_order"_c), {.ttl = 24h})
template <class Other, JoinType Type, class Condition>
constexpr auto join(stream<Other> other, Type type, Condition condition, join_options options) {
  if constexpr (Expression<Condition> || names_columns_of_both<Condition>)
    return step<plan::stream_join, Other, Type, Condition, time_to_live>(std::move(other).plan(), type, std::move(condition),
                                                                         checked_time_to_live(options.ttl));
  else return join(std::move(other), type, std::move(condition));
}

// A refused right side refuses the join, without a second error.
template <JoinType Type, class Condition>
constexpr rejected join(rejected other, Type /*type*/, const Condition& /*condition*/, join_options /*options*/ = {}) {
  return other;
}
template <JoinType Type, class Condition>
constexpr rejected join(rejected other, Type /*type*/, const Condition& /*condition*/, table_refresh /*refresh*/) {
  return other;
}

}  // namespace tidemark
