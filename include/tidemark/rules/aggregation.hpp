// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Demands of an aggregation on its groups and aggregates.

#include <tidemark/plan/node.hpp>
#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// The node only puts rows into groups.
template <class N>
inline constexpr bool is_grouped = requires { requires N::is_grouped; };

// Groups are no rows: the only thing to do with them is to aggregate them.
struct groups_need_aggregation : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark groups_need_aggregation: group_by must be followed by an aggregation; put td::agg(...) or td::count() "
        "behind it");
  }
};

// The aggregate does not exist for values of this type.
struct aggregate_does_not_fit : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark aggregate_does_not_fit: an aggregate is not defined for the type of its column (sum and avg need "
                  "numbers, min and max ordered values); cast the column, or take another aggregate");
  }
};

// A checkpoint tells aggregates apart by their names: two may have states of one type.
struct aggregate_needs_name : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark aggregate_needs_name: an aggregate of one's own has no name, by which a checkpoint knows what its "
                  "state means; give its type a member static constexpr const char* name");
  }
};

// Some input of the node is groups, and it is no node for them.
template <class Node>
inline constexpr bool stands_on_groups = false;
template <UnaryNode Node>
inline constexpr bool stands_on_groups<Node> =
    is_grouped<typename Node::input_type> && !requires { requires Node::takes_groups; };
template <TableNode Node>
inline constexpr bool stands_on_groups<Node> =
    (is_grouped<typename Node::input_type> && !requires { requires Node::takes_groups; }) ||
    is_grouped<typename Node::table_plan>;
template <BinaryNode Node>
inline constexpr bool stands_on_groups<Node> = is_grouped<typename Node::left_type> || is_grouped<typename Node::right_type>;

}  // namespace tidemark
