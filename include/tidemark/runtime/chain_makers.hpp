// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What makes the chain above a node, in a partition: `make_next(partition)` of the walk.
//
// They have names, since that of a lambda says what the function around it was made for, and so, with the next lambda within,
// twice the name of the one before: debug information grew by a factor a step.

#include <tidemark/operators/sides.hpp>
#include <tidemark/row/per_partition.hpp>
#include <tidemark/runtime/exchange.hpp>
#include <tidemark/runtime/output_stage.hpp>
#include <tidemark/runtime/place.hpp>

#include <cstddef>

namespace tidemark::chain_makers {

template <class Sink>
struct to_sink {
  Sink* sink;

  auto operator()(std::size_t partition) const { return stage::end_in(*sink, partition); }
};

// Through a node whose rows come with these columns.
template <class Mode, class Node, class Columns, class MakeNext>
struct through {
  stage_places* places;
  const Node* node;
  place_numbers numbers;
  MakeNext make_next;

  auto operator()(std::size_t partition) const {
    return node->make_stage(place<Mode, Columns>(*places, numbers, partition), make_next(partition));
  }
};

// Through a node that asks a table.
template <class Mode, class Node, class Columns, class Content, class MakeNext>
struct through_with_table {
  stage_places* places;
  const Node* node;
  const Content* table;
  place_numbers numbers;
  MakeNext make_next;

  auto operator()(std::size_t partition) const {
    return node->make_stage(place<Mode, Columns>(*places, numbers, partition), *table, make_next(partition));
  }
};

template <class Keys, class Exchange>
struct to_exchange {
  Keys keys;
  Exchange* above;

  auto operator()(std::size_t partition) const { return stage::to_partition<Keys, Exchange>(keys, *above, partition); }
};

template <class Side, class Stage>
struct to_side {
  const per_partition<Stage>* stages;

  auto operator()(std::size_t partition) const { return stage::entry<Side, Stage>((*stages)[partition]); }
};

}  // namespace tidemark::chain_makers
