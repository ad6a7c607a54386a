// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Output modes against aggregations.

#include <cstddef>
#include <type_traits>

#include <tidemark/plan/lineage.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

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
    static_assert(Holds,
                  "tidemark append_aggregation_watermark_after: the watermark is declared behind the aggregation that needs it; "
                  "move with_watermark before group_by");
  }
};

// In a chain of aggregations each must let go of its groups.
struct append_inner_aggregation_no_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
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

namespace detail {

// The verdict on a lineage, from its outermost aggregation down. `Watermarks`: declared in the whole plan.
template <std::size_t Watermarks, bool IsOutermost, class... Steps>
struct append_verdict {
  using type = ok;
};

template <class Step, std::size_t Watermarks>
using outermost_append_violation =
    std::conditional_t<(Watermarks > Step::watermarks_below), append_aggregation_watermark_after,
                       std::conditional_t<(Step::watermarks_below > 0), append_aggregation_watermark_not_key,
                                          append_aggregation_needs_watermark>>;

template <std::size_t Watermarks, bool IsOutermost, class Step, class... Below>
struct append_verdict<Watermarks, IsOutermost, Step, Below...> {
  using type = first_violation<
      demand<!Step::aggregates || Step::has_event_time_key,
             std::conditional_t<IsOutermost, outermost_append_violation<Step, Watermarks>, append_inner_aggregation_no_watermark>>,
      typename append_verdict<Watermarks, IsOutermost && !Step::aggregates, Below...>::type>;
};

template <std::size_t Watermarks, class Steps, class... Reversed>
struct append_verdict_of;
template <std::size_t Watermarks, class... Reversed>
struct append_verdict_of<Watermarks, lineage<>, Reversed...> : append_verdict<Watermarks, true, Reversed...> {};
template <std::size_t Watermarks, class First, class... Rest, class... Reversed>
struct append_verdict_of<Watermarks, lineage<First, Rest...>, Reversed...>
    : append_verdict_of<Watermarks, lineage<Rest...>, First, Reversed...> {};

}  // namespace detail

// The verdict on an output mode for a plan of these steps and this many watermarks.
template <class Mode, class Lineage, std::size_t Watermarks>
struct output_mode_verdict {
  using type = ok;  // update is accepted with and without aggregations
};
template <class Lineage, std::size_t Watermarks>
struct output_mode_verdict<output_mode::append, Lineage, Watermarks> : detail::append_verdict_of<Watermarks, Lineage> {};
template <class Lineage, std::size_t Watermarks>
struct output_mode_verdict<output_mode::complete, Lineage, Watermarks> {
  using type = demand<Lineage::has_aggregation, complete_needs_aggregation>;
};

}  // namespace tidemark
