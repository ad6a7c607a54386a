// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A plan with its sink and output mode, and several of them: what is judged and run as a whole.

#include <tidemark/plan/node.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/plan/pack.hpp>

#include <utility>

namespace tidemark {

// What `stream | write_stream(sink, mode)` gives: everything but where and when it runs.
template <PlanNode Plan, class S, OutputMode Mode>
struct query_plan {
  using plan_type = Plan;
  using sink_type = S;
  using mode = Mode;

  Plan plan;
  S sink;

  // Calls f with each output of the query: one.
  template <class F>
  constexpr decltype(auto) unpack(F&& f) const {
    return f(*this);
  }
};

// What `outputs(query_plan…)` gives: one query with several outputs.
template <class... Queries>
struct query_plans {
  pack<Queries...> each;

  template <class F>
  constexpr decltype(auto) unpack(F&& f) const {
    return each.unpack(f);
  }
};

}  // namespace tidemark
