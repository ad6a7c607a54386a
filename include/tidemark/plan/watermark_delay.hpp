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

// The name that a mark had one node below: the same if there is one of it, else that of the only or first mark there.
template <name Wanted, class Marks>
struct mark_below;
template <name Wanted, name First, name... Rest>
struct mark_below<Wanted, name_list<First, Rest...>> {
  static constexpr auto value() {
    if constexpr (name_list<First, Rest...>::template contains<Wanted>) return Wanted;
    else return First;
  }
};

}  // namespace detail

// In milliseconds. Requires: the node's column `Mark` carries a watermark.
template <name Mark, PlanNode N>
std::int64_t watermark_delay_ms(const N& node) {
  const auto below = [](const auto& input) {
    return watermark_delay_ms<detail::mark_below<Mark, event_time_of<std::remove_cvref_t<decltype(input)>>>::value()>(input);
  };
  if constexpr (defines_watermark<N>) return node.delay_ms();
  else if constexpr (UnaryNode<N>) return below(node.input);
  else if constexpr (event_time_of<typename N::left_type>::template contains<Mark> ||
                     event_time_of<typename N::right_type>::size == 0)
    return below(node.left);
  else return below(node.right);
}

}  // namespace tidemark
