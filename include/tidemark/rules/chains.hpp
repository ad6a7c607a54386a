// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stateful steps behind stateful steps.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/lineage.hpp>
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

// The times of what a timeout puts out are behind the watermark that let it pass.
struct chain_event_timeout : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark chain_event_timeout: no further stateful step can stand behind groups with event_time_timeout, whose "
        "rows may come late there; use another timeout, or split the query in two");
  }
};

// The node is a step that counts in chains.
template <PlanNode N>
consteval bool counts_in_chains() {
  if constexpr (requires { typename N::stateful; }) return N::stateful::counts_in_chains;
  else return false;
}

// Steps that no other one may stand above: those that put out rows which change, in update and complete output; those whose
// rows are late.
struct aggregations {
  template <class... Steps>
  static consteval bool are_among(lineage<Steps...> /*below*/) {
    return (Steps::aggregates || ... || false);
  }
};
struct event_timeouts {
  template <class... Steps>
  static consteval bool are_among(lineage<Steps...> /*below*/) {
    return (Steps::has_event_timeout || ... || false);
  }
};

// In the plan some step that counts stands above one of these.
template <class Steps, PlanNode N>
consteval bool has_step_above() {
  if constexpr (BinaryNode<N>) {
    using left = typename N::left_type;
    using right = typename N::right_type;
    return (counts_in_chains<N>() && (Steps::are_among(lineage_of<left>{}) || Steps::are_among(lineage_of<right>{}))) ||
           has_step_above<Steps, left>() || has_step_above<Steps, right>();
  } else if constexpr (UnaryNode<N>) {
    using input = typename N::input_type;
    return (counts_in_chains<N>() && Steps::are_among(lineage_of<input>{})) || has_step_above<Steps, input>();
  } else return false;
}

namespace detail {

// Asked only where there are two steps.
template <class Mode, class Plan>
struct chain_verdict {
  using type = ok;
};
template <class Mode, class Plan>
  requires(lineage_of<Plan>::size > 1)
struct chain_verdict<Mode, Plan> {
  using type = first_violation<
      demand<__is_same(Mode, output_mode::append) || !has_step_above<aggregations, Plan>(), chain_aggregation_non_append>,
      demand<!has_step_above<event_timeouts, Plan>(), chain_event_timeout>>;
};

}  // namespace detail

// The verdict on stateful steps above stateful steps.
template <OutputMode Mode, PlanNode Plan>
using chain_verdict = typename detail::chain_verdict<Mode, Plan>::type;

}  // namespace tidemark
