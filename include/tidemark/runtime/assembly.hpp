// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The walk that makes stages of a plan: fused into chains, cut where rows must meet by their keys, with their state, and a flat
// list of feeds that drives them.
//
// It goes from the sink to the sources. `make_next(partition)` yields the finished chain above a node; a node wraps it in its
// own stage, a leaf or an exchange ends it. No operator is named here.

#include <tidemark/operators/sides.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/projection.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/per_partition.hpp>
#include <tidemark/runtime/chain_makers.hpp>
#include <tidemark/runtime/exchange.hpp>
#include <tidemark/runtime/leaf.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/runtime/plan_parts.hpp>
#include <tidemark/runtime/plan_schema.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/static_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// A plan that runs, without its type: what is asked of it between batches.
class assembly_base {
 public:
  assembly_base() = default;
  assembly_base(const assembly_base&) = delete;
  assembly_base& operator=(const assembly_base&) = delete;
  virtual ~assembly_base() = default;

  // Notes the watermark that reaches each step of this plan when the query's is `global_ms`.
  virtual void step_watermarks(std::int64_t global_ms, std::vector<std::int64_t>& into) const = 0;
};

// A plan that runs, but for its sink: the walk that fills the parts, and the plan, whose settings its stages refer to. With
// `IsCut` keyed steps get their rows over exchanges, so there can be several partitions; without, one chain is fused from
// source to sink and there is one.
template <PlanNode Plan, OutputMode Mode, bool IsCut>
class assembly final : public assembly_base {
 public:
  // `first` are the numbers of the plan's first step and watermark; `make_end(partition)` is the stage in which the chains of a
  // partition end.
  template <class MakeEnd>
  assembly(Plan plan, plan_parts& into, place_numbers first, MakeEnd make_end)
      : plan_(std::move(plan)), parts_(&into), first_(first) {
    parts_->note_output(Mode::word);
    compile<typename fields_of<row_of<Plan>>::names>(plan_, make_end, nullptr, first);
  }

  void step_watermarks(std::int64_t global_ms, std::vector<std::int64_t>& into) const override {
    if (global_ms != 0) propagate(plan_, global_ms, into, first_.step);
  }

 private:
  place<Mode> place_at(place_numbers numbers, std::size_t partition) { return {parts_->places(), numbers, partition}; }

  template <class Below>
  static constexpr place_numbers behind(place_numbers first) {
    return {first.step + step_count<Below, Mode>, first.watermark + watermark_count<Below>};
  }

  template <class Required, SourceNode Node, class MakeNext>
  void compile(const Node& node, MakeNext make_next, exchange_base* above, place_numbers /*first*/) {
    using source = typename Node::source_type;
    const auto [opened, batch] = parts_->source_of(*node.from);
    using leaf_type = leaf<source, Required, decltype(make_next(0))>;
    parts_->add_feed(std::unique_ptr<feed>(new leaf_type(*opened, *batch, parts_->places().partitions(), make_next, above)));
  }

  template <class Required, UnaryNode Node, class MakeNext>
  void compile(const Node& node, MakeNext make_next, exchange_base* above, place_numbers first) {
    using input = typename Node::input_type;
    using columns = needed_columns<Node, input, Required>;
    const place_numbers own = behind<input>(first);
    note_step<Required>(node, own);
    if constexpr (TableNode<Node>) {
      const auto& table = open_table(node).content();
      using content = std::remove_cvref_t<decltype(table)>;
      compile_input<columns>(node,
                             chain_makers::through_with_table<Mode, Node, columns, content, MakeNext>{&parts_->places(), &node,
                                                                                                      &table, own, make_next},
                             above, first);
    } else {
      compile_input<columns>(
          node, chain_makers::through<Mode, Node, columns, MakeNext>{&parts_->places(), &node, own, make_next}, above, first);
    }
  }
  template <class Columns, UnaryNode Node, class MakeHere>
  void compile_input(const Node& node, MakeHere make_here, exchange_base* above, place_numbers first) {
    if constexpr (IsCut && requires { node.exchanged_by(); })
      compile_cut<Columns>(node.input, node.exchanged_by(), make_here, above, first);
    else compile<Columns>(node.input, make_here, above, first);
  }

  template <class Required, BinaryNode Node, class MakeNext>
  void compile(const Node& node, MakeNext make_next, exchange_base* above, place_numbers first) {
    using left = typename Node::left_type;
    using right = typename Node::right_type;
    const place_numbers behind_left = behind<left>(first);
    const place_numbers own = behind<right>(behind_left);
    using shared_type = decltype(node.template make_shared_stage<Required>(place_at(own, 0), make_next(0)));
    auto& places = parts_->places();
    const auto* stages = &places.template make<per_partition<shared_type>>(places.partitions(), [&](std::size_t p) {
      return node.template make_shared_stage<Required>(place_at(own, p), make_next(p));
    });
    note_step<Required>(node, own);
    compile_side<left_side, needed_columns_of_side<Node, left_side, left, Required>>(
        node, node.left, chain_makers::to_side<left_side, shared_type>{stages}, above, first);
    compile_side<right_side, needed_columns_of_side<Node, right_side, right, Required>>(
        node, node.right, chain_makers::to_side<right_side, shared_type>{stages}, above, behind_left);
  }
  template <class Side, class Needed, BinaryNode Node, class Input, class MakeEntry>
  void compile_side(const Node& node, const Input& input, MakeEntry make_entry, exchange_base* above, place_numbers first) {
    if constexpr (IsCut && requires { node.exchanged_by(Side{}); })
      compile_cut<Needed>(input, node.exchanged_by(Side{}), make_entry, above, first);
    else compile<Needed>(input, make_entry, above, first);
  }

  // The part of the plan whose rows must meet by their keys before the chains above.
  template <class Needed, class Node, class Keys, class MakeHere>
  void compile_cut(const Node& node, const Keys& keys, MakeHere make_here, exchange_base* above, place_numbers first) {
    using row = row_from<owned_fields<kept_fields<fields_of<row_of<Node>>, Needed>>>;
    using exchange_type = exchange<row, decltype(make_here(0))>;
    auto& here = *new exchange_type(parts_->places().partitions(), make_here, above);
    std::unique_ptr<feed> cut(&here);
    compile<Needed>(node, chain_makers::to_exchange<Keys, exchange_type>{keys, &here}, &here, first);
    parts_->add_feed(std::move(cut));
  }

  // What the runtime asks of a step or watermark node, under the node's number.
  template <class Required, class Node>
  void note_step(const Node& node, place_numbers own) {
    if constexpr (is_step<Node, Mode>) {
      using step = typename Node::stateful;
      parts_->note_step(own.step,
                        {.name = step::name,
                         .reacts_to_watermark = step::template reacts_to_watermark<Mode>,
                         .wants_every_batch = step::wants_every_batch,
                         .metrics = {step::metrics.begin(), step::metrics.end()}},
                        schema_of_step<Required>(node));
    }
    if constexpr (requires { requires Node::defines_watermark; }) {
      parts_->note_watermark(own.watermark, {node.delay_ms(), node.ignored_beyond_micros(), node.idle_after_ms()},
                             {std::string(node.time.key.view()), node.delay_ms()});
    }
  }

  // The table that a node asks, read now.
  template <TableNode Node>
  const auto& open_table(const Node& node) {
    auto table = std::make_unique<static_table<Node>>(node, parts_->files());
    const auto& opened = *table;
    parts_->add_table(std::move(table));
    return opened;
  }

  // The watermark that a node hands up, from its input's; notes what reaches each step.
  template <SourceNode Node>
  static std::optional<std::int64_t> propagate(const Node& /*node*/, std::int64_t /*global*/,
                                               std::vector<std::int64_t>& /*into*/, std::size_t /*first*/) {
    return std::nullopt;
  }
  template <UnaryNode Node>
  static std::optional<std::int64_t> propagate(const Node& node, std::int64_t global, std::vector<std::int64_t>& into,
                                               std::size_t first) {
    const auto in = propagate(node.input, global, into, first);
    if constexpr (requires { requires Node::defines_watermark; }) return global;
    else return handed_on(node, in, into, first + step_count<typename Node::input_type, Mode>);
  }
  template <BinaryNode Node>
  static std::optional<std::int64_t> propagate(const Node& node, std::int64_t global, std::vector<std::int64_t>& into,
                                               std::size_t first) {
    const std::size_t behind_left = first + step_count<typename Node::left_type, Mode>;
    const auto left = propagate(node.left, global, into, first);
    const auto right = propagate(node.right, global, into, behind_left);
    const auto in = left && right ? (std::min)(left, right) : (left ? left : right);
    return handed_on(node, in, into, behind_left + step_count<typename Node::right_type, Mode>);
  }
  template <class Node>
  static std::optional<std::int64_t> handed_on(const Node& node, std::optional<std::int64_t> in,
                                               std::vector<std::int64_t>& into, std::size_t step) {
    if constexpr (is_step<Node, Mode>) into[step] = in.value_or(0);
    if constexpr (requires { node.pass_watermark(in); }) return node.pass_watermark(in);
    else return in;
  }

  Plan plan_;
  plan_parts* parts_;
  place_numbers first_;
};

}  // namespace tidemark
