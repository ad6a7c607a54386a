// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The program of a query: the plans of its outputs assembled, each with its sink.

#include <tidemark/plan/facts.hpp>
#include <tidemark/runtime/assembly.hpp>
#include <tidemark/runtime/chain_makers.hpp>
#include <tidemark/runtime/output_stage.hpp>
#include <tidemark/runtime/plan_parts.hpp>
#include <tidemark/runtime/program.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace tidemark {

// Once all outputs are added it is complete, and only then to be used as a program.
class compiled_plan final : public program {
 public:
  compiled_plan(const program_options& options, const program_place& where, std::size_t steps, std::size_t watermarks);
  ~compiled_plan() override;

  // Adds what one query_plan puts out. `IsCut` as in assembly.
  template <bool IsCut, class Query>
  void add(const Query& query) {
    using plan = typename Query::plan_type;
    using mode = typename Query::mode;
    auto& sink = parts_.places().template open_sink<row_of<plan>>(query.sink, output_of<mode>(), "");
    const chain_makers::to_sink<std::remove_reference_t<decltype(sink)>> to_sink{&sink};
    own(new assembly<plan, mode, IsCut>(query.plan, parts_, next_, to_sink));
    next_.step += step_count<plan, mode>;
    next_.watermark += watermark_count<plan>;
  }

  std::size_t partitions() const override;
  std::span<source_port* const> sources() const override;
  std::span<sink_port* const> sinks() const override;
  std::span<const step_info> steps() const override;
  step_record& record(std::size_t step, std::size_t partition) override;
  state_base& state(std::size_t step, std::size_t partition) override;
  std::span<const watermark_info> watermarks() const override;
  observed_times& observed(std::size_t watermark, std::size_t partition) override;
  std::vector<std::int64_t> step_watermarks(std::int64_t global_ms) const override;
  state_schema schema() const override;
  void run(const batch_info& batch, std::span<const source_range> ranges, workers& threads) override;
  std::span<const std::int64_t> input_rows() const override;
  std::span<const std::int64_t> malformed_rows() const override;

 private:
  void own(assembly_base* made);

  plan_parts parts_;
  std::vector<std::unique_ptr<assembly_base>> assemblies_;
  place_numbers next_;
};

// The program of one or several outputs, one query_plan each.
template <bool IsCut, class... Outputs>
std::unique_ptr<program> program_of(const program_options& options, const program_place& where, const Outputs&... outputs) {
  constexpr std::size_t steps = (step_count<typename Outputs::plan_type, typename Outputs::mode> + ...);
  constexpr std::size_t watermarks = (watermark_count<typename Outputs::plan_type> + ...);
  auto* made = new compiled_plan(options, where, steps, watermarks);
  std::unique_ptr<program> owned(made);
  (made->template add<IsCut>(outputs), ...);
  return owned;
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/compiled_plan.ipp>
#endif
