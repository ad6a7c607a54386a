// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The sinks that stand inside a plan: those of the rows that steps drop as late.

#include <tidemark/plan/capabilities.hpp>
#include <tidemark/plan/node.hpp>

namespace tidemark {

// The late rows of the node go to sinks of its own, which can do what its member `late_sinks` says.
template <PlanNode N>
inline constexpr bool has_late_sinks = requires { N::late_sinks; };

namespace detail {

template <PlanNode N>
consteval sink_capabilities own_late_sinks() {
  if constexpr (has_late_sinks<N>) return N::late_sinks;
  else return no_sink;
}

template <PlanNode N>
consteval sink_capabilities late_sinks_from() {
  if constexpr (BinaryNode<N>)
    return both(own_late_sinks<N>(), both(late_sinks_from<typename N::left_type>(), late_sinks_from<typename N::right_type>()));
  else if constexpr (UnaryNode<N>) return both(own_late_sinks<N>(), late_sinks_from<typename N::input_type>());
  else return no_sink;
}

}  // namespace detail

// What all such sinks at and below a node can do together.
template <PlanNode N>
inline constexpr sink_capabilities late_sinks_of = detail::late_sinks_from<N>();

}  // namespace tidemark
