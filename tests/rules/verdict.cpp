// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// How verdicts are combined, compared and asked for.

#include "rules/pipelines.hpp"

#include <type_traits>

namespace rules_test {

// The first that is a violation, in the order given.
static_assert(std::is_same_v<first_violation<>, ok>);
static_assert(std::is_same_v<first_violation<ok, ok>, ok>);
static_assert(std::is_same_v<first_violation<ok, watermark_type, union_mixed>, watermark_type>);
static_assert(std::is_same_v<first_violation<union_mixed, watermark_type>, union_mixed>);
static_assert(std::is_same_v<demand<true, union_mixed>, ok> && std::is_same_v<demand<false, union_mixed>, union_mixed>);

// They are equal by type, and only verdicts compare.
static_assert(ok{} == ok{} && union_mixed{} == union_mixed{} && ok{} != union_mixed{} && watermark_type{} != union_mixed{});
static_assert(!is_violation<ok> && is_violation<union_mixed> && is_violation<unknown_column<"a", name_list<"b">>>);
static_assert(!Verdict<int>);

// A step is asked about a stream, a constant one too, or about a plan.
using stream_type = decltype(S());
static_assert(accepts<stream_type, decltype(select("k"_c))> && !accepts<stream_type, decltype(select("z"_c))>);
static_assert(accepts<const stream_type&, decltype(select("k"_c))> && !accepts<const stream_type&, decltype(select("z"_c))>);
static_assert(accepts<stream_type::plan_type, decltype(select("k"_c))> &&
              !accepts<stream_type::plan_type, decltype(select("z"_c))>);
static_assert(std::is_same_v<step_verdict<stream_type, decltype(with_watermark("x"_c, 1s))>, watermark_type>);
template <class Stream>
constexpr bool can_be_marked = accepts<Stream, decltype(with_watermark("t"_c, 1s))>;
static_assert(can_be_marked<decltype(S())> && !can_be_marked<decltype(S_t())> && !can_be_marked<decltype(S() | drop("t"_c))>);

// A query is asked about its mode, sink and checkpoint, by the type of its stream or of its plan.
using counts_type = decltype(S() | group_by("k"_c) | count());
static_assert(verdict_of<counts_type, update, noop_sink> == ok{});
static_assert(verdict_of<counts_type, append, noop_sink> == append_aggregation_needs_watermark{});
static_assert(verdict_of<counts_type::plan_type, append, noop_sink> == append_aggregation_needs_watermark{});
static_assert(verdict_of<counts_type, update, json_sink> == file_sink_is_append_only{});
static_assert(verdict_of<stream_type, append, json_sink> == ok{});
static_assert(verdict_of<stream_type, append, json_sink, false> == checkpoint_required{});
static_assert(std::is_same_v<query_verdict<counts_type, output_mode::complete, noop_sink>, ok>);

// Where a query breaks several rules, the first is named: its source, its mode, its chain, its watermarks, its sink, its
// checkpoint.
using chained_type = decltype(S_t() | group_by("t"_c, "k"_c) | count() | with_watermark("t"_c, 1s) | group_by("t"_c) |
                              agg(count().as("keys"_c)));
static_assert(verdict_of<decltype(B()), complete, plain_sink, false> == stream_run_of_batch{});
static_assert(verdict_of<stream_type, complete, plain_sink, false> == complete_needs_aggregation{});
static_assert(verdict_of<chained_type, update, plain_sink, false> == chain_aggregation_non_append{});
static_assert(verdict_of<decltype(S_t() | group_by("t"_c) | count() | with_watermark("t"_c, 1s)), update, plain_sink, false> ==
              watermark_redefined{});
static_assert(verdict_of<counts_type, update, plain_sink, false> == sink_takes_no_updates{});
static_assert(verdict_of<stream_type, append, plain_sink, false> == checkpoint_required{});

// What a query promises of its rows and its state, as constants.
static_assert(delivery_of<stream_type, append, json_sink> == delivery::exactly_once);
static_assert(delivery_of<counts_type, update, console_sink> == delivery::at_least_once);
static_assert(is_state_bounded<stream_type>);
static_assert(!is_state_bounded<counts_type> && !is_state_bounded<counts_type, update>);
using timed_counts = decltype(S_t() | group_by(window("t"_c, 1h), "k"_c) | count());
static_assert(is_state_bounded<timed_counts> && is_state_bounded<timed_counts, update>);
static_assert(!is_state_bounded<timed_counts, complete>);
static_assert(is_state_bounded<decltype(S() | count()), complete>);  // one row

}  // namespace rules_test
