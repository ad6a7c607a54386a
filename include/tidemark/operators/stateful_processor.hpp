// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The functions of a user's stateful processor, as a step calls them.

#include <tidemark/operators/group_function.hpp>
#include <tidemark/operators/state_variables.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/time_mode.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/rules/rows.hpp>
#include <tidemark/rules/transform_with_state.hpp>

#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// What a processor makes of groups, if it is to be asked: `Asks` is false where an earlier rule has spoken.
template <bool Asks, PlanNode Input, class P, TimeMode Mode>
struct processor_functions {
  using keys_type = keys_of_groups<Input>;
  using key = std::remove_cvref_t<decltype(keys_type::of(std::declval<const typename keys_type::kept&>()))>;
  using rows = std::span<const row_of<Input>>;

  // With a handler or without, so that a processor can be asked whether it has one.
  template <bool HasHandler>
  static constexpr bool handles_timers =
      requires(P& processor, const key& of, timers<Mode, HasHandler>& with) { processor.handle_timer(of, with, timestamp{}); };
  static constexpr bool has_timer_handler() {
    if constexpr (Asks && !std::is_same_v<Mode, time_mode::none>) return handles_timers<true>;
    else return false;
  }
  using timers_type = timers<Mode, has_timer_handler()>;

  static constexpr bool is_callable() {
    if constexpr (Asks)
      return requires(P& processor, const key& of, rows all, timers_type& with) { processor.handle_rows(of, all, with); };
    else return false;
  }
  static constexpr auto result() {
    if constexpr (is_callable())
      return std::type_identity<std::remove_cvref_t<decltype(std::declval<P&>().handle_rows(
          std::declval<const key&>(), std::declval<rows>(), std::declval<timers_type&>()))>>{};
    else return std::type_identity<std::vector<tidemark::row<>>>{};
  }
  static constexpr auto result_of_timer() {
    if constexpr (has_timer_handler())
      return std::type_identity<std::remove_cvref_t<decltype(std::declval<P&>().handle_timer(
          std::declval<const key&>(), std::declval<timers_type&>(), timestamp{}))>>{};
    else return result();
  }
  using element = rows_of_range::element<typename decltype(result())::type>;
  using element_of_timer = rows_of_range::element<typename decltype(result_of_timer())::type>;
  using row = std::conditional_t<Row<element>, element, tidemark::row<>>;

  template <class Initial>
  static constexpr bool takes_initial() {
    if constexpr (Asks)
      return requires(P& processor, const key& of, const Initial& one, timers_type& with) {
        processor.handle_initial_state(of, one, with);
      };
    else return true;
  }

  using verdict = std::conditional_t<
      Asks,
      first_violation<demand<is_callable() && std::is_same_v<element, element_of_timer>, transform_with_state_signature>,
                      demand<Row<element>, result_is_not_a_record>>,
      ok>;

  // Named where a node is made and never run: what is wrong inside the functions is then said there.
  static void call(P& processor, const key& of, rows all, timers_type& with) {
    if constexpr (is_callable()) static_cast<void>(processor.handle_rows(of, all, with));
    if constexpr (has_timer_handler()) static_cast<void>(processor.handle_timer(of, with, timestamp{}));
  }
};

}  // namespace tidemark
