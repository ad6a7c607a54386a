// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How often a row of the result arrives, whatever crashes: from what sources and sinks declare that they can do.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/late_sinks.hpp>

#include <string_view>

namespace tidemark {

enum class delivery {
  exactly_once,
  at_least_once,  // a sink may see a batch twice
  best_effort,    // a source can't give rows again: those of a batch that a crash cut off may be lost
};

constexpr std::string_view delivery_text(delivery guarantee) {
  switch (guarantee) {
    case delivery::exactly_once:
      return "exactly once";
    case delivery::at_least_once:
      return "at least once: a sink may get a batch a second time, under the same id";
    case delivery::best_effort:
      return "best effort: a source can't give its rows again";
  }
  return {};
}

// All sources of streams at and below the node can give the rows between two logged offsets again.
template <PlanNode N>
consteval bool sources_are_replayable() {
  if constexpr (BinaryNode<N>)
    return sources_are_replayable<typename N::left_type>() && sources_are_replayable<typename N::right_type>();
  else if constexpr (UnaryNode<N>) return sources_are_replayable<typename N::input_type>();
  else return !is_streaming<N> || N::source_type::capabilities.replayable;
}

// Of a plan that ends in sink S and has a checkpoint: of its result and of its late rows, where they are written. Functions of
// the user must give the same for the same rows.
template <PlanNode Plan, class S>
inline constexpr delivery plan_delivery =
    !sources_are_replayable<Plan>()                                ? delivery::best_effort
    : both(S::capabilities, late_sinks_of<Plan>).once_per_batch_id ? delivery::exactly_once
                                                                   : delivery::at_least_once;

}  // namespace tidemark
