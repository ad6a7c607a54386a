// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Pipelines that the engine takes, and their words in the rules' notation: S a stream, S^t with a watermark on t, win(t)
// windows. The numbers are those of the table of verdicts.

#include "rules/pipelines.hpp"

namespace rules_test {

// ---- Stateless.

// A01  S > filter > map => Append
static_assert(query<decltype(S() | where("x"_c > 1) | map(same_event())), append> == ok{});
// M001 S > filter => Append;  M005 S > select => Update;  M007 S > map => Append;  M011 S > flatMap => Update
static_assert(query<decltype(S() | where("x"_c > 1)), append> == ok{});
static_assert(query<decltype(S() | select("k"_c, ("x"_c + 1).as("y"_c))), update> == ok{});
static_assert(query<decltype(S() | map(same_event())), append> == ok{});
static_assert(query<decltype(S() | flat_map(two_events())), update> == ok{});
// M013 S > explode => Append, by flat_map
static_assert(query<decltype(S() | flat_map(two_events())), append> == ok{});
// M017 S1 union S2 => Update;  V177 S1 union S2 > groupBy(k).count => Update
static_assert(query<decltype(S() | union_with(S())), update> == ok{});
static_assert(query<decltype(S() | union_with(S()) | group_by("k"_c) | count()), update> == ok{});
// V357 S(rate) > filter, available now: micro-batch triggers are options, no rule asks for them
static_assert(query<decltype(S() | where(has_x())), append> == ok{});

// ---- One aggregation.

// A03  S > groupBy(k).count => Update
static_assert(query<decltype(S() | group_by("k"_c) | count()), update> == ok{});
// A05  S^t > groupBy(win(t),k).count => Append/file;  M363 /noop;  M365 Complete;  M047 Update
using counts_t = decltype(S_t() | group_by(win_t, "k"_c) | count());
static_assert(query<counts_t, append, json_sink> == ok{});
static_assert(query<counts_t, append> == ok{});
static_assert(query<counts_t, complete> == ok{});
static_assert(query<counts_t, update> == ok{});
// A07b S^t > groupBy(win(t),k).count > select(value) => Update
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | select("count"_c.as("value"_c))), update> == ok{});
// M035 S > groupBy().count => Update
static_assert(query<decltype(S() | group_by() | count()), update> == ok{});
static_assert(query<decltype(S() | agg(count(), sum("x"_c).as("total"_c))), update> == ok{});
// M039 S > groupBy(win(t)).count => Complete
static_assert(query<decltype(S() | group_by(win_t) | count()), complete> == ok{});
// M041 S^t > groupBy(k).count => Update;  M045 S^t > groupBy(t).count => Complete
static_assert(query<decltype(S_t() | group_by("k"_c) | count()), update> == ok{});
static_assert(query<decltype(S_t() | group_by("t"_c) | count()), complete> == ok{});
static_assert(query<decltype(S_t() | group_by("t"_c) | count()), append> == ok{});
// M049 S^t > groupBy(sliding win(t)).count => Append;  M051 Complete
static_assert(query<decltype(S_t() | group_by(sliding_t) | count()), append> == ok{});
static_assert(query<decltype(S_t() | group_by(sliding_t) | count()), complete> == ok{});
// V463 a further time beside the key, in an aggregate
static_assert(query<decltype(S_t() | group_by(win_t.as("w"_c)) | agg(max("t"_c).as("last"_c))), append> == ok{});
// V055, V205 S > groupBy(k).agg(collect_set x), groupByKey.reduceGroups => Update, by an aggregate of a user's own
static_assert(query<decltype(S() | group_by("x"_c) | agg(aggregate<longest>("k"_c).as("longest"_c))), update> == ok{});
// A09, M057 S > groupBy(session(t),k).count => Complete
static_assert(query<decltype(S() | group_by(session_t, "k"_c) | count()), complete> == ok{});
// M061, M063 S^t > groupBy(session(t, gap by x),k).count => Append, Complete;  V049 a gap below zero
using sessions_by_x = decltype(S_t() | group_by(session_window("t"_c, when("x"_c > 2, 5min).otherwise(1min)), "k"_c) | count());
static_assert(query<sessions_by_x, append> == ok{});
static_assert(query<sessions_by_x, complete> == ok{});
static_assert(query<decltype(S_t() | group_by(session_window("t"_c, -1s), "k"_c) | count()), append> == ok{});
// V035 B > groupBy(session(t)).count
static_assert(behind<decltype(B() | group_by(session_t)), decltype(agg(count()))> == ok{});
// Sessions of a time that can be null, of windows, with a gap that can be null, under another name.
static_assert(query<decltype(S_t() | group_by(session_window("maybe"_c, 1s), "k"_c) | count()), complete> == ok{});
static_assert(
    query<decltype(S() | with_watermark("span"_c, 1s) | group_by(session_window("span"_c, 1s), "k"_c) | count()), append> ==
    ok{});
static_assert(
    query<decltype(S_t() | group_by("k"_c, session_window("t"_c, when("x"_c > 2, 5min)).as("visit"_c)) | count()), append> ==
    ok{});
// Aggregates of all kinds.
static_assert(query<decltype(S_t() | group_by(win_t) |
                             agg(min("t"_c).as("first"_c), max("k"_c).as("last"_c), avg("x"_c).as("mean"_c),
                                 count("maybe"_c).as("n"_c), aggregate<longest>("k"_c).as("longest"_c))),
                    append> == ok{});

// ---- Chains of aggregations, append output.

// M109 S^t > groupBy(win(t),k).count > groupBy(w).count => Append
static_assert(
    query<decltype(S_t() | group_by(win_t, "k"_c) | count() | group_by("window"_c) | agg(count().as("keys"_c))), append> ==
    ok{});
static_assert(
    query<decltype(S_t() | group_by(win_t, "k"_c) | count() | group_by(window("window"_c, 1h)) | agg(count().as("keys"_c))),
          append> == ok{});
// V109 S^t > groupBy(win(t)) > window_time(w) as z > groupBy(win(z)).count => Append
static_assert(query<decltype(S_t() | group_by(win_t) | agg(count().as("n"_c)) | select(window_time("window"_c).as("z"_c)) |
                             group_by(window("z"_c, 1h)) | count()),
                    append> == ok{});

// V225 S^t > session agg > win agg => Append
static_assert(query<decltype(S_t() | group_by(session_t, "k"_c) | count() |
                             group_by(window(window_time("session_window"_c), 1h)) | agg(count().as("sessions"_c))),
                    append> == ok{});

// ---- Where watermarks stand.

// V065 S > withWatermark(a window) => Append;  V073 a time that can be null;  V075 a delay of zero
static_assert(query<decltype(S() | with_watermark("span"_c, 1s)), append> == ok{});
static_assert(query<decltype(S() | with_watermark("span"_c, 1s) | group_by("span"_c) | count()), append> == ok{});
static_assert(query<decltype(S() | with_watermark("maybe"_c, 1s) | group_by(window("maybe"_c, 10min)) | count()), append> ==
              ok{});
static_assert(query<decltype(S() | with_watermark("t"_c, 0s) | group_by(win_t) | count()), append> == ok{});
// V083 S^t > groupBy(win(t),k).count > window_time as t > withWatermark(t) > groupBy(win(t,1h)) => Append
inline auto second_watermark() {
  return S_t() | group_by(win_t, "k"_c) | count() | select(window_time("window"_c).as("t"_c)) | with_watermark("t"_c, 1s);
}
static_assert(query<decltype(second_watermark() | group_by(window("t"_c, 1h)) | count()), append> == ok{});
// V441 … > withWatermark(t), nothing after;  V501 … > withWatermark(window)
static_assert(query<decltype(second_watermark()), append> == ok{});
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | with_watermark("window"_c, 1s)), append> == ok{});
// V505 S^t > groupBy(session(t),k).count > withWatermark(session_window) => Append
static_assert(query<decltype(S_t() | group_by(session_t, "k"_c) | count() | with_watermark("session_window"_c, 1s)), append> ==
              ok{});
// Between the aggregation and the sink only, in update output: the first watermark of its stream.
static_assert(query<decltype(S() | group_by("t"_c) | count() | with_watermark("t"_c, 1s)), update> == ok{});
static_assert(query<decltype(S() | group_by("t"_c) | count() | with_watermark("t"_c, 1s)), complete> == ok{});
// Two streams, each with its own: V099 S^t union S^u => Append, and behind aggregations in update output.
static_assert(query<decltype(S_t() | union_with(S_u())), append> == ok{});
static_assert(query<decltype(S_t() | group_by("t"_c) | count() | union_with(S_t() | group_by("t"_c) | count())), update> ==
              ok{});

// ---- Which columns keep a watermark.

// V105 S^t > rename t to z > groupBy(win(z)).count => Append
static_assert(query<decltype(S_t() | rename("t"_c, "z"_c) | group_by(window("z"_c, 10min)) | count()), append> == ok{});
static_assert(query<decltype(S_t() | select("t"_c.as("z"_c)) | group_by(window("z"_c, 10min)) | count()), append> == ok{});
// V113 S1^t union S2 > groupBy(win(t)).count => Append
static_assert(query<decltype(S_t() | union_with(S()) | group_by(win_t) | count()), append> == ok{});
// V121 S^t > typed filter > groupBy(win(t)).count => Append
static_assert(query<decltype(S_t() | where(has_x()) | group_by(win_t) | count()), append> == ok{});
// Steps that pass the column on.
static_assert(query<decltype(S_t() | with_column(("x"_c + 1).as("y"_c)) | drop("x"_c) | group_by(win_t) | count()), append> ==
              ok{});
static_assert(query<decltype(S_t() | as<event>() | group_by(win_t) | count()), append> == ok{});

// ---- Sinks.

// M339 Append/json, and any other format;  M345 Append/text;  M381 S > filter => Append/file
static_assert(query<counts_t, append, file_sink<any_format>> == ok{});
static_assert(query<counts_t, append, json_sink> == ok{});
static_assert(query<decltype(S_t() | group_by(win_t, "k"_c) | count() | select(cast<std::string>("count"_c).as("value"_c))),
                    append, text_sink> == ok{});
static_assert(query<decltype(S() | where("x"_c > 1)), append, json_sink> == ok{});
static_assert(query<decltype(S() | select("k"_c, "x"_c)), append, csv_sink> == ok{});
// M355 Update/foreachBatch;  M357 Append/console;  M359 Complete/console;  M361 Update/memory
using per_batch = foreach_batch<ignore_rows>;
static_assert(query<counts_t, update, per_batch> == ok{});
static_assert(query<counts_t, append, console_sink> == ok{});
static_assert(query<counts_t, complete, console_sink> == ok{});
static_assert(query<counts_t, update, memory_sink<counts_t::row>> == ok{});
// V295, V297 S > groupBy(k).count => Update/foreachBatch, whatever its body does
static_assert(query<decltype(S() | group_by("k"_c) | count()), update, per_batch> == ok{});
// M385, M387, M389, M391 S > filter => Append/foreachBatch, console, memory, noop
using filtered = decltype(S() | where("x"_c > 1));
static_assert(query<filtered, append, per_batch> == ok{});
static_assert(query<filtered, append, console_sink> == ok{});
static_assert(query<filtered, append, memory_sink<event>> == ok{});
static_assert(query<filtered, append, noop_sink> == ok{});
// M369 Append/plainV2;  M375 Append/updateV2
static_assert(query<counts_t, append, plain_sink> == ok{});
static_assert(query<counts_t, append, updating_sink> == ok{});
static_assert(query<counts_t, update, updating_sink> == ok{});
static_assert(query<counts_t, complete, truncating_sink> == ok{});
// M415, M417 S => Append/console, foreachBatch without a checkpoint; memory and noop
static_assert(query<decltype(S()), append, console_sink, false> == ok{});
static_assert(query<decltype(S()), append, per_batch, false> == ok{});
static_assert(query<decltype(S()), append, memory_sink<event>, false> == ok{});
static_assert(query<decltype(S()), append, noop_sink, false> == ok{});

// ---- Steps where they stand: one that is taken for each demand of refused.cpp.

static_assert(accepts<decltype(S()), decltype(select("k"_c))>);
static_assert(accepts<decltype(S()), decltype(where("maybe"_c == "t"_c))>);
static_assert(accepts<decltype(S()), decltype(where(has_x()))>);
static_assert(accepts<decltype(S()), decltype(with_column(("x"_c + 1).as("x"_c)))>);
static_assert(accepts<decltype(S()), decltype(rename("x"_c, "x"_c))>);
static_assert(accepts<decltype(S()), decltype(as<key>())>);
static_assert(accepts<decltype(S()), decltype(map(same_event()))>);
static_assert(accepts<decltype(S()), decltype(flat_map(two_events()))>);
static_assert(accepts<decltype(S()), decltype(union_with(S()))>);
static_assert(accepts<decltype(B()), decltype(union_with(B()))>);
static_assert(accepts<decltype(S()), decltype(group_by(win_t, "k"_c))>);
static_assert(accepts<decltype(S() | group_by("k"_c)), decltype(agg(count(), sum("x"_c).as("sum"_c)))>);
static_assert(accepts<decltype(S_t()), decltype(group_by("t"_c, (cast<timestamp>("t"_c)).as("computed"_c)))>);
// On a static table a watermark says nothing, so it can be said twice.
static_assert(accepts<decltype(B() | with_watermark("t"_c, 1s)), decltype(with_watermark("t"_c, 1s))>);

// ---- Settings that are values.

static_assert(windows_of_seconds<10, 10, 0>);
static_assert(windows_of_seconds<10, 1, 0>);
static_assert(windows_of_seconds<10, 5, 4>);
static_assert(windows_of_seconds<10, 5, -4>);
static_assert(watermark_of_seconds<1>);
static_assert(watermark_of_seconds<0>);

}  // namespace rules_test
