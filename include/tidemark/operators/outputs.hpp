// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// outputs(queries…): several outputs of one query, each of a plan, sink and mode of its own.

#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/node.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/query_plan.hpp>
#include <tidemark/rules/endpoints.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>
#include <utility>

namespace tidemark {

template <class T>
inline constexpr bool is_query_plan = false;
template <class Plan, class S, class Mode>
inline constexpr bool is_query_plan<query_plan<Plan, S, Mode>> = true;

// The verdict on what is given to outputs, each of which has been judged where it was written.
template <class... Queries>
using outputs_verdict = first_violation<demand<is_query_plan<Queries>, outputs_need_write_stream>...>;

// One query with these outputs, with one checkpoint and one batch id: all sinks prepare a batch, then all commit it; after a
// crash in between it comes again to all of them. Streams that are copies of one read_stream are one source, which is asked
// once a batch, so that all outputs get the same rows. Each output is a plan that runs for itself, with its own state: where
// rows are the same, give one output several sinks(…).
//   auto views = td::read_stream(…) | td::with_watermark(…);
//   td::outputs(views | td::write_stream(td::json_sink("all"), td::append), counts(views) | td::write_stream(…))
//       | td::start(td::checkpoint{"ckpt"})
template <class First, class... Others>
constexpr auto outputs(First first, Others... others) {
  if constexpr (std::is_same_v<First, rejected> || (std::is_same_v<Others, rejected> || ...)) return rejected{};
  else {
    using verdict = outputs_verdict<First, Others...>;
    verdict::template enforce<First>();
    if constexpr (is_violation<verdict>) return rejected{};
    else return query_plans<First, Others...>{pack<First, Others...>(std::move(first), std::move(others)...)};
  }
}

}  // namespace tidemark
