// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The fixed form of an operator: what carries its settings until a stream supplies the input, and what a stage must be.
//
// An operator is one header in three parts: the stage (what it does to a row), the plan node (what it means: rows, facts,
// verdict), and the function that the user calls, which returns a step.

#include <tidemark/operators/batch_info.hpp>
#include <tidemark/plan/node.hpp>
#include <tidemark/plan/pack.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace tidemark {

// An operator that waits for its input: `stream | step` makes the node Node<Input, Settings...>. The only carrier; no
// operator writes its own. A setting that is only a type travels as an empty tag value.
template <template <class, class...> class Node, class... Settings>
class step : packed_all<std::index_sequence_for<Settings...>, Settings...> {
  using settings = packed_all<std::index_sequence_for<Settings...>, Settings...>;

 public:
  template <class Input>
  using node = Node<Input, Settings...>;

  constexpr explicit step(Settings... given) : settings(std::move(given)...) {}

  template <class Input>
  constexpr node<Input> on(Input input) && {
    return node_on(std::move(input), std::index_sequence_for<Settings...>{});
  }

 private:
  template <class Input, std::size_t... Indices>
  constexpr node<Input> node_on(Input input, std::index_sequence<Indices...> /*which*/) {
    return node<Input>{std::move(input), std::move(static_cast<packed<Indices, Settings>&>(*this).value)...};
  }
};

// A stage takes rows by reference and passes them on; it keeps no reference to a row, no pointer to itself or its next, and
// may be moved between batches. `end_of_batch` emits what is due, then evicts, writes counters, and only then passes the end
// on. It has a constructor: clang 16 miscompiles a brace-initialised aggregate with empty [[no_unique_address]] members.
template <class S, class R>
concept Stage = std::is_move_constructible_v<S> && requires(S& stage, const R& row, const batch_info& batch) {
  stage.process(row);
  stage.end_of_batch(batch);
};

}  // namespace tidemark
