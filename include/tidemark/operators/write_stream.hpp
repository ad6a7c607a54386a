// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// write_stream(sink, mode): names where output goes and what it is, and so completes the query.

#include <type_traits>
#include <utility>

#include <tidemark/rules/aggregation.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/judge.hpp>
#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/query_plan.hpp>
#include <tidemark/sinks/sink.hpp>

namespace tidemark {

// Waits for the stream that it completes.
template <class S, OutputMode Mode>
struct written_to {
  S sink;
};

// Output goes to `sink`, in mode td::append, td::update or td::complete. Rules on mode and sink are asked by start.
template <class S, OutputMode Mode>
constexpr auto write_stream(S sink, Mode /*mode*/) {
  return written_to<S, Mode>{std::move(sink)};
}

template <class Plan, class S, class Mode>
constexpr auto operator|(stream<Plan> below, written_to<S, Mode> end) {
  constexpr bool is_grouped = requires { requires Plan::is_grouped; };
  using verdict = first_violation<demand<!is_grouped, groups_need_aggregation>, demand<Sink<S, row_of<Plan>>, sink_does_not_take_rows>>;
  verdict::template enforce<Plan>();
  if constexpr (is_violation<verdict>) return rejected{};
  else return query_plan<Plan, S, Mode>{std::move(below).plan(), std::move(end.sink)};
}

// The verdict on a stream with an output mode and a sink, as a value: `verdict_of<plan, update, json_sink>` is
// file_sink_is_append_only{}, or ok{}. `Plan` is a stream's type or a plan.
template <class Plan, auto Mode, class S, bool HasCheckpoint = true>
inline constexpr judged<plan_in<Plan>, std::remove_const_t<decltype(Mode)>, S, HasCheckpoint> verdict_of{};

}  // namespace tidemark
