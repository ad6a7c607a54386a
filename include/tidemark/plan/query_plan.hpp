// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A plan with its sink and output mode: what is judged and run as a whole.

#include <tidemark/plan/node.hpp>
#include <tidemark/plan/output_mode.hpp>

namespace tidemark {

// What `stream | write_stream(sink, mode)` gives: everything but where and when it runs.
template <PlanNode Plan, class S, OutputMode Mode>
struct query_plan {
  using plan_type = Plan;
  using sink_type = S;
  using mode = Mode;

  Plan plan;
  S sink;
};

}  // namespace tidemark
