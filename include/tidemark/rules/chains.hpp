// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stateful steps behind stateful steps.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// In update and complete mode an aggregation puts out rows that it takes back later; no state above can follow that.
struct chain_aggregation_non_append : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark chain_aggregation_non_append: behind an aggregation no further stateful step can follow rows that "
                  "change; use append output with a watermark among the keys, or split the query in two");
  }
};

// The node is a step that counts in chains.
template <PlanNode N>
consteval bool counts_in_chains() {
  if constexpr (requires { typename N::stateful; }) return N::stateful::counts_in_chains;
  else return false;
}

// In the plan some step that counts stands above an aggregation.
template <PlanNode N>
consteval bool has_step_above_aggregation() {
  if constexpr (BinaryNode<N>) {
    using left = typename N::left_type;
    using right = typename N::right_type;
    return (counts_in_chains<N>() && (lineage_of<left>::has_aggregation || lineage_of<right>::has_aggregation)) ||
           has_step_above_aggregation<left>() || has_step_above_aggregation<right>();
  } else if constexpr (UnaryNode<N>) {
    using input = typename N::input_type;
    return (counts_in_chains<N>() && lineage_of<input>::has_aggregation) || has_step_above_aggregation<input>();
  } else return false;
}

namespace detail {

// Asked only where there are two steps.
template <class Mode, class Plan>
inline constexpr bool is_wrong_chain = false;
template <class Mode, class Plan>
  requires(lineage_of<Plan>::size > 1 && !__is_same(Mode, output_mode::append))
inline constexpr bool is_wrong_chain<Mode, Plan> = has_step_above_aggregation<Plan>();

}  // namespace detail

// The verdict on stateful steps above aggregations.
template <OutputMode Mode, PlanNode Plan>
using chain_verdict = demand<!detail::is_wrong_chain<Mode, Plan>, chain_aggregation_non_append>;

}  // namespace tidemark
