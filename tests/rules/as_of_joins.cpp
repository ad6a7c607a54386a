// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// As-of joins: what is taken and what is refused.

#include "rules/pipelines.hpp"

#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/plan/state_bound.hpp>

namespace rules_test {
namespace {

struct price {
  std::string k2;
  timestamp v;
  timestamp w;
  std::int64_t y;
};

}  // namespace
}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::price, k2, v, w, y);

namespace rules_test {
namespace {

auto P() { return read_stream(std::vector<price>{}); }
auto P_v() { return P() | with_watermark("v"_c, 10s); }
auto P_table() { return read(std::vector<price>{}) | with_watermark("v"_c, 10s); }
// Behind a join both times carry a watermark.
[[maybe_unused]] auto two_times() { return S_t() | as_of_join(P_v(), inner, "k"_c == right("k2"_c)); }

constexpr auto on_key = "k"_c == right("k2"_c);

template <class Left, class Right, JoinType Type, class Condition>
constexpr auto joins(Left (*)(), Right (*)(), Type, Condition) {
  return step_verdict<Left, decltype(as_of_join(std::declval<Right>(), Type{}, std::declval<Condition>()))>{};
}
template <auto Type, class Mode>
constexpr auto asked(Mode) {
  return query<decltype(S_t() | as_of_join(P_v(), Type, on_key)), Mode{}>;
}

// ---- Taken.

static_assert(joins(S_t, P_v, inner, on_key) == ok{} && joins(S_t, P_v, left_outer, on_key) == ok{});
static_assert(joins(S_t, P_v, inner, on_key && "x"_c == right("y"_c)) == ok{});
static_assert(asked<inner>(append) == ok{} && asked<left_outer>(append) == ok{});
static_assert(
    query<decltype(S_t() | as_of_join(P_v() | rename("k2"_c, "k"_c) | drop("w"_c), inner, using_columns("k"_c))), append> ==
    ok{});
// Windows by the left time, and a join of a join.
static_assert(query<decltype(two_times() | group_by(win_t) | count()), append> == ok{});
static_assert(
    step_verdict<decltype(two_times() | drop("k2"_c, "v"_c, "w"_c, "y"_c)), decltype(as_of_join(P_v(), inner, on_key))>{} ==
    ok{});
// The right time has no mark behind the join, the left one has.
static_assert(std::is_same_v<event_time_of<plan_in<decltype(two_times())>>, name_list<"t">>);
// Nullable are the right columns of an outer join.
template <auto Type>
using result_row =
    fields_of<typename decltype(S_t() | select("k"_c, "t"_c) | as_of_join(P_v() | select("k2"_c, "v"_c), Type, on_key))::row>;
static_assert(std::is_same_v<result_row<inner>, field_list<field<"k", std::string>, field<"t", timestamp>,
                                                           field<"k2", std::string>, field<"v", timestamp>>>);
static_assert(std::is_same_v<result_row<left_outer>,
                             field_list<field<"k", std::string>, field<"t", timestamp>, field<"k2", std::optional<std::string>>,
                                        field<"v", std::optional<timestamp>>>>);
// Its state is bounded by a tolerance; without one the newest row of each key stays.
template <class Pipeline>
constexpr bool is_bounded = plan_state_is_bounded<plan_in<Pipeline>, output_mode::append>;
static_assert(!is_bounded<decltype(two_times())>);
static_assert(is_bounded<decltype(S_t() | as_of_join(P_v(), inner, on_key, {.tolerance = 1s}))>);

// ---- Refused.

static_assert(joins(S, P_v, inner, on_key) == as_of_join_needs_watermarks{});
static_assert(joins(S_t, P, inner, on_key) == as_of_join_needs_watermarks{});
static_assert(joins(S_t, P_table, inner, on_key) == as_of_join_needs_watermarks{});
static_assert(step_verdict<decltype(S_t() | drop("t"_c)), decltype(as_of_join(P_v(), inner, on_key))>{} ==
              as_of_join_needs_watermarks{});
static_assert(joins(S_t, P_v, right_outer, on_key) == as_of_join_type{});
static_assert(joins(S_t, P_v, full_outer, on_key) == as_of_join_type{});
static_assert(joins(S_t, P_v, left_semi, on_key) == as_of_join_type{});
static_assert(joins(S_t, P_v, left_anti, on_key) == as_of_join_type{});
static_assert(joins(S_t, P_v, inner, "x"_c < right("y"_c)) == join_stream_stream_equality_required{});
static_assert(joins(S_t, P_v, inner, on_key && "x"_c < right("y"_c)) == as_of_join_condition{});
static_assert(joins(S_t, P_v, inner, on_key && "x"_c > 1) == as_of_join_condition{});
static_assert(joins(S_t, P_v, inner, on_key&& right("y"_c) > 1) == as_of_join_condition{});
static_assert(joins(S_t, P_v, inner, "x"_c + right("y"_c)) == join_condition_is_not_boolean{});
static_assert(joins(S_t, S_t, inner, "k"_c == right("k"_c)) == join_duplicate_column<"k", name_list<>>{});
static_assert(asked<inner>(update) == join_stream_stream_append_only{});
static_assert(query<decltype(two_times() | group_by("k"_c) | count()), complete> == join_stream_stream_append_only{});

}  // namespace
}  // namespace rules_test
