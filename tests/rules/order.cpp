// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Where rows can be put in order, and where not. Notation and numbers as in accepted.cpp.

#include "rules/pipelines.hpp"

#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/order_by.hpp>
#include <tidemark/operators/top.hpp>

namespace rules_test {

// A33a S > groupBy(k).count > orderBy > limit(5) => Complete;  M279 without the limit;  V187 … > orderBy > filter
static_assert(query<decltype(S() | group_by("k"_c) | count() | order_by("count"_c) | limit(5)), complete> == ok{});
static_assert(query<decltype(S() | group_by("k"_c) | count() | order_by(desc("count"_c), "k"_c)), complete> == ok{});
static_assert(query<decltype(S() | group_by("k"_c) | count() | order_by("count"_c) | where("count"_c > 0)), complete> == ok{});
// R25a S > orderBy => Append;  M299 => Update;  R25b S > orderBy > groupBy().count => Complete
static_assert(query<decltype(S() | order_by("x"_c)), append> == sort_stream{});
static_assert(query<decltype(S() | order_by("x"_c)), update> == sort_stream{});
static_assert(query<decltype(S() | order_by("x"_c) | group_by() | count()), complete> == sort_stream{});
static_assert(query<decltype(S() | order_by("x"_c)), complete> == complete_needs_aggregation{});
// R25c S > groupBy(k).count > orderBy => Update;  M281, V189 S^t > groupBy(win(t)).count > orderBy => Update, Append
static_assert(query<decltype(S() | group_by("k"_c) | count() | order_by("count"_c)), update> == sort_stream{});
static_assert(query<decltype(S_t() | group_by(win_t) | count() | order_by("count"_c)), update> == sort_stream{});
static_assert(query<decltype(S_t() | group_by(win_t) | count() | order_by("count"_c)), append> == sort_stream{});
static_assert(query<decltype(S_t() | group_by(win_t) | count() | order_by("count"_c) | limit(5)), append> == sort_stream{});
// M277 S > groupBy(k).count > orderBy => Append
static_assert(query<decltype(S() | group_by("k"_c) | count() | order_by("count"_c)), append> ==
              append_aggregation_needs_watermark{});

// What is ordered by.
static_assert(behind<decltype(S()), decltype(order_by("none"_c))> ==
              unknown_column<"none", fields_of<row_of<plan_in<decltype(S())>>>::names>{});
static_assert(behind<decltype(S()), decltype(order_by("k"_c + 1))> == operands_do_not_fit{});
static_assert(behind<decltype(S()), decltype(order_by("x"_c + 1, desc("k"_c)))> == ok{});
static_assert(behind<decltype(S()), decltype(order_by(win_t))> == window_outside_group_by{});

// The first rows of groups: where rows can be put in order.
static_assert(
    query<decltype(S() | group_by("k"_c, "x"_c) | count() | group_by_key("k"_c) | top(3, desc("count"_c))), complete> == ok{});
static_assert(query<decltype(S() | group_by("k"_c, "x"_c) | count() | group_by_key("k"_c) | top(3, "count"_c)), update> ==
              sort_stream{});
static_assert(query<decltype(S() | group_by_key("k"_c) | top(3, "x"_c)), append> == sort_stream{});
static_assert(query<decltype(S() | group_by_key("k"_c) | top(3, "x"_c)), complete> == complete_needs_aggregation{});
static_assert(behind<decltype(S()), decltype(top(3, "x"_c))> == function_needs_keyed_groups{});
static_assert(behind<decltype(S() | group_by_key("k"_c)), decltype(top(3, "none"_c))> ==
              unknown_column<"none", fields_of<row_of<plan_in<decltype(S())>>>::names>{});
static_assert(behind<decltype(S() | group_by_key("k"_c)), decltype(top(3, "k"_c + 1))> == operands_do_not_fit{});

}  // namespace rules_test
