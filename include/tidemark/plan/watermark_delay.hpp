// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The delay that was declared for a column that carries a watermark, found where it was declared.

#include <tidemark/plan/facts.hpp>
#include <tidemark/row/name.hpp>

#include <cstdint>
#include <type_traits>

namespace tidemark {

namespace detail {

// The columns below a node of which the mark `Mark` may come.
template <class N, name Mark>
struct marked_by {
  using type = name_list<Mark>;
};
template <class N, name Mark>
  requires requires { typename N::template marked_by<Mark>; }
struct marked_by<N, Mark> {
  using type = typename N::template marked_by<Mark>;
};

}  // namespace detail

namespace detail {

// The name that it has below, among the marks there; the first of these for one that is made of no column.
template <class Candidates, class Marks>
struct mark_below;
template <class Candidates, name First, name... Rest>
struct mark_below<Candidates, name_list<First, Rest...>> {
  template <name Least, name... Others>
  static constexpr auto first(name_list<Least, Others...> /*marks*/) {
    return Least;
  }
  static constexpr auto value =
      first(united_names<std::conditional_t<Candidates::template contains<First>, name_list<First>, name_list<>>,
                         std::conditional_t<Candidates::template contains<Rest>, name_list<Rest>, name_list<>>...,
                         name_list<First>>{});
};

}  // namespace detail

namespace detail {

// The marks of a node with two inputs that come from the left one.
template <class N>
struct left_marks {
  using type = event_time_of<typename N::left_type>;
};
template <class N>
  requires requires { typename N::left_event_time; }
struct left_marks<N> {
  using type = typename N::left_event_time;
};

}  // namespace detail

// In milliseconds. Requires: the node's column `Mark` carries a watermark.
template <name Mark, PlanNode N>
std::int64_t watermark_delay_ms(const N& node) {
  const auto below = [](const auto& input) {
    using marks = event_time_of<std::remove_cvref_t<decltype(input)>>;
    return watermark_delay_ms<detail::mark_below<typename detail::marked_by<N, Mark>::type, marks>::value>(input);
  };
  if constexpr (defines_watermark<N>) return node.delay_ms();
  else if constexpr (UnaryNode<N>) return below(node.input);
  else if constexpr (detail::left_marks<N>::type::template contains<Mark> || event_time_of<typename N::right_type>::size == 0)
    return below(node.left);
  else return below(node.right);
}

}  // namespace tidemark
