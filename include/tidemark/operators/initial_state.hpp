// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// initial_state(table): what groups with state begin with.

#include <tidemark/operators/stream.hpp>
#include <tidemark/plan/table_refresh.hpp>
#include <tidemark/row/as_row.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/key_hash.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/rules/keyed_groups.hpp>
#include <tidemark/rules/rows.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

namespace detail {

template <class State, class Rest>
inline constexpr bool is_only_column = false;
template <class State, name Name>
inline constexpr bool is_only_column<State, field_list<field<Name, State>>> = true;

}  // namespace detail

// How a row of the table is read: the key's columns by their names, then the members of the state by theirs, or the one column
// that is left.
template <class Key, class State, class From>
struct initial_row {
  using rest = dropped_fields<fields_of<From>, typename fields_of<Key>::names>;
  static constexpr bool fits = fills<Key, From> && detail::is_only_column<State, rest>;

  static State state_in(const From& from) { return first_of(from, rest{}); }

 private:
  template <name Name>
  static State first_of(const From& from, field_list<field<Name, State>> /*rest*/) {
    return tidemark::get<Name>(from);
  }
};
template <class Key, Row State, class From>
struct initial_row<Key, State, From> {
  static constexpr bool fits = fills<Key, From> && fills<State, From>;
  static State state_in(const From& from) { return as_row<State>(from); }
};

// In place of rows where there is no table.
struct nothing_to_begin_with {
  static void for_each(auto&& /*f*/) {}
};

// The rows of a table whose keys belong to the partition of a place.
template <class Key, class State, class From, class Place>
class initial_rows {
 public:
  initial_rows(const std::vector<From>& rows, Place place) : rows_(&rows), place_(place) {}

  // Calls f(key, state).
  template <class F>
  void for_each(F&& f) const {
    for (const From& row : *rows_) {
      const Key& key = as_row<Key>(row);
      if (place_.owns(key_hash_of(key))) f(key, initial_row<Key, State, From>::state_in(row));
    }
  }

 private:
  const std::vector<From>* rows_;
  Place place_;
};

}  // namespace tidemark

namespace tidemark::plan {

// As a setting of a step.
template <class Plan>
struct initial_state {
  Plan table;
};

// A node of groups with state whose groups begin with the rows of a table.
template <class Node, class Initial>
struct with_initial_state;
template <class Node, class Plan>
struct with_initial_state<Node, initial_state<Plan>> : Node {
  using table_plan = Plan;
  using table_row = owned_row<row_of<Plan>>;
  using key = typename Node::keys_type::kept;
  using state = typename Node::user_state;
  using verdict = first_violation<typename Node::verdict, demand<!is_streaming<Plan>, groups_with_state_initial_state_batch>,
                                  demand<initial_row<key, state, table_row>::fits, initial_state_does_not_fit>>;

  Plan table;
  table_refresh refresh = read_once;

  // All settings but the last are those of the node.
  template <class Input, class A, class B, class C>
  constexpr with_initial_state(Input below, A a, B b, C c, initial_state<Plan> from)
      : Node(std::move(below), std::move(a), std::move(b), std::move(c)), table(std::move(from.table)) {}
  template <class Input, class A, class B, class C, class D>
  constexpr with_initial_state(Input below, A a, B b, C c, D d, initial_state<Plan> from)
      : Node(std::move(below), std::move(a), std::move(b), std::move(c), std::move(d)), table(std::move(from.table)) {}

  static std::vector<table_row> make_table(std::vector<table_row> rows) { return rows; }
  template <class Place, class Next>
  auto make_stage(const Place& place, const std::vector<table_row>& rows, Next next) const {
    return this->made_stage(place, initial_rows<key, state, table_row, Place>(rows, place), std::move(next));
  }
};

}  // namespace tidemark::plan

namespace tidemark {

// Behind the function of a step of groups with state: its groups begin with the rows of a static table, which has the key's
// columns and those of the state (the members of a struct; or the only other column). In batch 0 the function is called for
// each of them, also without rows; later, and at a restart, the table is not looked at. Two rows for one key: error
// initial_state_repeats_key. Behind the mode of a stateful processor: it gets each row in batch 0, before other rows.
template <class Plan>
constexpr auto initial_state(stream<Plan> table) {
  return plan::initial_state<Plan>{std::move(table).plan()};
}
// A refused table refuses the step, without a second error.
constexpr rejected initial_state(rejected table) { return table; }

}  // namespace tidemark
