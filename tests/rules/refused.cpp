// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Pipelines that the engine refuses, with the rule that refuses them here. Notation and numbers as in accepted.cpp. Where an
// operator's own demand is not met, the engine often says so later and in other words; here it is asked first.

#include "rules/pipelines.hpp"

namespace rules_test {

using per_batch = foreach_batch<ignore_rows>;

// ---- Streams and tables.

// R01, V015 B => writeStream
static_assert(query<decltype(B()), append> == stream_run_of_batch{});
static_assert(query<decltype(B() | group_by("k"_c) | count()), update> == stream_run_of_batch{});
// R23a S union B => Append, and the other way round
static_assert(behind<decltype(S()), decltype(union_with(B()))> == union_mixed{});
static_assert(behind<decltype(B()), decltype(union_with(S()))> == union_mixed{});

// ---- Complete output without an aggregation.

// R07, M003 S > filter => Complete;  M009 S > map;  M015, V031 S > map > explode, by flat_map
static_assert(query<decltype(S() | where("x"_c > 1)), complete> == complete_needs_aggregation{});
static_assert(query<decltype(S() | map(same_event())), complete> == complete_needs_aggregation{});
static_assert(query<decltype(S() | flat_map(two_events())), complete> == complete_needs_aggregation{});
static_assert(query<decltype(S() | map(same_event()) | flat_map(two_events())), complete> == complete_needs_aggregation{});
static_assert(query<decltype(S() | union_with(S())), complete> == complete_needs_aggregation{});

// ---- Append output of an aggregation.

// R03, M031 S > groupBy(k).count => Append;  M037 S > groupBy(win(t)).count;  V021 S > agg(sum x)
static_assert(query<decltype(S() | group_by("k"_c) | count()), append> == append_aggregation_needs_watermark{});
static_assert(query<decltype(S() | group_by(win_t) | count()), append> == append_aggregation_needs_watermark{});
static_assert(query<decltype(S() | agg(sum("x"_c).as("total"_c))), append> == append_aggregation_needs_watermark{});
// V207 S > groupByKey.reduceGroups => Append, by an aggregate of a user's own
static_assert(query<decltype(S() | group_by("x"_c) | agg(aggregate<longest>("k"_c).as("longest"_c))), append> ==
              append_aggregation_needs_watermark{});
// A watermark in another branch is none for this one.
static_assert(query<decltype(S() | group_by("t"_c) | count() | union_with(S_t() | group_by("t"_c) | count())), append> ==
              append_aggregation_needs_watermark{});
static_assert(query<decltype(S_t() | group_by("t"_c) | count() | union_with(S() | group_by("t"_c) | count())), append> ==
              append_aggregation_needs_watermark{});
// R05 S > groupBy(t).count > withWatermark(t) => Append;  V023 S > groupBy(win(t)).count > withWatermark(w)
static_assert(query<decltype(S() | group_by("t"_c) | count() | with_watermark("t"_c, 1s)), append> ==
              append_aggregation_watermark_after{});
static_assert(query<decltype(S() | group_by(win_t) | count() | with_watermark("window"_c, 1s)), append> ==
              append_aggregation_watermark_after{});
// The watermark is there, but not among the keys.
static_assert(query<decltype(S_t() | group_by("k"_c) | count()), append> == append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_t() | group_by(window("u"_c, 10min)) | count()), append> ==
              append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_t() | group_by() | count()), append> == append_aggregation_watermark_not_key{});
// V101, V103, V107: a computed time has lost the watermark
static_assert(
    query<decltype(S_t() | select(when("x"_c > 1, "t"_c).otherwise("u"_c).as("t"_c)) | group_by(win_t) | count()), append> ==
    append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_t() | select(cast<timestamp>("t"_c).as("t"_c)) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
static_assert(
    query<decltype(S_t() | select(coalesce("t"_c, "t"_c).as("z"_c)) | group_by(window("z"_c, 10min)) | count()), append> ==
    append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_t() | with_column("u"_c.as("t"_c)) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
static_assert(
    query<decltype(S_t() | group_by(win_t) | count() | select("window"_c["end"_c].as("t"_c)) | group_by(win_t) | count()),
          append> == append_aggregation_watermark_not_key{});
// A function makes new rows.
static_assert(query<decltype(S_t() | map(same_event()) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_t() | flat_map(two_events()) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
// A union keeps the marks of its first side only.
static_assert(query<decltype(S() | union_with(S_t()) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
// V027 S > groupBy(k).count > a time > withWatermark(t) > groupBy(win(t)).count => Append: the inner one would never end a
// group
static_assert(
    query<decltype(S() | group_by("k"_c, "t"_c) | count() | with_watermark("t"_c, 1s) | group_by(win_t) | agg(count())),
          append> == append_inner_aggregation_no_watermark{});
// V025 S^t > groupBy(k).agg(max(t) as t) > groupBy(win(t)).count => Append: neither has a key with a watermark, the outer is
// asked first
static_assert(query<decltype(S_t() | group_by("k"_c) | agg(max("t"_c).as("t"_c)) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});

// ---- Chains.

// M111 S^t > groupBy(win(t),k).count > groupBy(w).count => Complete, and Update
using chained = decltype(S_t() | group_by(win_t, "k"_c) | count() | group_by("window"_c) | agg(count().as("keys"_c)));
static_assert(query<chained, complete> == chain_aggregation_non_append{});
static_assert(query<chained, update> == chain_aggregation_non_append{});
// M113 S^t > groupBy(win(t),k).count > groupBy(win(window_time,1h)).count => Update
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | group_by(window(window_time("window"_c), 1h)) |
                             agg(count().as("keys"_c))),
                    update> == chain_aggregation_non_append{});
// Also with steps between, in a branch, and without watermarks.
static_assert(
    query<decltype(S() | group_by("k"_c, "x"_c) | count() | where("count"_c > 1) | group_by("k"_c) | agg(count())), update> ==
    chain_aggregation_non_append{});
static_assert(query<decltype(S() | group_by("k"_c) | count() | union_with(S() | group_by("k"_c) | count()) | group_by("k"_c) |
                             agg(count().as("both"_c))),
                    update> == chain_aggregation_non_append{});

// ---- Watermarks.

// V067 S > withWatermark(a column that is not there);  on text and on a number
static_assert(behind<decltype(S()), decltype(with_watermark("z"_c, 1s))> ==
              unknown_column<"z", name_list<"k", "t", "u", "x", "maybe", "span">>{});
static_assert(behind<decltype(S()), decltype(with_watermark("k"_c, 1s))> == watermark_type{});
static_assert(behind<decltype(S()), decltype(with_watermark("x"_c, 1s))> == watermark_type{});
// A part of a column, and a delay that is a text, are not even taken.
template <class Time, class Delay>
concept takes_watermark = requires(Time time, Delay delay) { with_watermark(time, delay); };
static_assert(takes_watermark<column<"t">, std::chrono::minutes>);
static_assert(!takes_watermark<decltype("span"_c["end"_c]), std::chrono::minutes>);
static_assert(!takes_watermark<column<"t">, const char*>);  // V077
// R33 S^t > withWatermark(u) …;  V081 S^t > withWatermark(t) again
static_assert(behind<decltype(S_t()), decltype(with_watermark("u"_c, 1s))> == watermark_redefined{});
static_assert(behind<decltype(S_t()), decltype(with_watermark("t"_c, 1s))> == watermark_redefined{});
// Through steps that lose the column, and through a union with one watermark.
static_assert(behind<decltype(S_t() | where("x"_c > 1)), decltype(with_watermark("t"_c, 1s))> == watermark_redefined{});
static_assert(behind<decltype(S_t() | map(same_event())), decltype(with_watermark("t"_c, 1s))> == watermark_redefined{});
static_assert(behind<decltype(S_t() | drop("t"_c)), decltype(with_watermark("u"_c, 1s))> == watermark_redefined{});
static_assert(behind<decltype(S_t() | union_with(S())), decltype(with_watermark("t"_c, 1s))> == watermark_redefined{});
static_assert(behind<decltype(S() | union_with(S_t())), decltype(with_watermark("t"_c, 1s))> == watermark_redefined{});
// V503 S^t > groupBy(t).count > withWatermark(t) => Update, and Complete; in append output it is taken
using redefined = decltype(S_t() | group_by("t"_c) | count() | with_watermark("t"_c, 1s));
static_assert(query<redefined, update> == watermark_redefined{});
static_assert(query<redefined, complete> == watermark_redefined{});
static_assert(query<redefined, append> == ok{});
static_assert(
    query<decltype(S_t() | group_by("t"_c) | count() | union_with(S() | group_by("t"_c) | count()) | with_watermark("t"_c, 1s)),
          update> == watermark_redefined{});
static_assert(
    query<decltype(S_t() | group_by("t"_c) | count() | with_watermark("t"_c, 1s) | union_with(S() | group_by("t"_c) | count())),
          update> == watermark_redefined{});
// Two keys that carry it.
static_assert(behind<decltype(S_t()), decltype(group_by(win_t, "t"_c))> == watermark_two_columns{});
static_assert(behind<decltype(S_t() | with_column("t"_c.as("same"_c))), decltype(group_by("t"_c, "same"_c))> ==
              watermark_two_columns{});

// ---- Windows.

// V037 S^t > groupBy(win(t,10m), win(t,1h)).count
static_assert(behind<decltype(S_t()), decltype(group_by(win_t, window("u"_c, 1h).as("hour"_c)))> == one_window_per_node{});
static_assert(behind<decltype(S()), decltype(group_by(window("x"_c, 1h)))> == window_needs_time{});
static_assert(behind<decltype(S()), decltype(group_by(window("k"_c, 1h)))> == window_needs_time{});
static_assert(behind<decltype(S()), decltype(select(win_t))> == window_outside_group_by{});
static_assert(behind<decltype(S()), decltype(with_column(win_t.as("hour"_c)))> == window_outside_group_by{});
static_assert(behind<decltype(S()), decltype(select(window_time(win_t).as("z"_c)))> == window_outside_group_by{});
static_assert(behind<decltype(S()), decltype(where(coalesce(win_t, win_t)["end"_c] == "t"_c))> == window_outside_group_by{});
static_assert(behind<decltype(S()), decltype(group_by(window_time(win_t).as("z"_c)))> == window_outside_group_by{});
static_assert(behind<decltype(S()), decltype(group_by(window(win_t, 1h).as("z"_c)))> == window_outside_group_by{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(max(win_t).as("last"_c)))> == window_outside_group_by{});

// ---- Sessions.

// M055 S > groupBy(session(t),k).count => Append
static_assert(query<decltype(S() | group_by(session_t, "k"_c) | count()), append> == append_aggregation_needs_watermark{});
// The watermark is on another time, or on one that is a key beside the sessions.
static_assert(query<decltype(S_u() | group_by(session_t, "k"_c) | count()), append> == append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_u() | group_by(session_t, "u"_c) | count()), append> == append_aggregation_watermark_not_key{});
static_assert(behind<decltype(S_t()), decltype(group_by(session_t, "t"_c))> == watermark_two_columns{});
// M059 S^t > groupBy(session(t)).count => Update, with a further key;  V033 … > groupBy(w).count => Update
static_assert(query<decltype(S_t() | group_by(session_t, "k"_c) | count()), update> == update_session_window{});
static_assert(query<decltype(S() | group_by(session_t, "k"_c) | count()), update> == update_session_window{});
static_assert(
    query<decltype(S_t() | group_by(session_t, "k"_c) | count() | group_by("session_window"_c) | agg(count().as("n"_c))),
          update> == update_session_window{});
// R11 S^t > groupBy(session(t)).count => Append, and with a constant as the only other key
static_assert(behind<decltype(S_t() | group_by(session_t)), decltype(agg(count()))> == session_window_needs_key{});
static_assert(behind<decltype(S_t() | group_by(session_t, as_expression(1).as("one"_c))), decltype(agg(count()))> ==
              session_window_needs_key{});
static_assert(behind<decltype(S()), decltype(group_by(session_t, win_t, "k"_c))> == one_window_per_node{});
static_assert(behind<decltype(S()), decltype(group_by(session_window("k"_c, 1s), "k"_c))> == window_needs_time{});
static_assert(behind<decltype(S()), decltype(group_by(session_window("t"_c, "x"_c), "k"_c))> == session_gap_needs_duration{});
static_assert(behind<decltype(S()), decltype(group_by(session_window("t"_c, "k"_c + 1), "k"_c))> == operands_do_not_fit{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(group_by(session_t, "k"_c))> ==
              unknown_column<"t", name_list<"k">>{});
static_assert(behind<decltype(S()), decltype(select(session_t))> == window_outside_group_by{});

// ---- Sinks.

using counts_t = decltype(S_t() | group_by(win_t, "k"_c) | count());
using lines_t = decltype(S_t() | group_by(win_t, "k"_c) | count() | select("k"_c));
// M337, M343, M349 Update/parquet, csv, orc: what any format of files says;  M341 Complete/json and Update;  M347
// Complete/text, and Update
static_assert(query<counts_t, update, file_sink<any_format>> == file_sink_is_append_only{});
static_assert(query<counts_t, complete, file_sink<any_format>> == file_sink_is_append_only{});
static_assert(query<counts_t, update, json_sink> == file_sink_is_append_only{});
static_assert(query<lines_t, update, csv_sink> == file_sink_is_append_only{});
static_assert(query<counts_t, complete, json_sink> == file_sink_is_append_only{});
static_assert(query<lines_t, update, text_sink> == file_sink_is_append_only{});
static_assert(query<lines_t, complete, text_sink> == file_sink_is_append_only{});
// M371 Complete/plainV2;  M373 Update/truncateV2;  M377 Complete/updateV2
static_assert(query<counts_t, complete, plain_sink> == sink_takes_no_complete_output{});
static_assert(query<counts_t, update, plain_sink> == sink_takes_no_updates{});
static_assert(query<counts_t, update, truncating_sink> == sink_takes_no_updates{});
static_assert(query<counts_t, complete, updating_sink> == sink_takes_no_complete_output{});
// M413 S => Append/plainV2 without a checkpoint, and files
static_assert(query<decltype(S()), append, plain_sink, false> == checkpoint_required{});
static_assert(query<decltype(S()), append, json_sink, false> == checkpoint_required{});
static_assert(query<lines_t, append, text_sink, false> == checkpoint_required{});
// V303 S(k,t,x) => Append/text;  V279 what is no sink
static_assert(query<decltype(S()), append, text_sink> == sink_does_not_take_rows{});
static_assert(query<decltype(S() | select("x"_c)), append, text_sink> == sink_does_not_take_rows{});
static_assert(query<counts_t, append, csv_sink> == sink_does_not_take_rows{});
static_assert(query<decltype(S()), append, memory_sink<line>> == sink_does_not_take_rows{});
static_assert(query<decltype(S()), append, int> == sink_does_not_take_rows{});
static_assert(query<decltype(S()), append, foreach_batch<same_event>> == foreach_batch_signature{});
// V059 a word that is no output mode
static_assert(!OutputMode<const char*> && !OutputMode<int> && OutputMode<output_mode::append>);

// ---- Columns and rows.

static_assert(behind<decltype(S() | select("k"_c)), decltype(select("x"_c))> == unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(where("x"_c > 1))> == unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(drop("x"_c))> == unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(rename("x"_c, "y"_c))> == unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(with_column(("x"_c + 1).as("y"_c)))> ==
              unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(group_by("x"_c))> == unknown_column<"x", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(group_by(window("t"_c, 1h)))> ==
              unknown_column<"t", name_list<"k">>{});
static_assert(behind<decltype(S() | select("k"_c) | group_by("k"_c)), decltype(agg(sum("x"_c).as("y"_c)))> ==
              unknown_column<"x", name_list<"k">>{});

static_assert(behind<decltype(S()), decltype(select("k"_c, "x"_c.as("k"_c)))> == duplicate_column{});
static_assert(behind<decltype(S()), decltype(rename("x"_c, "k"_c))> == duplicate_column{});
static_assert(behind<decltype(S()), decltype(group_by("k"_c, "x"_c.as("k"_c)))> == duplicate_column{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(count().as("k"_c)))> == duplicate_column{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(count(), count()))> == duplicate_column{});

static_assert(behind<decltype(S()), decltype(select(("k"_c + 1).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<decltype(S()), decltype(where("k"_c > 1))> == operands_do_not_fit{});
static_assert(behind<decltype(S()), decltype(with_column(("t"_c * 2).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<decltype(S()), decltype(group_by(("k"_c * 2).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(sum("k"_c * 2).as("y"_c)))> == operands_do_not_fit{});

static_assert(behind<decltype(S()), decltype(select("x"_c + 1))> == expression_needs_name{});
static_assert(behind<decltype(S()), decltype(with_column("x"_c + 1))> == expression_needs_name{});
static_assert(behind<decltype(S()), decltype(group_by("x"_c + 1))> == expression_needs_name{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(sum("x"_c)))> == expression_needs_name{});

static_assert(behind<decltype(S()), decltype(where("x"_c + 1))> == predicate_is_not_boolean{});
static_assert(behind<decltype(S()), decltype(where("k"_c))> == predicate_is_not_boolean{});
static_assert(behind<decltype(S()), decltype(where(same_event()))> == predicate_is_not_boolean{});
static_assert(behind<decltype(S() | select("x"_c)), decltype(where(has_x()))> == predicate_is_not_boolean{});

static_assert(behind<decltype(S()), decltype(as<line>())> == record_does_not_fit{});
static_assert(behind<decltype(S()), decltype(as<wrong_key>())> == record_does_not_fit{});
static_assert(behind<decltype(S() | select("x"_c)), decltype(map(same_event()))> == function_does_not_take_row{});
static_assert(behind<decltype(S() | select("x"_c)), decltype(flat_map(two_events()))> == function_does_not_take_row{});
static_assert(behind<decltype(S()), decltype(map(has_x()))> == result_is_not_a_record{});
static_assert(behind<decltype(S()), decltype(flat_map(same_event()))> == result_is_not_a_record{});
static_assert(behind<decltype(S()), decltype(union_with(S() | select("k"_c, "x"_c)))> == union_columns_differ{});
static_assert(behind<decltype(S() | select("k"_c, "x"_c)), decltype(union_with(S() | select("x"_c, "k"_c)))> ==
              union_columns_differ{});

// ---- Groups.

static_assert(behind<decltype(S() | group_by("k"_c)), decltype(where("x"_c > 1))> == groups_need_aggregation{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(group_by("k"_c))> == groups_need_aggregation{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(union_with(S()))> == groups_need_aggregation{});
static_assert(behind<decltype(S()), decltype(union_with(S() | group_by("k"_c)))> == groups_need_aggregation{});
static_assert(query<decltype(S() | group_by("k"_c)), append> == groups_need_aggregation{});
struct nameless : longest {
  static constexpr int name = 0;
};
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(aggregate<nameless>("k"_c).as("y"_c)))> ==
              aggregate_needs_name{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(sum("t"_c).as("y"_c)))> == aggregate_does_not_fit{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(avg("k"_c).as("y"_c)))> == aggregate_does_not_fit{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(agg(aggregate<longest>("x"_c).as("y"_c)))> ==
              aggregate_does_not_fit{});

// ---- Settings that are values.

// V041 a window of no width;  V043 a slide of zero, and one above the width;  V045 an offset of a whole slide
static_assert(!windows_of_seconds<0, 0, 0>);
static_assert(!windows_of_seconds<-10, -10, 0>);
static_assert(!windows_of_seconds<10, 0, 0>);
static_assert(!windows_of_seconds<10, 11, 0>);
static_assert(!windows_of_seconds<10, 10, 10>);
static_assert(!windows_of_seconds<10, 5, -5>);
static_assert(!watermark_of_seconds<-1>);

// ---- One mistake is one error: what stands behind takes it in silence.

template <class T>
using behind_a_mistake = decltype(rejected() | std::declval<T>());
static_assert(std::is_same_v<behind_a_mistake<decltype(where("x"_c > 1))>, rejected>);
static_assert(std::is_same_v<behind_a_mistake<decltype(count())>, rejected>);
static_assert(std::is_same_v<behind_a_mistake<decltype(write_stream(noop_sink(), append))>, rejected>);
static_assert(std::is_same_v<decltype(S() | union_with(rejected())), rejected>);
static_assert(std::is_same_v<decltype(rejected() | union_with(rejected())), rejected>);

}  // namespace rules_test
