// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Late rows as an output, several sinks, several outputs: where they can stand, and what a query with them can promise. The
// engine has none of them.

#include "rules/pipelines.hpp"

#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/late_rows_to.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/outputs.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/sinks/sinks.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace rules_test {

using to_noop = decltype(late_rows_to(noop_sink{}));
using to_noops = decltype(late_rows_to(noop_sink{}, noop_sink{}));
using to_files = decltype(late_rows_to(json_sink("late")));
using to_function = decltype(late_rows_to(foreach_batch(ignore_rows{})));

// ---- Late rows: accepted behind every step that drops them.

using windows_t = decltype(S_t() | group_by(win_t, "k"_c) | count());
static_assert(accepts<windows_t, to_noop>);
static_assert(accepts<decltype(S_t() | group_by("t"_c) | count()), to_files>);
static_assert(accepts<decltype(S_t() | group_by(session_t, "k"_c) | count()), to_noop>);
static_assert(accepts<decltype(S_t() | drop_duplicates("k"_c)), to_noop>);
static_assert(accepts<decltype(S_t() | drop_duplicates_within_watermark("k"_c)), to_function>);
inline auto others() { return S_u() | select("k"_c.as("other"_c), "u"_c.as("other_u"_c)); }
inline constexpr auto same_k = "k"_c == right("other"_c);
using joined = decltype(S_t() | join(others(), inner, same_k));
static_assert(accepts<joined, to_noops>);
static_assert(accepts<decltype(S_t() | as_of_join(others(), inner, same_k)), to_noops>);
using grouped =
    decltype(S_t() | group_by_key("k"_c) |
             map_groups_with_state<std::int64_t>(event_time_timeout, [](const auto&, auto, auto&) { return key{}; }));
static_assert(accepts<grouped, to_noop>);

using with_late = decltype(S_t() | group_by(win_t, "k"_c) | count() | late_rows_to(json_sink("late")));
static_assert(query<with_late, append> == ok{});
static_assert(query<with_late, update> == ok{});
using sessions_with_late = decltype(S_t() | group_by(session_t, "k"_c) | count() | late_rows_to(noop_sink{}));
static_assert(query<sessions_with_late, complete> == ok{});  // complete output of sessions drops late rows

// ---- Late rows: refused.

// Behind steps that drop nothing, or nothing as late.
static_assert(behind<decltype(S_t()), to_noop> == late_rows_to_drops_none{});
static_assert(behind<decltype(S_t() | where("x"_c > 1)), to_noop> == late_rows_to_drops_none{});
static_assert(behind<decltype(S_t() | group_by("k"_c) | count()), to_noop> == late_rows_to_drops_none{});
static_assert(behind<decltype(S() | drop_duplicates("k"_c)), to_noop> == late_rows_to_drops_none{});
static_assert(behind<decltype(S_t() | group_by(win_t, "k"_c) | count() | where("count"_c > 1)), to_noop> ==
              late_rows_to_drops_none{});
static_assert(behind<decltype(S_t() | group_by_key("k"_c) |
                              map_groups_with_state<std::int64_t>(no_timeout, [](const auto&, auto, auto&) { return key{}; })),
                     to_noop> == late_rows_to_drops_none{});
static_assert(behind<decltype(S_t() | join(B() | select("k"_c.as("other"_c)), inner, same_k)), to_noop> ==
              late_rows_to_drops_none{});
static_assert(behind<with_late, to_noop> == late_rows_to_drops_none{});  // they are taken
// A sink too few, or too many.
static_assert(behind<joined, to_noop> == late_rows_to_sink_for_each_input{});
static_assert(behind<windows_t, to_noops> == late_rows_to_sink_for_each_input{});
// Sinks that take no such rows.
static_assert(behind<windows_t, decltype(late_rows_to(text_sink("late")))> == sink_does_not_take_rows{});
static_assert(behind<windows_t, decltype(late_rows_to(1))> == sink_does_not_take_rows{});
static_assert(behind<windows_t, decltype(late_rows_to(foreach_batch(same_event{})))> == foreach_batch_signature{});
static_assert(behind<joined, decltype(late_rows_to(noop_sink{}, text_sink("late")))> == sink_does_not_take_rows{});
// Complete output of windows takes all rows.
static_assert(query<with_late, complete> == late_rows_in_complete_output{});
// A sink of late rows may need a checkpoint where the plan's own does not.
static_assert(query<with_late, append, noop_sink, false> == checkpoint_required{});
static_assert(query<windows_t, append, noop_sink, false> == ok{});

// ---- Late rows: as often as the weakest sink can promise.

static_assert(delivery_of<with_late, append, json_sink> == delivery::exactly_once);
static_assert(delivery_of<with_late, append, foreach_batch<ignore_rows>> == delivery::at_least_once);
using late_to_function = decltype(S_t() | group_by(win_t, "k"_c) | count() | late_rows_to(foreach_batch(ignore_rows{})));
static_assert(delivery_of<late_to_function, append, json_sink> == delivery::at_least_once);
static_assert(delivery_of<decltype(S_t() | drop_duplicates("k"_c) | late_rows_to(foreach_batch(ignore_rows{})) |
                                   join(others(), inner, same_k)),
                          append, json_sink> == delivery::at_least_once);
static_assert(is_state_bounded<with_late>);

// ---- Several sinks of one output: what all of them can do.

using files_and_noop = sink_list<json_sink, noop_sink>;
static_assert(query<windows_t, append, files_and_noop> == ok{});
static_assert(query<windows_t, complete, sink_list<noop_sink, foreach_batch<ignore_rows>>> == ok{});
static_assert(query<windows_t, update, sink_list<noop_sink, json_sink>> == file_sink_is_append_only{});
static_assert(query<windows_t, update, sink_list<noop_sink, plain_sink, json_sink>> == sink_takes_no_updates{});
static_assert(query<windows_t, complete, sink_list<noop_sink, updating_sink>> == sink_takes_no_complete_output{});
static_assert(query<windows_t, append, files_and_noop, false> == checkpoint_required{});
static_assert(query<windows_t, append, sink_list<noop_sink, text_sink>> == sink_does_not_take_rows{});
static_assert(query<windows_t, append, sink_list<noop_sink, foreach_batch<same_event>>> == foreach_batch_signature{});
static_assert(query<windows_t, append, sink_list<noop_sink, int>> == sink_does_not_take_rows{});
static_assert(delivery_of<windows_t, append, files_and_noop> == delivery::exactly_once);
static_assert(delivery_of<windows_t, append, sink_list<json_sink, foreach_batch<ignore_rows>>> == delivery::at_least_once);
static_assert(accepts<windows_t, decltype(late_rows_to(sinks(noop_sink{}, json_sink("late"))))>);

// ---- Several outputs of one query.

using to_memory = decltype(S() | write_stream(noop_sink{}, append));
using to_json = decltype(S_t() | group_by(win_t) | count() | write_stream(json_sink("out"), append));
static_assert(outputs_verdict<to_memory>{} == ok{});
static_assert(outputs_verdict<to_memory, to_json>{} == ok{});
static_assert(outputs_verdict<to_memory, decltype(S())>{} == outputs_need_write_stream{});
static_assert(outputs_verdict<int>{} == outputs_need_write_stream{});
static_assert(start_verdict<true, to_memory, to_json>{} == ok{});
static_assert(start_verdict<false, to_memory, to_json>{} == checkpoint_required{});
static_assert(start_verdict<false, to_memory, to_memory>{} == ok{});
static_assert(std::is_same_v<decltype(outputs(rejected{}, std::declval<to_memory>())), rejected>);
static_assert(std::is_same_v<decltype(outputs(std::declval<to_memory>(), rejected{})), rejected>);

}  // namespace rules_test
