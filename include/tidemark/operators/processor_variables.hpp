// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which members of a stateful processor are its state variables, and what is known of them as types.

#include <tidemark/operators/kept_of_groups.hpp>
#include <tidemark/operators/state_variables.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/state/lifespan.hpp>
#include <tidemark/state/variable_slots.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace tidemark {

namespace detail {

template <class Variable>
inline constexpr bool variable_can_be_kept = false;
template <class T, lifespan Lives>
inline constexpr bool variable_can_be_kept<value_state<T, Lives>> = can_be_kept<T>;
template <class T, lifespan Lives>
inline constexpr bool variable_can_be_kept<list_state<T, Lives>> =
    can_be_kept<T> && !std::is_same_v<T, bool>;  // a std::vector of them has no elements to point to
template <class K, class V, lifespan Lives>
inline constexpr bool variable_can_be_kept<map_state<K, V, Lives>> = EncodableKey<K> && can_be_kept<K> && can_be_kept<V>;

}  // namespace detail

// Of members that are listed; `Fields` are fields_of the processor.
template <class Fields>
struct listed_variables {
  static constexpr bool are_variables = false;
};
template <class... Variables>
  requires(StateVariable<typename Variables::type> && ...)
struct listed_variables<field_list<Variables...>> {
  static constexpr bool are_variables = true;
  using slot_row = row<field<Variables::key, typename Variables::type::slot_type>...>;
  using schema = field_list<field<Variables::key, typename Variables::type::schema_type>...>;

  static constexpr bool can_all_be_kept = (detail::variable_can_be_kept<typename Variables::type> && ... && true);
  static constexpr bool live_long_enough = ((Variables::type::lives.millis > 0) && ... && true);
  static constexpr bool any_ends = (Variables::type::lives.ends() || ... || false);
  static constexpr bool all_end = (Variables::type::lives.ends() && ... && true);

  // Of one kind: "value", "list", "map".
  static constexpr std::int64_t count([[maybe_unused]] std::string_view kind) {
    return (std::int64_t{0} + ... + (kind == Variables::type::kind ? 1 : 0));
  }
  // The variables stand for the entry that this row belongs to, until they are released.
  static void bind([[maybe_unused]] auto& processor, [[maybe_unused]] slot_row& to, [[maybe_unused]] processor_calls& calls) {
    (tidemark::get<Variables::key>(processor).bind(tidemark::get<Variables::key>(to), calls), ...);
  }
  static void release([[maybe_unused]] auto& processor) { (tidemark::get<Variables::key>(processor).release(), ...); }
  // Their kinds, in order, as the checkpoint has them.
  static void print([[maybe_unused]] auto& out) {
    [[maybe_unused]] const char* between = "";
    ((out += between, out += Variables::type::kind, out += Variables::type::lives.ends() ? " with time to live" : "",
      between = ", "),
     ...);
  }
};

namespace detail {

template <class P>
struct variables_of_processor : listed_variables<field_list<>> {
  static constexpr bool are_variables = std::is_empty_v<P>;
};
template <Record P>
  requires listed_variables<fields_of<P>>::are_variables
struct variables_of_processor<P> : listed_variables<fields_of<P>> {};

}  // namespace detail

// The state variables of a processor: the members by which it has been adapted. Where they are not known, `are_variables` is
// false, unless the processor has no members.
template <class P>
using processor_variables = detail::variables_of_processor<P>;

}  // namespace tidemark
