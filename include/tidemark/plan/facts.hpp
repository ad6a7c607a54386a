// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is known about a node without running it. A node that says nothing about a fact has its input's.

#include <tidemark/plan/lineage.hpp>
#include <tidemark/plan/node.hpp>
#include <tidemark/row/name.hpp>

#include <cstddef>
#include <type_traits>

namespace tidemark {

// The type of a node's rows: a user's record or a row<…>.
template <PlanNode N>
using row_of = typename N::row;

namespace detail {

template <class N>
struct streaming_of;
template <class N>
  requires requires { N::is_streaming; }
struct streaming_of<N> : std::bool_constant<N::is_streaming> {};
template <UnaryNode N>
  requires(!requires { N::is_streaming; })
struct streaming_of<N> : streaming_of<typename N::input_type> {};
template <BinaryNode N>
  requires(!requires { N::is_streaming; })
struct streaming_of<N>
    : std::bool_constant<streaming_of<typename N::left_type>::value || streaming_of<typename N::right_type>::value> {};

}  // namespace detail

// Some source below never ends.
template <PlanNode N>
inline constexpr bool is_streaming = detail::streaming_of<N>::value;

namespace detail {

template <class N>
struct event_time_fact {
  using type = name_list<>;
};
template <class N>
  requires requires { typename N::event_time; }
struct event_time_fact<N> {
  using type = typename N::event_time;
};
template <UnaryNode N>
  requires(!requires { typename N::event_time; })
struct event_time_fact<N> : event_time_fact<typename N::input_type> {};

}  // namespace detail

// The columns that carry a watermark, as a name_list: declared by with_watermark, kept by operators that pass the column on,
// moved to the window that is made from it, lost by a function that makes new rows.
template <PlanNode N>
using event_time_of = typename detail::event_time_fact<N>::type;

namespace detail {

template <class N>
constexpr auto own_step() {
  if constexpr (requires { typename N::stateful; }) return lineage<typename N::stateful>{};
  else return lineage<>{};
}

template <class N>
struct lineage_fact {
  using type = lineage<>;
};
template <UnaryNode N>
struct lineage_fact<N> {
  using type = joined_lineages<typename lineage_fact<typename N::input_type>::type, decltype(own_step<N>())>;
};
template <BinaryNode N>
struct lineage_fact<N> {
  using type = joined_lineages<typename lineage_fact<typename N::left_type>::type,
                               typename lineage_fact<typename N::right_type>::type, decltype(own_step<N>())>;
};

}  // namespace detail

// The stateful steps at and below a node, left before right, the lowest first.
template <PlanNode N>
using lineage_of = typename detail::lineage_fact<N>::type;

// The node declares a watermark.
template <PlanNode N>
inline constexpr bool defines_watermark = requires { requires N::defines_watermark; };

// How many steps keep state in an output mode, and how many with_watermark nodes, stand at and below a node: what they are
// numbered by.
template <PlanNode N, class Mode>
inline constexpr std::size_t step_count = lineage_of<N>::template count_in<Mode>;

// The node itself is such a step.
template <PlanNode N, class Mode>
inline constexpr bool is_step = false;
template <PlanNode N, class Mode>
  requires requires { typename N::stateful; }
inline constexpr bool is_step<N, Mode> = N::stateful::template keeps_state<Mode>;

template <PlanNode N>
inline constexpr std::size_t watermark_count = 0;
template <UnaryNode N>
inline constexpr std::size_t watermark_count<N> = watermark_count<typename N::input_type> + (defines_watermark<N> ? 1 : 0);
template <BinaryNode N>
inline constexpr std::size_t watermark_count<N> =
    watermark_count<typename N::left_type> + watermark_count<typename N::right_type>;

// Some step at or below a node wants the rows of a key in one partition.
template <PlanNode N>
inline constexpr bool exchanges_rows = requires(const N& node) { node.exchanged_by(); };
template <UnaryNode N>
inline constexpr bool exchanges_rows<N> =
    requires(const N& node) { node.exchanged_by(); } || exchanges_rows<typename N::input_type>;
template <BinaryNode N>
inline constexpr bool exchanges_rows<N> = exchanges_rows<typename N::left_type> || exchanges_rows<typename N::right_type> ||
                                          requires { typename N::stateful; };  // the rows of both sides meet in its state

// A watermark that comes from below still flows above the node. Not if it says so: then one may be declared anew.
template <PlanNode N>
inline constexpr bool hands_on_watermark = !requires { requires !N::hands_on_watermark; };

// A watermark comes up to this node, whether or not a column still carries it: it must not be declared again.
template <PlanNode N>
inline constexpr bool watermark_flows = false;
template <UnaryNode N>
inline constexpr bool watermark_flows<N> =
    defines_watermark<N> || (watermark_flows<typename N::input_type> && hands_on_watermark<N>);
template <BinaryNode N>
inline constexpr bool watermark_flows<N> =
    (watermark_flows<typename N::left_type> || watermark_flows<typename N::right_type>)&&hands_on_watermark<N>;

}  // namespace tidemark
