// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams: what the engine takes and what it refuses. The numbers are those of the table of verdicts; S1 is
// `S`, S2 `O`, with columns k2, v, w.

#include "rules/pipelines.hpp"

#include <tidemark/operators/join.hpp>
#include <tidemark/plan/functions/text.hpp>
#include <tidemark/plan/functions/time.hpp>

namespace rules_test {
namespace {

struct other_event {
  std::string k2;
  timestamp v;
  timestamp w;
  std::int64_t y;
};

}  // namespace
}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::other_event, k2, v, w, y);

namespace rules_test {
namespace {

auto O() { return read_stream(std::vector<other_event>{}); }
auto O_v() { return O() | with_watermark("v"_c, 10s); }

constexpr auto on_key = "k"_c == right("k2"_c);
constexpr auto on_time = "t"_c == right("v"_c);
constexpr auto on_both = on_key && on_time;
// v between t and t + 1h
constexpr auto within = on_key && right("v"_c) >= "t"_c && right("v"_c) <= "t"_c + 1h;
constexpr auto t_above = on_key && "t"_c > right("v"_c) + 10s;
constexpr auto v_above = on_key && right("v"_c) > "t"_c + 10s;

// What is said of a join where it stands, and of a query of one.
template <class Left, class Right, JoinType Type, class Condition>
constexpr auto joins(Left (*)(), Right (*)(), Type, Condition) {
  return step_verdict<Left, decltype(join(std::declval<Right>(), Type{}, std::declval<Condition>()))>{};
}
template <class Left, class Right, JoinType Type, class Condition, class Mode>
constexpr auto asked(Left (*)(), Right (*)(), Type, Condition, Mode) {
  return query<decltype(std::declval<Left>() | join(std::declval<Right>(), Type{}, std::declval<Condition>())), Mode{}>;
}

// ---- Taken.

// A17  S1^t join_left S2 on t==u => Append;  M469
static_assert(asked(S_t, O, left_outer, on_time, append) == ok{});
// A19  S1^t join_right S2 on k==k && u > t+10 => Append
static_assert(asked(S_t, O, right_outer, v_above, append) == ok{});
// A21  S1^t join_semi S2^u on k==k && u between t and t+1h => Append;  M143 => Update
static_assert(asked(S_t, O_v, left_semi, within, append) == ok{});
static_assert(asked(S_t, O_v, left_semi, within, update) == ok{});
// A25, M187 (S1^t join_left S2^u interval) > groupBy(win(t)).count => Append
static_assert(query<decltype(S_t() | join(O_v(), left_outer, within) | group_by(win_t) | count()), append> == ok{});
// A27  (S1^t > win aggregation) join_inner (S2^u > win aggregation) on w==w => Append
static_assert(query<decltype(S_t() | group_by(win_t) | count() |
                             join(O_v() | group_by(window("v"_c, 10min).as("w2"_c)) | agg(count().as("n2"_c)), inner,
                                  "window"_c == right("w2"_c))),
                    append> == ok{});
// M115 (S1^t > win aggregation) join_inner S2^u => Append
static_assert(query<decltype(S_t() | group_by("k"_c, "t"_c) | count() | join(O_v(), inner, on_both)), append> == ok{});
// M133, M139, M157: a key that carries the watermark
static_assert(asked(S_t, O_v, inner, on_both, append) == ok{});
static_assert(asked(S_t, O_v, left_semi, on_both, append) == ok{});
static_assert(asked(S_t, O_v, right_outer, on_both, append) == ok{});
static_assert(asked(S_t, O_v, full_outer, on_both, append) == ok{});
// M151, M169: a range
static_assert(asked(S_t, O_v, left_outer, within, append) == ok{});
static_assert(asked(S_t, O_v, full_outer, within, append) == ok{});
// M485 S1 join_semi S2^u on k==k && t > u+10 => Update: the other side's watermark is enough
static_assert(asked(S, O_v, left_semi, t_above, update) == ok{});
// M475, M481, M487: a watermark in the keys of one side is enough
static_assert(asked(S_t, O, right_outer, on_time, append) == ok{});
static_assert(asked(S_t, O, full_outer, on_time, append) == ok{});
static_assert(asked(S_t, O, left_semi, on_time, append) == ok{});
// M185 (S1^t join_inner S2^u interval) > groupBy(win(t)).count => Update;  V173 (S1 join_inner S2) > groupBy(k).count => Update
static_assert(query<decltype(S_t() | join(O_v(), inner, within) | group_by(win_t) | count()), update> == ok{});
static_assert(query<decltype(S() | join(O(), inner, on_key) | group_by("k"_c) | count()), update> == ok{});
// V475 a semi join, then groupBy(k).count => Update
static_assert(query<decltype(S_t() | join(O_v(), left_semi, on_both) | group_by("k"_c) | count()), update> == ok{});
// V093 both times kept > groupBy(win(t)).agg(max u) => Append;  V097 > filter
static_assert(query<decltype(S_t() | join(O_v(), inner, on_key) | group_by(win_t) | agg(max("v"_c).as("last"_c))), append> ==
              ok{});
static_assert(query<decltype(S_t() | join(O_v(), inner, on_key) | where("x"_c > 1)), append> == ok{});
// M199, V175, V223: joins of joins
static_assert(
    query<decltype(S_t() | join(O_v(), inner, on_both) | select("k"_c, "t"_c, "x"_c) | join(O(), inner, on_key)), append> ==
    ok{});
static_assert(
    query<decltype(S() | join(O(), inner, on_key) | select("k"_c, "t"_c, "x"_c) | join(O(), inner, on_key)), update> == ok{});
static_assert(
    query<decltype(S_t() | join(O_v(), left_outer, within) | select("k"_c, "t"_c, "x"_c) | join(O_v(), left_outer, within)),
          append> == ok{});
// V155 S1^t self join_inner on k;  V171 on lower(k)==lower(k);  without any watermark
static_assert(query<decltype(S_t() | join(S_t() | select("k"_c.as("k2"_c)), inner, on_key)), append> == ok{});
static_assert(asked(S, O, inner, lower("k"_c) == lower(right("k2"_c)), append) == ok{});
static_assert(asked(S, O, inner, on_key, append) == ok{} && asked(S, O, inner, on_key, update) == ok{});
static_assert(asked(S, O, inner, eq_null_safe("k"_c, right("k2"_c)), append) == ok{});
// V159 cast(t as long) > cast(u as long) + 10;  V165 t > u;  V167 x > cast(u as long)
static_assert(asked(S, O_v, left_outer, on_key&& cast<std::int64_t>("t"_c) > cast<std::int64_t>(right("v"_c)) + 10, append) ==
              ok{});
static_assert(asked(S, O_v, left_outer, on_key && "t"_c > right("v"_c), append) == ok{});
static_assert(asked(S, O_v, left_outer, on_key && "x"_c > cast<std::int64_t>(right("v"_c)), append) == ok{});
// The same ranges written the other way round.
static_assert(asked(S, O_v, left_outer, on_key&& right("v"_c) + 10s < "t"_c, append) == ok{});
static_assert(asked(S, O_v, left_outer, on_key && 10s + right("v"_c) <= "t"_c - 1s, append) == ok{});
// A full outer join needs the range for one side.
static_assert(asked(S, O_v, full_outer, t_above, append) == ok{} && asked(S_t, O, full_outer, v_above, append) == ok{});
// One column of those with the same name.
static_assert(query<decltype(S() | join(O() | rename("k2"_c, "k"_c), inner, using_columns("k"_c))), append> == ok{});
static_assert(std::is_same_v<fields_of<decltype(S() | select("x"_c, "k"_c) |
                                                join(O() | select("y"_c, "k2"_c.as("k"_c)), inner, using_columns("k"_c)))::row>,
                             field_list<field<"k", std::string>, field<"x", std::int64_t>, field<"y", std::int64_t>>>);
// Nullable are the columns of a side that may be missing.
template <auto Type>
using result_row =
    fields_of<typename decltype(S_t() | select("k"_c, "t"_c) | join(O_v() | select("k2"_c, "v"_c), Type, within))::row>;
template <class K, class T, class K2, class V>
using four = field_list<field<"k", K>, field<"t", T>, field<"k2", K2>, field<"v", V>>;
using maybe_text = std::optional<std::string>;
using maybe_time = std::optional<timestamp>;
static_assert(std::is_same_v<result_row<inner>, four<std::string, timestamp, std::string, timestamp>>);
static_assert(std::is_same_v<result_row<left_outer>, four<std::string, timestamp, maybe_text, maybe_time>>);
static_assert(std::is_same_v<result_row<right_outer>, four<maybe_text, maybe_time, std::string, timestamp>>);
static_assert(std::is_same_v<result_row<full_outer>, four<maybe_text, maybe_time, maybe_text, maybe_time>>);
static_assert(std::is_same_v<result_row<left_semi>, field_list<field<"k", std::string>, field<"t", timestamp>>>);
// Columns of a semi join's right side may have the names of left ones.
static_assert(joins(S_t, S_t, left_semi, "k"_c == right("k"_c) && "t"_c == right("t"_c)) == ok{});

// With a time to live rows leave by the clock, so no kind needs a bound of times, and state is bounded.
template <auto Type>
using for_an_hour = decltype(S() | join(O(), Type, on_key, {.ttl = 1h}));
static_assert(query<for_an_hour<inner>, append> == ok{} && query<for_an_hour<left_outer>, append> == ok{});
static_assert(query<for_an_hour<right_outer>, append> == ok{} && query<for_an_hour<full_outer>, append> == ok{});
static_assert(query<for_an_hour<left_semi>, append> == ok{} && query<for_an_hour<left_semi>, update> == ok{});
static_assert(query<for_an_hour<left_outer>, update> == join_stream_stream_append_only{});
static_assert(is_state_bounded<for_an_hour<full_outer>> && is_state_bounded<for_an_hour<inner>, update>);
static_assert(!is_state_bounded<decltype(S() | join(O(), inner, on_key))>);
static_assert(step_verdict<decltype(S()), decltype(join(O(), left_anti, on_key, {.ttl = 1h}))>{} == join_stream_stream_anti{});
static_assert(step_verdict<decltype(S()), decltype(join(O(), inner, "x"_c + right("y"_c) == 3, {.ttl = 1h}))>{} ==
              join_stream_stream_equality_required{});

// ---- Refused.

// R15, M149: outer joins are for append
static_assert(asked(S_t, O_v, left_outer, on_time, update) == join_stream_stream_append_only{});
static_assert(asked(S_t, O_v, right_outer, within, update) == join_stream_stream_append_only{});
static_assert(asked(S_t, O_v, full_outer, on_both, update) == join_stream_stream_append_only{});
// M135, M141, M153: complete output needs an aggregation, whatever the kind of the join;  M201: also of several
static_assert(asked(S_t, O_v, inner, on_both, complete) == complete_needs_aggregation{});
static_assert(asked(S_t, O_v, left_semi, on_both, complete) == complete_needs_aggregation{});
static_assert(asked(S_t, O_v, left_outer, within, complete) == complete_needs_aggregation{});
// M189, M191: also below an aggregation
static_assert(query<decltype(S_t() | join(O_v(), left_outer, within) | group_by(win_t) | count()), complete> ==
              join_stream_stream_append_only{});
static_assert(query<decltype(S_t() | join(O_v(), full_outer, within) | group_by(win_t) | count()), update> ==
              join_stream_stream_append_only{});
static_assert(
    query<decltype(S_t() | join(O_v(), inner, on_both) | select("k"_c, "t"_c) | join(O(), inner, on_key)), complete> ==
    complete_needs_aggregation{});
static_assert(query<decltype(S() | union_with(S() | join(O_v(), left_semi, t_above))), complete> ==
              complete_needs_aggregation{});
// M117, M119: a join above an aggregation
static_assert(query<decltype(S_t() | group_by("k"_c, "t"_c) | count() | join(O_v(), inner, on_both)), complete> ==
              chain_aggregation_non_append{});
static_assert(query<decltype(S_t() | group_by("k"_c, "t"_c) | count() | join(O_v(), left_outer, on_both)), update> ==
              chain_aggregation_non_append{});
// R17, M137, M163: nothing says when no partner can come any more;  M471, M477, M483, M489: times without a watermark
static_assert(joins(S, O, left_outer, on_key) == join_stream_stream_outer_needs_time{});
static_assert(joins(S, O, left_semi, on_key) == join_stream_stream_outer_needs_time{});
static_assert(joins(S, O, full_outer, on_key) == join_stream_stream_outer_needs_time{});
static_assert(joins(S, O, left_outer, on_time) == join_stream_stream_outer_needs_time{});
static_assert(joins(S, O, right_outer, on_time) == join_stream_stream_outer_needs_time{});
static_assert(joins(S, O, left_semi, on_time) == join_stream_stream_outer_needs_time{});
// V157 on date_trunc(t)==date_trunc(u): a computed time has lost the watermark
static_assert(joins(S_t, O_v, left_outer, date_trunc(time_unit::hour, "t"_c) == date_trunc(time_unit::hour, right("v"_c))) ==
              join_stream_stream_outer_needs_time{});
// R19  S1^t join_left S2 on k==k && t > u+10: the watermark is on the wrong side; or the range ends on the wrong one
static_assert(joins(S_t, O, left_outer, t_above) == join_stream_stream_range_direction{});
static_assert(joins(S_t, O_v, left_outer, v_above) == join_stream_stream_range_direction{});
static_assert(joins(S_t, O_v, right_outer, t_above) == join_stream_stream_range_direction{});
static_assert(joins(S_t, O_v, left_semi, v_above) == join_stream_stream_range_direction{});
static_assert(joins(S, O, full_outer, t_above) == join_stream_stream_range_direction{});
// V161 unix_seconds(t) > unix_seconds(u);  V163 (t > u or x > 1)
static_assert(joins(S, O_v, left_outer, on_key&& unix_seconds("t"_c) > unix_seconds(right("v"_c))) ==
              join_stream_stream_range_form{});
static_assert(joins(S, O_v, left_outer, on_key && ("t"_c > right("v"_c) || "x"_c > 1)) == join_stream_stream_range_form{});
// V169 a range alone
static_assert(joins(S_t, O_v, left_outer, "t"_c > right("v"_c)) == join_stream_stream_equality_required{});
static_assert(joins(S, O, inner, "x"_c + right("y"_c) == 3) == join_stream_stream_equality_required{});
// M173, M175
static_assert(joins(S, O, left_anti, on_key) == join_stream_stream_anti{});
static_assert(joins(S_t, O_v, left_anti, on_both) == join_stream_stream_anti{});
// A side that keeps two times;  V089 behind the join they may stand
static_assert(query<decltype(S_t() | join(O_v(), inner, on_key) | where("x"_c > 1)), append> == ok{});
static_assert(
    step_verdict<decltype(S_t() | join(O_v(), inner, on_key)), decltype(join(O(), inner, "k"_c == right("k2"_c)))>{} ==
    watermark_two_columns{});
// What a condition must be.
static_assert(joins(S, O, inner, "x"_c + right("y"_c)) == join_condition_is_not_boolean{});
static_assert(joins(S, O, inner, "k"_c == right("y"_c)) == operands_do_not_fit{});
static_assert(is_violation<decltype(joins(S, O, inner, "k"_c == right("z"_c)))> &&
              is_violation<decltype(joins(S, O, inner, "z"_c == right("k2"_c)))>);
// One name on both sides.
static_assert(joins(S, S, inner, "k"_c == right("k"_c)) == join_duplicate_column<"k", name_list<>>{});
static_assert(joins(S, S, inner, using_columns("k"_c)) == join_duplicate_column<"t", name_list<"k">>{});

}  // namespace
}  // namespace rules_test
