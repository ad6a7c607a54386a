// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stateful steps behind stateful steps.

#include <tidemark/plan/lineage.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>

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

namespace detail {

// Some step that counts in chains stands above an aggregation. Steps are listed lowest first.
template <class Lineage>
inline constexpr bool has_step_above_aggregation = false;
template <class First, class... Above>
inline constexpr bool has_step_above_aggregation<lineage<First, Above...>> =
    (First::aggregates && (Above::counts_in_chains || ... || false)) || has_step_above_aggregation<lineage<Above...>>;

}  // namespace detail

template <class Mode, class Lineage>
using chain_verdict = demand<std::is_same_v<Mode, output_mode::append> || !detail::has_step_above_aggregation<Lineage>,
                             chain_aggregation_non_append>;

}  // namespace tidemark
