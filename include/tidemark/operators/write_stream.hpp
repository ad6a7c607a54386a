// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// write_stream(sink, mode): names where output goes and what it is, and so completes the query.

#include <tidemark/operators/rows_of_sink.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/delivery.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/query_plan.hpp>
#include <tidemark/plan/state_bound.hpp>
#include <tidemark/rules/aggregation.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/judge.hpp>
#include <tidemark/sinks/sink.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

namespace detail {

// The rest is asked only where there is a sink to ask.
template <class Plan, class Mode, class S, bool HasCheckpoint>
struct query_verdict {
  using type = first_violation<demand<!is_grouped<Plan>, groups_need_aggregation>,
                               demand<!is_keyed<Plan>, keyed_groups_need_function>, rows_of_sink_verdict<S, row_of<Plan>>>;
};
template <class Plan, class Mode, class S, bool HasCheckpoint>
  requires(!is_grouped<Plan> && !is_keyed<Plan> && Sink<S, row_of<Plan>>)
struct query_verdict<Plan, Mode, S, HasCheckpoint> {
  using type = judged<Plan, Mode, S, HasCheckpoint>;
};

}  // namespace detail

// The verdict on a stream (or plan) with an output mode and a sink.
template <class StreamOrPlan, OutputMode Mode, class S, bool HasCheckpoint = true>
using query_verdict = typename detail::query_verdict<plan_in<StreamOrPlan>, Mode, S, HasCheckpoint>::type;

// The same as a value: `verdict_of<decltype(views), update, json_sink>` is file_sink_is_append_only{}, or ok{}.
template <class StreamOrPlan, auto Mode, class S, bool HasCheckpoint = true>
inline constexpr query_verdict<StreamOrPlan, std::remove_const_t<decltype(Mode)>, S, HasCheckpoint> verdict_of{};

// How often a row of the result arrives: `delivery_of<decltype(views), append, json_sink> == delivery::exactly_once`. For a
// query with a checkpoint; without one nothing outlives the process.
template <class StreamOrPlan, auto /*Mode*/, class S>
inline constexpr delivery delivery_of = plan_delivery<plan_in<StreamOrPlan>, S>;

// Whether the state of a query in this mode stops growing: `static_assert(is_state_bounded<decltype(views)>)`.
template <class StreamOrPlan, auto Mode = append>
inline constexpr bool is_state_bounded = plan_state_is_bounded<plan_in<StreamOrPlan>, std::remove_const_t<decltype(Mode)>>;

// Waits for the stream that it completes.
template <class S, OutputMode Mode>
struct written_to {
  S sink;
};

// Output goes to `sink`, in mode td::append, td::update or td::complete. The query is judged here; only whether it has a
// checkpoint is asked by start.
template <class S, OutputMode Mode>
constexpr auto write_stream(S sink, Mode /*mode*/) {
  return written_to<S, Mode>{std::move(sink)};
}

template <class Plan, class S, class Mode>
constexpr auto operator|(stream<Plan> below, written_to<S, Mode> end) {
  using verdict = query_verdict<Plan, Mode, S>;
  verdict::template enforce<Plan>();
  if constexpr (is_violation<verdict>) return rejected{};
  else return query_plan<Plan, S, Mode>{std::move(below).plan(), std::move(end.sink)};
}

}  // namespace tidemark
