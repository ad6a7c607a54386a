// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a user's stateful processor is made of: its state variables, and the functions that a step calls.

#include <tidemark/operators/group_function.hpp>
#include <tidemark/operators/kept_of_groups.hpp>
#include <tidemark/operators/state_variables.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/time_mode.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/rules/keyed_groups.hpp>
#include <tidemark/rules/transform_with_state.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

namespace detail {

template <class T>
inline constexpr bool variable_can_be_kept = can_be_kept<T>;
template <class T, time_to_live Lives>
inline constexpr bool variable_can_be_kept<value_state<T, Lives>> = can_be_kept<T>;
template <class T, time_to_live Lives>
inline constexpr bool variable_can_be_kept<list_state<T, Lives>> =
    can_be_kept<T> && !std::is_same_v<T, bool>;  // a std::vector of them is no list
template <class K, class V, time_to_live Lives>
inline constexpr bool variable_can_be_kept<map_state<K, V, Lives>> = EncodableKey<K> && can_be_kept<K> && can_be_kept<V>;

// By the members that are listed; `Fields` are fields_of the processor.
template <class Fields>
struct listed_variables {
  static constexpr bool are_variables = false;
};
template <class... Variables>
  requires(StateVariable<typename Variables::type> && ...)
struct listed_variables<field_list<Variables...>> {
  static constexpr bool are_variables = true;
  using slots = row<field<Variables::key, typename Variables::type::slot_type>...>;
  using schema = field_list<field<Variables::key, typename Variables::type::schema_type>...>;

  static constexpr bool can_all_be_kept = (variable_can_be_kept<typename Variables::type> && ... && true);
  static constexpr bool live_long_enough = ((Variables::type::lives.millis > 0) && ... && true);
  static constexpr bool any_ends = (Variables::type::lives.ends() || ... || false);
  static constexpr bool all_end = (Variables::type::lives.ends() && ... && true);

  static void for_each(auto& processor, auto&& f) { (f(tidemark::get<Variables::key>(processor)), ...); }
  static void bind([[maybe_unused]] auto& processor, [[maybe_unused]] slots& to, [[maybe_unused]] processor_calls& calls) {
    (tidemark::get<Variables::key>(processor).bind(tidemark::get<Variables::key>(to), calls), ...);
  }
  static constexpr std::int64_t count(std::string_view kind) {
    return (std::int64_t{0} + ... + (kind == Variables::type::kind ? 1 : 0));
  }
  static void print(auto& out) {
    const char* between = "";
    ((out += between, out += Variables::type::kind, out += Variables::type::lives.ends() ? " with time to live" : "",
      between = ", "),
     ...);
  }
};

template <class P>
struct variables_of_processor : listed_variables<field_list<>> {
  static constexpr bool are_variables = std::is_empty_v<P>;
};
template <Record P>
  requires listed_variables<fields_of<P>>::are_variables
struct variables_of_processor<P> : listed_variables<fields_of<P>> {};

}  // namespace detail

// The state variables of a processor: the members by which it has been adapted. None if they are not known, which is a mistake
// (`are_variables`) unless the processor has no members.
template <class P>
using processor_variables = detail::variables_of_processor<P>;

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
