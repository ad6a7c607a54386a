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

namespace detail {

// A watermark from below comes out of this node, in update and complete output.
template <PlanNode N>
inline constexpr bool watermark_passes = false;
template <UnaryNode N>
inline constexpr bool watermark_passes<N> = own_watermarks<N>() > 0 || (watermark_passes<typename N::input_type> &&
                                                                        (is_aggregation<N> || hands_on_watermark<N>()));
template <BinaryNode N>
inline constexpr bool watermark_passes<N> =
    (watermark_passes<typename N::left_type> || watermark_passes<typename N::right_type>)&&(is_aggregation<N> ||
                                                                                            hands_on_watermark<N>());

// Some node at or below this one declares a watermark where one comes from below.
template <PlanNode N>
inline constexpr bool redefines_watermark = false;
template <UnaryNode N>
inline constexpr bool redefines_watermark<N> =
    (own_watermarks<N>() > 0 && watermark_passes<typename N::input_type>) || redefines_watermark<typename N::input_type>;
template <BinaryNode N>
inline constexpr bool redefines_watermark<N> =
    redefines_watermark<typename N::left_type> || redefines_watermark<typename N::right_type>;

template <class Mode, class Plan>
inline constexpr bool is_redefined = false;
template <class Mode, class Plan>
  requires(watermark_count<Plan> > 1 && !__is_same(Mode, output_mode::append))
inline constexpr bool is_redefined<Mode, Plan> = redefines_watermark<Plan>;

}  // namespace detail

// The verdict on watermarks above aggregations. All other second watermarks are refused where they are declared, in any mode.
template <OutputMode Mode, PlanNode Plan>
using redefinition_verdict = demand<!detail::is_redefined<Mode, Plan>, watermark_redefined>;

}  // namespace tidemark
