// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Where duplicates can be dropped and rows limited, and where not. Notation and numbers as in accepted.cpp.

#include "rules/pipelines.hpp"

#include <tidemark/operators/distinct.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/limit.hpp>

namespace rules_test {

// ---- Duplicates: accepted.

// A13, M077 S > dropDuplicates(k), Dataset.distinct => Update;  M073 S^t > Dataset.distinct (k,t,x) => Append
static_assert(query<decltype(S() | drop_duplicates("k"_c)), update> == ok{});
static_assert(query<decltype(S() | drop_duplicates()), update> == ok{});
static_assert(query<decltype(S_t() | select("k"_c, "t"_c, "x"_c) | drop_duplicates()), append> == ok{});
static_assert(query<decltype(S() | drop_duplicates({.ttl = 24h}, "k"_c)), append> == ok{});
static_assert(query<decltype(S() | drop_duplicates({.ttl = 24h})), append> == ok{});
// M083 S^t > dropDuplicates(k,t) => Update
static_assert(query<decltype(S_t() | drop_duplicates("k"_c, "t"_c)), update> == ok{});
// A15, M085 S^t > dropDuplicatesWithinWatermark(k) => Append, and Update
static_assert(query<decltype(S_t() | drop_duplicates_within_watermark("k"_c)), append> == ok{});
static_assert(query<decltype(S_t() | drop_duplicates_within_watermark("k"_c)), update> == ok{});
static_assert(query<decltype(S() | with_watermark("span"_c, 1s) | drop_duplicates_within_watermark("k"_c)), append> == ok{});
// A static table.
static_assert(step_verdict<decltype(B()), decltype(drop_duplicates("k"_c))>{} == ok{});

// M089 S > dropDuplicates(k) > groupBy(k).count => Update;  M091, M093 S^t > dropDuplicates(k) > groupBy(win(t)).count =>
// Append, Complete;  M095 the same within the watermark => Update
static_assert(query<decltype(S() | drop_duplicates("k"_c) | group_by("k"_c) | count()), update> == ok{});
static_assert(query<decltype(S_t() | drop_duplicates("k"_c) | group_by(win_t) | count()), append> == ok{});
static_assert(query<decltype(S_t() | drop_duplicates("k"_c) | group_by(win_t) | count()), complete> == ok{});
static_assert(query<decltype(S_t() | drop_duplicates_within_watermark("k"_c) | group_by(win_t) | count()), update> == ok{});
// M097, M099 S^t > groupBy(win(t),k).count > dropDuplicates(k) => Append, Complete: without an event time it is no link of a
// chain;  M103 … > dropDuplicates(w) => Append
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | drop_duplicates("k"_c)), append> == ok{});
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | drop_duplicates("k"_c)), complete> == ok{});
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | drop_duplicates("window"_c)), append> == ok{});

// ---- Duplicates: refused.

// M075, M081, M087 … => Complete
static_assert(query<decltype(S_t() | select("k"_c, "t"_c, "x"_c) | drop_duplicates()), complete> ==
              complete_needs_aggregation{});
static_assert(query<decltype(S() | drop_duplicates("k"_c)), complete> == complete_needs_aggregation{});
static_assert(query<decltype(S_t() | drop_duplicates_within_watermark("k"_c)), complete> == complete_needs_aggregation{});
// R09, M105 S^t > groupBy(win(t),k).count > dropDuplicates(w) => Complete;  M107 within the watermark => Update
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | drop_duplicates("window"_c)), complete> ==
              chain_aggregation_non_append{});
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | drop_duplicates_within_watermark("k"_c)), update> ==
              chain_aggregation_non_append{});
// V019 B > dropDuplicatesWithinWatermark(k)
static_assert(step_verdict<decltype(B()), decltype(drop_duplicates_within_watermark("k"_c))>{} ==
              batch_drop_duplicates_within_watermark{});
// V203 S^t > select(k,x) > dropDuplicatesWithinWatermark(k);  V117 S^t > flatMap > …;  no watermark at all
static_assert(behind<decltype(S_t() | select("k"_c, "x"_c)), decltype(drop_duplicates_within_watermark("k"_c))> ==
              drop_duplicates_within_watermark_needs_watermark{});
static_assert(behind<decltype(S_t() | flat_map(two_events())), decltype(drop_duplicates_within_watermark("k"_c))> ==
              drop_duplicates_within_watermark_needs_watermark{});
static_assert(behind<decltype(S()), decltype(drop_duplicates_within_watermark("k"_c))> ==
              drop_duplicates_within_watermark_needs_watermark{});
// V085 S^t > dropDuplicates(k) > withWatermark(t);  V445 the same within the watermark
static_assert(behind<decltype(S_t() | drop_duplicates("k"_c)), decltype(with_watermark("t"_c, 1s))> == watermark_redefined{});
static_assert(behind<decltype(S_t() | drop_duplicates_within_watermark("k"_c)), decltype(with_watermark("t"_c, 1s))> ==
              watermark_redefined{});
// V461 S^t > two columns that carry it > dropDuplicates(k);  V091 within the watermark
using marked_twice = decltype(S_t() | with_column("t"_c.as("same"_c)));
static_assert(behind<marked_twice, decltype(drop_duplicates("k"_c))> == watermark_two_columns{});
static_assert(behind<marked_twice, decltype(drop_duplicates({.ttl = 24h}, "k"_c))> == watermark_two_columns{});
static_assert(behind<marked_twice, decltype(drop_duplicates_within_watermark("k"_c))> == watermark_two_columns{});
// A column that is not there, and groups.
static_assert(behind<decltype(S() | select("k"_c)), decltype(drop_duplicates("x"_c))> == unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S_t() | select("t"_c)), decltype(drop_duplicates_within_watermark("x"_c))> ==
              unknown_column<"x", name_list<"t">>{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(drop_duplicates("k"_c))> == groups_need_aggregation{});

// ---- SQL's DISTINCT.

// M069 S^t > SELECT DISTINCT t,k => Complete;  M071 S^t > SELECT DISTINCT k => Update;  … t,k => Append
using distinct_t_k = decltype(S_t() | select("t"_c, "k"_c) | distinct());
static_assert(query<distinct_t_k, complete> == ok{});
static_assert(query<distinct_t_k, append> == ok{});
static_assert(query<decltype(S_t() | select("k"_c) | distinct()), update> == ok{});
// V507 S^t > SELECT DISTINCT t,k > withWatermark(t) => Append
static_assert(query<decltype(S_t() | select("t"_c, "k"_c) | distinct() | with_watermark("t"_c, 1s)), append> == ok{});
// V029 S1^t UNION DISTINCT S2^u (t,k) => Append
static_assert(query<decltype(S_t() | select("t"_c, "k"_c) | union_with(S_t() | select("t"_c, "k"_c)) | distinct()), append> ==
              ok{});
static_assert(query<decltype(S_t() | select("k"_c) | distinct()), append> == append_distinct_needs_watermark{});
static_assert(query<decltype(S() | distinct()), append> == append_distinct_needs_watermark{});
static_assert(behind<marked_twice, decltype(distinct())> == watermark_two_columns{});
// V215 S > SELECT DISTINCT k > groupBy(k).count => Complete
static_assert(query<decltype(S() | select("k"_c) | distinct() | group_by("k"_c) | count()), complete> ==
              chain_aggregation_non_append{});

// ---- Limits.

// V191 S > limit(2) > limit(1) => Append;  M283, M285 S^t > groupBy(win(t)).count > limit(5) => Append, Complete
static_assert(query<decltype(S() | limit(2) | limit(1)), append> == ok{});
static_assert(query<decltype(S_t() | group_by(win_t) | count() | limit(5)), append> == ok{});
static_assert(query<decltype(S_t() | group_by(win_t) | count() | limit(5)), complete> == ok{});
// A33b S > limit(5) > groupBy().count => Complete;  M295, M297 S^t > limit(5) > groupBy(win(t)).count => Append, Complete
static_assert(query<decltype(S() | limit(5) | group_by() | count()), complete> == ok{});
static_assert(query<decltype(S_t() | limit(5) | group_by(win_t) | count()), append> == ok{});
static_assert(query<decltype(S_t() | limit(5) | group_by(win_t) | count()), complete> == ok{});
// M287 S > groupBy(k).count > limit(5) => Update;  M293 S > limit(5) > groupBy().count => Update;  S > limit(5)
static_assert(query<decltype(S() | group_by("k"_c) | count() | limit(5)), update> == limit_update{});
static_assert(query<decltype(S() | limit(5) | group_by() | count()), update> == limit_update{});
static_assert(query<decltype(S() | limit(5)), update> == limit_update{});
// M291 S > limit(5) => Complete
static_assert(query<decltype(S() | limit(5)), complete> == complete_needs_aggregation{});

// It keeps a count where rows come for ever, and none where each batch brings a whole table.
template <class Pipeline, auto Mode>
inline constexpr auto steps_with_state = step_count<plan_in<Pipeline>, std::remove_const_t<decltype(Mode)>>;
static_assert(steps_with_state<decltype(S() | limit(5)), append> == 1);
static_assert(steps_with_state<decltype(S_t() | group_by(win_t) | count() | limit(5)), append> == 2);
static_assert(steps_with_state<decltype(S_t() | group_by(win_t) | count() | limit(5)), complete> == 1);
static_assert(steps_with_state<decltype(S() | limit(5) | group_by() | count()), complete> == 2);
static_assert(steps_with_state<decltype(B() | limit(5)), append> == 0);

// What can't be is refused by an exception, so it is no constant.
template <std::int64_t Rows>
concept limit_of_rows = requires { typename std::bool_constant<(limit(Rows), true)>; };
static_assert(limit_of_rows<0> && !limit_of_rows<-1>);
template <std::int64_t Seconds>
concept ttl_of_seconds =
    requires { typename std::bool_constant<(drop_duplicates({.ttl = std::chrono::seconds(Seconds)}, "k"_c), true)>; };
static_assert(ttl_of_seconds<1> && !ttl_of_seconds<0> && !ttl_of_seconds<-1>);

}  // namespace rules_test
