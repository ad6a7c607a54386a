// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where late rows can be asked for.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/late_sinks.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

#include <cstddef>

namespace tidemark {

// The step before it keeps all rows, or has handed its late ones to a sink already.
struct late_rows_to_drops_none : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark late_rows_to_drops_none: the step before late_rows_to drops no rows as late; put it directly behind "
        "one that does, once: an aggregation, duplicates, a join or groups with event time, over a watermark");
  }
};

// A join has rows of two kinds, any other step of one.
struct late_rows_to_sink_for_each_input : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark late_rows_to_sink_for_each_input: late_rows_to needs one sink for each input of the step before it; "
        "give a join late_rows_to(left_sink, right_sink), where td::noop_sink{} takes what is not wanted");
  }
};

// Complete output is the whole table, which takes rows however late.
struct late_rows_in_complete_output : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark late_rows_in_complete_output: in complete output the aggregation before late_rows_to drops no rows; "
        "use append or update, or leave late_rows_to out");
  }
};

// The step drops late rows in this mode. Of a table nothing is late.
template <PlanNode N, class Mode>
inline constexpr bool drops_late_rows = false;
template <PlanNode N, class Mode>
  requires requires { typename N::stateful; }
inline constexpr bool drops_late_rows<N, Mode> = is_streaming<N> && N::stateful::template drops_late<Mode>;

// The verdict on late_rows_to, with this many sinks, behind a step.
template <PlanNode N, std::size_t Sinks>
using late_rows_verdict =
    first_violation<demand<drops_late_rows<N, output_mode::append> && !has_late_sinks<N>, late_rows_to_drops_none>,
                    demand<Sinks == (BinaryNode<N> ? 2 : 1), late_rows_to_sink_for_each_input>>;

namespace detail {

template <OutputMode Mode, PlanNode N>
consteval bool late_rows_come() {
  if constexpr (has_late_sinks<N> && !drops_late_rows<N, Mode>) return false;
  else if constexpr (BinaryNode<N>)
    return late_rows_come<Mode, typename N::left_type>() && late_rows_come<Mode, typename N::right_type>();
  else if constexpr (UnaryNode<N>) return late_rows_come<Mode, typename N::input_type>();
  else return true;
}

}  // namespace detail

// The verdict on an output mode for all steps of a plan whose late rows are asked for.
template <OutputMode Mode, PlanNode Plan>
using late_rows_mode_verdict = demand<detail::late_rows_come<Mode, Plan>(), late_rows_in_complete_output>;

}  // namespace tidemark
