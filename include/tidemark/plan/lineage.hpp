// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The stateful steps below a node, in plan order. Each describes itself by members, so there is no central list of kinds.

#include <array>
#include <cstddef>

namespace tidemark {

// What rules ask of a stateful step; a step's description derives from this and redefines what is different.
struct stateful_step {
  static constexpr bool aggregates = false;               // an aggregation, or what the engine counts as one
  static constexpr bool has_event_time_key = false;       // some key is a column that carries a watermark
  static constexpr bool counts_in_chains = true;          // takes part in the rules of stateful after stateful
  static constexpr std::size_t watermarks_below = 0;      // with_watermark nodes below the step
  template <class Mode>
  static constexpr bool keeps_state = true;  // false: in this mode it is no step of the running plan
  template <class Mode>
  static constexpr bool reacts_to_watermark = false;  // wants a batch without data when its watermark has moved
  template <class Mode>
  static constexpr bool drops_late = false;  // rows that the watermark has passed
  template <class Mode>
  static constexpr bool is_bounded = false;  // lets go of what it keeps, or keeps a fixed number of rows
  static constexpr bool has_event_timeout = false;  // puts out rows when the watermark passes a time that a function has set
  static constexpr bool wants_every_batch = false;  // has timeouts by the clock: wants a batch at every trigger
  static constexpr std::array<const char*, 0> metrics{};  // that it counts beside, as progress reports them
};

template <class... Steps>
struct lineage {
  static constexpr std::size_t size = sizeof...(Steps);
  static constexpr bool has_aggregation = (Steps::aggregates || ...);
  // How many keep state in this output mode.
  template <class Mode>
  static constexpr std::size_t count_in = (std::size_t{0} + ... + (Steps::template keeps_state<Mode> ? 1 : 0));
};

namespace detail {

template <class... Lineages>
struct lineages_joined {
  using type = lineage<>;
};
template <class... Steps>
struct lineages_joined<lineage<Steps...>> {
  using type = lineage<Steps...>;
};
template <class... First, class... Second, class... Rest>
struct lineages_joined<lineage<First...>, lineage<Second...>, Rest...>
    : lineages_joined<lineage<First..., Second...>, Rest...> {};

}  // namespace detail

template <class... Lineages>
using joined_lineages = typename detail::lineages_joined<Lineages...>::type;

}  // namespace tidemark
