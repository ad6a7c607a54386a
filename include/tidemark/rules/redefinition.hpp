// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A second watermark above an aggregation: in append output it begins anew there, in the other modes the first still flows.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/event_time.hpp>
#include <tidemark/rules/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// A watermark from below comes out of this node, in update and complete output.
template <PlanNode N>
consteval bool passes_watermark() {
  constexpr bool hands_on = is_aggregation<N> || hands_on_watermark<N>;
  if constexpr (defines_watermark<N>) return true;
  else if constexpr (!hands_on) return false;
  else if constexpr (BinaryNode<N>)
    return passes_watermark<typename N::left_type>() || passes_watermark<typename N::right_type>();
  else if constexpr (UnaryNode<N>) return passes_watermark<typename N::input_type>();
  else return false;
}

// Somewhere in the plan a watermark is declared where one comes from below, in update and complete output.
template <PlanNode N>
consteval bool redefines_watermark() {
  if constexpr (BinaryNode<N>)
    return redefines_watermark<typename N::left_type>() || redefines_watermark<typename N::right_type>();
  else if constexpr (UnaryNode<N>) {
    using input = typename N::input_type;
    return (defines_watermark<N> && passes_watermark<input>()) || redefines_watermark<input>();
  } else return false;
}

namespace detail {

// Asked only where there are two watermarks.
template <class Mode, class Plan>
inline constexpr bool is_redefined = false;
template <class Mode, class Plan>
  requires(watermark_count<Plan> > 1 && !__is_same(Mode, output_mode::append))
inline constexpr bool is_redefined<Mode, Plan> = redefines_watermark<Plan>();

}  // namespace detail

// The verdict on watermarks above aggregations. All other second watermarks are refused where they are declared, in any mode.
template <OutputMode Mode, PlanNode Plan>
using redefinition_verdict = demand<!detail::is_redefined<Mode, Plan>, watermark_redefined>;

}  // namespace tidemark
