// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Output modes against aggregations.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>

namespace tidemark {

// Order is for a result that is there as a whole.
struct sort_stream : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark sort_stream: only a whole result can be put in order; use order_by above an aggregation in "
                  "complete output, or sort the rows of a batch in td::foreach_batch");
  }
};

// The verdict of a node on an output mode of the query: its `mode_verdict`; a node that says nothing takes all.
namespace detail {

template <class N, class Mode>
struct mode_verdict_of {
  using type = ok;
};
template <class N, class Mode>
  requires requires { typename N::template mode_verdict<Mode>; }
struct mode_verdict_of<N, Mode> {
  using type = typename N::template mode_verdict<Mode>;
};

}  // namespace detail

template <PlanNode N, OutputMode Mode>
using node_mode_verdict = typename detail::mode_verdict_of<N, Mode>::type;

// The node is an aggregation, or what counts as one.
template <PlanNode N>
inline constexpr bool is_aggregation = false;
template <PlanNode N>
  requires requires { typename N::stateful; }
inline constexpr bool is_aggregation<N> = N::stateful::aggregates;

// Append output emits a group once, when it can no longer change; without a watermark no group ever can.
struct append_aggregation_needs_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark append_aggregation_needs_watermark: append output of an aggregation needs a watermark among "
                  "its keys; put with_watermark before it and group by that column, or use update or complete");
  }
};

// There is a watermark, but the groups do not end with it.
struct append_aggregation_watermark_not_key : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark append_aggregation_watermark_not_key: append output needs the column with the watermark among the "
                  "keys of the aggregation; group by it or by td::window of it, or use update or complete");
  }
};

// The watermark is declared behind the aggregation that would need it.
struct append_aggregation_watermark_after : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark append_aggregation_watermark_after: the watermark is declared behind the aggregation that needs it; "
        "move with_watermark before group_by");
  }
};

// In a chain of aggregations each must let go of its groups.
struct append_inner_aggregation_no_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark append_inner_aggregation_no_watermark: an aggregation below another has no watermark among its keys "
        "and would never put a group out; group it by a column with a watermark, or by td::window of it");
  }
};

// Complete output is the table of an aggregation.
struct complete_needs_aggregation : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark complete_needs_aggregation: complete output needs an aggregation; use append or update, or add "
                  "group_by and agg");
  }
};

// DISTINCT is an aggregation by all columns: a row is put out once no equal one can come.
struct append_distinct_needs_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark append_distinct_needs_watermark: append output of distinct needs a column that carries a watermark; "
        "keep that column, or use drop_duplicates() or update output");
  }
};

// Rows that have passed a limit can't be taken back.
struct limit_update : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark limit_update: in update output rows change, so there are no first ones for limit; use append or "
                  "complete output");
  }
};

namespace detail {

// What is wrong with append output of an aggregation whose keys carry no watermark. The outermost may name its own.
template <class N, bool IsOutermost, bool HasWatermarkAbove>
constexpr auto own_append_verdict() {
  if constexpr (!is_aggregation<N>) return ok{};
  else if constexpr (N::stateful::has_event_time_key) return ok{};
  else if constexpr (!IsOutermost) return append_inner_aggregation_no_watermark{};
  else if constexpr (is_violation<node_mode_verdict<N, output_mode::append>>)
    return node_mode_verdict<N, output_mode::append>{};
  else if constexpr (N::stateful::watermarks_below > 0) return append_aggregation_watermark_not_key{};
  else if constexpr (HasWatermarkAbove) return append_aggregation_watermark_after{};
  else return append_aggregation_needs_watermark{};
}

}  // namespace detail

// The verdict on append output of a plan, asked of each aggregation from the sink down. `IsOutermost`: none stands above this
// node; `HasWatermarkAbove`: a watermark is declared between it and the sink.
template <PlanNode N, bool IsOutermost = true, bool HasWatermarkAbove = false>
struct append_verdict {
  using type = ok;
};
template <UnaryNode N, bool IsOutermost, bool HasWatermarkAbove>
struct append_verdict<N, IsOutermost, HasWatermarkAbove> {
  using type = first_violation<decltype(detail::own_append_verdict<N, IsOutermost, HasWatermarkAbove>()),
                               typename append_verdict<typename N::input_type, IsOutermost && !is_aggregation<N>,
                                                       HasWatermarkAbove || defines_watermark<N>>::type>;
};
template <BinaryNode N, bool IsOutermost, bool HasWatermarkAbove>
struct append_verdict<N, IsOutermost, HasWatermarkAbove> {
  template <class Side>
  using below = typename append_verdict<Side, IsOutermost && !is_aggregation<N>, HasWatermarkAbove>::type;
  using type = first_violation<decltype(detail::own_append_verdict<N, IsOutermost, HasWatermarkAbove>()),
                               below<typename N::left_type>, below<typename N::right_type>>;
};

// The lowest node that refuses the mode, of the aggregations or of all other nodes: its verdict, or ok.
template <bool OfAggregations, class Mode, PlanNode N>
consteval auto lowest_mode_violation() {
  if constexpr (BinaryNode<N>) {
    using left = decltype(lowest_mode_violation<OfAggregations, Mode, typename N::left_type>());
    using right = decltype(lowest_mode_violation<OfAggregations, Mode, typename N::right_type>());
    if constexpr (is_violation<left>) return left{};
    else if constexpr (is_violation<right>) return right{};
    else if constexpr (is_aggregation<N> == OfAggregations) return node_mode_verdict<N, Mode>{};
    else return ok{};
  } else if constexpr (UnaryNode<N>) {
    using below = decltype(lowest_mode_violation<OfAggregations, Mode, typename N::input_type>());
    if constexpr (is_violation<below>) return below{};
    else if constexpr (is_aggregation<N> == OfAggregations) return node_mode_verdict<N, Mode>{};
    else return ok{};
  } else return ok{};
}

namespace detail {

template <class Mode, class Plan>
struct aggregations_verdict {
  using type = ok;
};
template <class Plan>
  requires(lineage_of<Plan>::has_aggregation)
struct aggregations_verdict<output_mode::append, Plan> : append_verdict<Plan> {};
template <class Plan>
  requires(lineage_of<Plan>::has_aggregation)
struct aggregations_verdict<output_mode::update, Plan> {
  using type = decltype(lowest_mode_violation<true, output_mode::update, Plan>());
};
template <class Plan>
struct aggregations_verdict<output_mode::complete, Plan> {
  using type = demand<lineage_of<Plan>::has_aggregation, complete_needs_aggregation>;
};

}  // namespace detail

// The verdict on an output mode for the aggregations of a plan, and for its other steps.
template <OutputMode Mode, PlanNode Plan>
using aggregations_mode_verdict = typename detail::aggregations_verdict<Mode, Plan>::type;
template <OutputMode Mode, PlanNode Plan>
using steps_mode_verdict = decltype(lowest_mode_violation<false, Mode, Plan>());

}  // namespace tidemark
