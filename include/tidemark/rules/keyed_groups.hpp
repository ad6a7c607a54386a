// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Demands of functions over groups: on the groups, the function and what begins their state.

#include <tidemark/plan/node.hpp>
#include <tidemark/rules/aggregation.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// The node puts rows into groups for a function of the user's.
template <class N>
inline constexpr bool is_keyed = requires { requires N::is_keyed; };

// Groups by key are no rows: a function makes rows of them.
struct keyed_groups_need_function : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark keyed_groups_need_function: group_by_key must be followed by a function over groups; put map_groups, "
        "flat_map_groups or one of their forms with state behind it, or use group_by and agg");
  }
};

// A function over groups needs groups.
struct function_needs_keyed_groups : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark function_needs_keyed_groups: a function over groups needs to know the key of a row; put group_by_key "
        "before it");
  }
};

// What a function makes a key of must have a form as one.
struct group_key_has_no_form : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark group_key_has_no_form: what the function of group_by_key returns can't be a key; return a column "
                  "type, or a struct adapted by BOOST_HANA_ADAPT_STRUCT");
  }
};

// The function of map_groups and its kin has a fixed form.
struct group_function_signature : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark group_function_signature: the function can't be called with a group; take (const Key& key, auto rows), "
        "and `auto& state` behind them in the forms with state");
  }
};

// State is written down at every commit.
struct group_state_has_no_form : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark group_state_has_no_form: the state's type can't be stored; make it a column type (text as std::string), "
        "or a struct of such members adapted by BOOST_HANA_ADAPT_STRUCT");
  }
};

// Initial state is read once, so it must end.
struct groups_with_state_initial_state_batch : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark groups_with_state_initial_state_batch: initial state comes from a static table, and this one is a "
                  "stream; begin it with td::read");
  }
};

// The columns of the table are found by name.
struct initial_state_does_not_fit : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark initial_state_does_not_fit: the table of initial state needs the key's columns and one for each member "
        "of the state (or a single one for a plain value), of the same types; select or rename before");
  }
};

// Some input of the node is keyed groups, and it is no node for them. An aggregation of all rows brings a group_by without
// keys, which stands there in its place.
template <class Node>
inline constexpr bool stands_on_keyed_groups = false;
template <UnaryNode Node>
inline constexpr bool stands_on_keyed_groups<Node> =
    is_keyed<typename Node::input_type> && !requires { requires Node::takes_keyed_groups; };
template <UnaryNode Node>
  requires is_grouped<typename Node::input_type>
inline constexpr bool stands_on_keyed_groups<Node> = stands_on_keyed_groups<typename Node::input_type>;
template <TableNode Node>
  requires(!is_grouped<typename Node::input_type>)
inline constexpr bool stands_on_keyed_groups<Node> =
    (is_keyed<typename Node::input_type> && !requires { requires Node::takes_keyed_groups; }) ||
    is_keyed<typename Node::table_plan>;
template <BinaryNode Node>
inline constexpr bool stands_on_keyed_groups<Node> =
    !stands_on_groups<Node> && (is_keyed<typename Node::left_type> || is_keyed<typename Node::right_type>);

}  // namespace tidemark

namespace detail {}  // namespace detail
