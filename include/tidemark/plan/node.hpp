// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The concept of a plan node: settings, the nodes below it, and a description of itself.
//
// A node is a small aggregate in namespace tidemark::plan, named by the word that the user wrote. It has
//   input_type            the node below; left_type and right_type for two; none for a source
//   row                   the type of its rows
//   verdict               ok, or what is wrong with this step where it stands; the node must be well-formed all the same
//   make_stage(place, next); for two inputs make_shared_stage<Required>(place, next), as `Required` of its columns are needed:
//                         the only link to what runs
//   describe(printer)     its line in a printed plan
// What it does not say of the following is as in its input, or as usual:
//   mode_verdict<Mode>    ok, or what is wrong with an output mode of the query for this step
//   event_time            the columns that carry a watermark behind it
//   marked_by<Column>     the columns of its input of which such a one may be made; left_event_time: those from the left input
//   needs<Required>       the columns that it needs of its input, needs_of<Side, Required> of one of two; else all of them
//   is_streaming          of a source
//   defines_watermark     with delay_ms(); hands_on_watermark = false: above it a watermark may be declared anew
//   pass_watermark(in)    the watermark that reaches what stands above it, in ms; nullopt: none
//   is_grouped, takes_groups   its rows are groups; it is for them
//   exchanged_by()        the keys by which rows must meet in one partition
//   stateful              what rules and reports ask of a step with state (lineage.hpp), and with it
//   state_key_fields, state_value_fields or state_value_fields_of<Required>, for_each_setting(f)
//                         what its state means (runtime/plan_schema.hpp)

#include <tidemark/row/row.hpp>

namespace tidemark {

template <class N>
concept SourceNode = requires {
  typename N::row;
  typename N::source_type;
};
template <class N>
concept UnaryNode = requires {
  typename N::row;
  typename N::input_type;
};
template <class N>
concept BinaryNode = requires {
  typename N::row;
  typename N::left_type;
  typename N::right_type;
};
// A node with one input that also asks a static table: `table` is its plan, `refresh` when it is read (plan/table_refresh.hpp),
// `make_table(rows)` what its stages get of it: make_stage(place, table, next).
template <class N>
concept TableNode = UnaryNode<N> && requires { typename N::table_plan; };
template <class N>
concept PlanNode = SourceNode<N> || UnaryNode<N> || BinaryNode<N>;

}  // namespace tidemark
