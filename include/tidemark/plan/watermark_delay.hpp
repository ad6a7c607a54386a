// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The delay that was declared for a column that carries a watermark, found where it was declared.

#include <tidemark/plan/event_time.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/row/name.hpp>

#include <cstdint>
#include <type_traits>

namespace tidemark {

namespace detail {

// The columns below a node of which the mark `Mark` may come.
template <class N, name Mark>
constexpr auto marked_by() {
  if constexpr (requires { typename N::template marked_by<Mark>; }) return typename N::template marked_by<Mark>{};
  else return name_list<Mark>{};
}

// The marks of a node with two inputs that come from the left one.
template <class N>
constexpr auto left_marks() {
  if constexpr (requires { typename N::left_event_time; }) return typename N::left_event_time{};
  else return event_time_of<typename N::left_type>{};
}

template <name First, name... Rest>
constexpr auto first_of(name_list<First, Rest...> /*names*/) {
  return First;
}

}  // namespace detail

// In milliseconds. Requires: the node's column `Mark` carries a watermark.
template <name Mark, PlanNode N>
std::int64_t watermark_delay_ms(const N& node) {
  const auto below = [](const auto& input) {
    // The name that it has below, among the marks there; the first of these for one that is made of no column.
    using marks = event_time_of<std::remove_cvref_t<decltype(input)>>;
    using candidates = names_among<marks, decltype(detail::marked_by<N, Mark>())>;
    return watermark_delay_ms<detail::first_of(united_names<candidates, marks>{})>(input);
  };
  if constexpr (defines_watermark<N>) return node.delay_ms();
  else if constexpr (UnaryNode<N>) return below(node.input);
  else if constexpr (decltype(detail::left_marks<N>())::template contains<Mark> ||
                     event_time_of<typename N::right_type>::size == 0)
    return below(node.left);
  else return below(node.right);
}

}  // namespace tidemark
