// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one template that makes a running pipeline of a plan: stages fused into chains, their state, and the list of feeds.
//
// The walk goes from the sink to the sources. `make_next(partition)` yields the finished chain above a node; a node wraps it in
// its own stage, a leaf or an exchange ends it. No operator is named here.

#include <tidemark/operators/sides.hpp>
#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/projection.hpp>
#include <tidemark/plan/query_plan.hpp>
#include <tidemark/runtime/exchange.hpp>
#include <tidemark/runtime/leaf.hpp>
#include <tidemark/runtime/output_stage.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/runtime/plan_schema.hpp>
#include <tidemark/runtime/program.hpp>

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

// Where a program's sources and sink stand.
struct program_place {
  file_system& files;
  std::string sources_folder;  // "<checkpoint>/sources"; empty without a checkpoint
  std::string query_id;
  std::string query_name;
};

// What make_next is in each place: makes the chain above a node, in a partition. These have names, since that of a lambda says
// what the function around it was made for, and so, with the next lambda within, twice the name of the one before.
namespace chain_makers {

template <class Sink>
struct to_sink {
  Sink* sink;

  auto operator()(std::size_t partition) const {
    auto& writer = sink->open().writer(partition);
    return stage::to_sink<std::remove_reference_t<decltype(writer)>>(writer);
  }
};

template <class Mode, class Node, class MakeNext>
struct through {
  stage_places* places;
  const Node* node;
  place_numbers numbers;
  MakeNext make_next;

  auto operator()(std::size_t partition) const {
    return node->make_stage(place<Mode>(*places, numbers, partition), make_next(partition));
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
  const std::vector<std::unique_ptr<Stage>>* stages;

  auto operator()(std::size_t partition) const { return stage::entry<Side, Stage>(*(*stages)[partition]); }
};

}  // namespace chain_makers

// The program of a query. With `IsCut` keyed steps get their rows over exchanges, so there can be several partitions; without,
// one chain is fused from source to sink and there is one.
template <class Query, bool IsCut>
class compiled_plan final : public program {
  using plan_type = typename Query::plan_type;
  using mode = typename Query::mode;
  using output_row = row_of<plan_type>;
  using sink_type = opened_sink<typename Query::sink_type, output_row>;

 public:
  compiled_plan(const Query& query, const program_options& options, const program_place& where)
      : plan_(query.plan),
        where_(where),
        places_(options, step_count<plan_type>, watermark_count<plan_type>),
        sink_(query.sink, {where.files, where.query_id, where.query_name, options.partitions}, output_of<mode>()) {
    schema_.output_mode = mode::word;
    compile<typename fields_of<output_row>::names>(plan_, chain_makers::to_sink<sink_type>{&sink_}, nullptr, {});
    for (const auto& source : sources_) source_ports_.push_back(source.get());
    input_rows_.resize(sources_.size());
    malformed_rows_.resize(sources_.size());
  }

  std::size_t partitions() const override { return places_.partitions(); }
  std::span<source_port* const> sources() const override { return source_ports_; }
  sink_port& sink() override { return sink_; }

  std::span<const step_info> steps() const override { return steps_; }
  step_record& record(std::size_t step, std::size_t partition) override { return places_.record(step, partition); }
  state_base& state(std::size_t step, std::size_t partition) override { return places_.state(step, partition); }

  std::span<const std::int64_t> watermark_delays_ms() const override { return delays_ms_; }
  observed_times& observed(std::size_t watermark, std::size_t partition) override {
    return places_.observed(watermark, partition);
  }

  std::vector<std::int64_t> step_watermarks(std::int64_t global_ms) const override {
    std::vector<std::int64_t> into(step_count<plan_type>, 0);
    if (global_ms != 0) propagate(plan_, global_ms, into, 0);
    return into;
  }

  state_schema schema() const override { return schema_; }

  void run(const batch_info& batch, std::span<const source_range> ranges, workers& threads) override {
    for (std::size_t i = 0; i < batches_.size(); ++i) *batches_[i] = {ranges[i]};
    for (const auto& one : feeds_) one->run(batch, threads);
    for (std::size_t i = 0; i < batches_.size(); ++i) {
      input_rows_[i] = batches_[i]->input_rows;
      malformed_rows_[i] = batches_[i]->malformed_rows;
    }
  }

  std::span<const std::int64_t> input_rows() const override { return input_rows_; }
  std::span<const std::int64_t> malformed_rows() const override { return malformed_rows_; }

 private:
  place<mode> place_at(place_numbers numbers, std::size_t partition) { return {places_, numbers, partition}; }

  template <class Required, SourceNode Node, class MakeNext>
  void compile(const Node& node, MakeNext make_next, exchange_base* above, place_numbers /*first*/) {
    using source = typename Node::source_type;
    const std::size_t number = number_of(*node.from);
    const auto& opened = static_cast<const opened_source<source>&>(*sources_[number]);
    feeds_.push_back(std::make_unique<leaf<source, Required, decltype(make_next(0))>>(opened, *batches_[number], partitions(),
                                                                                      make_next, above));
  }

  template <class Required, UnaryNode Node, class MakeNext>
  void compile(const Node& node, MakeNext make_next, exchange_base* above, place_numbers first) {
    using input = typename Node::input_type;
    using needed = needed_columns<Node, input, Required>;
    const place_numbers own{first.step + step_count<input>, first.watermark + watermark_count<input>};
    const chain_makers::through<mode, Node, MakeNext> make_here{&places_, &node, own, make_next};
    note_step<Node>(node, own);
    if constexpr (IsCut && requires { node.exchanged_by(); }) {
      using row = row_from<kept_fields<fields_of<row_of<input>>, needed>>;
      using exchange_type = exchange<row, decltype(make_here(0))>;
      auto cut = std::make_unique<exchange_type>(partitions(), make_here, above);
      exchange_type& here = *cut;
      using keys = decltype(node.exchanged_by());
      compile<needed>(node.input, chain_makers::to_exchange<keys, exchange_type>{node.exchanged_by(), &here}, &here, first);
      feeds_.push_back(std::move(cut));
    } else {
      compile<needed>(node.input, make_here, above, first);
    }
  }

  template <class Required, BinaryNode Node, class MakeNext>
  void compile(const Node& node, MakeNext make_next, exchange_base* above, place_numbers first) {
    using left = typename Node::left_type;
    using right = typename Node::right_type;
    const place_numbers behind_left{first.step + step_count<left>, first.watermark + watermark_count<left>};
    const place_numbers own{behind_left.step + step_count<right>, behind_left.watermark + watermark_count<right>};
    using shared_type = decltype(node.make_shared_stage(place_at(own, 0), make_next(0)));
    auto shared = std::make_shared<std::vector<std::unique_ptr<shared_type>>>();
    for (std::size_t p = 0; p < partitions(); ++p)
      shared->push_back(std::make_unique<shared_type>(node.make_shared_stage(place_at(own, p), make_next(p))));
    note_step<Node>(node, own);
    auto& stages = *shared;
    owned_.push_back(std::move(shared));
    compile<needed_columns<Node, left, Required>>(node.left, chain_makers::to_side<left_side, shared_type>{&stages}, above,
                                                  first);
    compile<needed_columns<Node, right, Required>>(node.right, chain_makers::to_side<right_side, shared_type>{&stages}, above,
                                                   behind_left);
  }

  // What the runtime asks of a step or watermark node, under the node's number.
  template <class Node>
  void note_step(const Node& node, place_numbers own) {
    if constexpr (requires { typename Node::stateful; }) {
      using step = typename Node::stateful;
      steps_.resize(step_count<plan_type>);
      steps_[own.step] = {step::name, step::template reacts_to_watermark<mode>, false};
      schema_.steps.resize(steps_.size());
      schema_.steps[own.step] = schema_of_step(node);
    }
    if constexpr (requires { requires Node::defines_watermark; }) {
      delays_ms_.resize(watermark_count<plan_type>);
      delays_ms_[own.watermark] = node.delay_ms();
      schema_.watermarks.resize(delays_ms_.size());
      schema_.watermarks[own.watermark] = {std::string(node.time.key.view()), node.delay_ms()};
    }
  }

  // Sources are numbered by first visit; copies of one stream are one source.
  template <class S>
  std::size_t number_of(const S& source) {
    const auto known = std::find(identities_.begin(), identities_.end(), static_cast<const void*>(&source));
    const auto number = static_cast<std::size_t>(known - identities_.begin());
    if (known == identities_.end()) {
      identities_.push_back(&source);
      batches_.push_back(std::make_unique<source_batch>());
      const std::string folder = where_.sources_folder.empty() ? "" : where_.sources_folder + "/" + std::to_string(number);
      sources_.push_back(std::make_unique<opened_source<S>>(source, source_place{where_.files, folder}));
    }
    return number;
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
    else return handed_on(node, in, into, first + step_count<typename Node::input_type>);
  }
  template <BinaryNode Node>
  static std::optional<std::int64_t> propagate(const Node& node, std::int64_t global, std::vector<std::int64_t>& into,
                                               std::size_t first) {
    const std::size_t behind_left = first + step_count<typename Node::left_type>;
    const auto left = propagate(node.left, global, into, first);
    const auto right = propagate(node.right, global, into, behind_left);
    const auto in = left && right ? (std::min)(left, right) : (left ? left : right);
    return handed_on(node, in, into, behind_left + step_count<typename Node::right_type>);
  }
  template <class Node>
  static std::optional<std::int64_t> handed_on(const Node& node, std::optional<std::int64_t> in,
                                               std::vector<std::int64_t>& into, std::size_t step) {
    if constexpr (requires { typename Node::stateful; }) into[step] = in.value_or(0);
    if constexpr (requires { node.pass_watermark(in); }) return node.pass_watermark(in);
    else return in;
  }

  plan_type plan_;
  program_place where_;
  stage_places places_;
  sink_type sink_;
  state_schema schema_;
  std::vector<step_info> steps_;
  std::vector<std::int64_t> delays_ms_;
  std::vector<const void*> identities_;
  std::vector<std::unique_ptr<source_port>> sources_;
  std::vector<source_port*> source_ports_;
  std::vector<std::unique_ptr<source_batch>> batches_;
  std::vector<std::shared_ptr<void>> owned_;  // stages of two inputs
  std::vector<std::unique_ptr<feed>> feeds_;
  std::vector<std::int64_t> input_rows_;
  std::vector<std::int64_t> malformed_rows_;
};

}  // namespace tidemark
