// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The program of a query: its plan assembled, and its sink.

#include <tidemark/plan/query_plan.hpp>
#include <tidemark/runtime/assembly.hpp>
#include <tidemark/runtime/chain_makers.hpp>
#include <tidemark/runtime/output_stage.hpp>
#include <tidemark/runtime/program.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// Where a program's sources and sink stand.
struct program_place {
  file_system& files;
  std::string sources_folder;  // "<checkpoint>/sources"; empty without a checkpoint
  std::string query_id;
  std::string query_name;
};

// The one template behind `program`. `IsCut` as in assembly.
template <class Query, bool IsCut>
class compiled_plan final : public program {
  using plan_type = typename Query::plan_type;
  using mode = typename Query::mode;
  using output_row = row_of<plan_type>;
  using sink_type = opened_sink<typename Query::sink_type, output_row>;

 public:
  compiled_plan(const Query& query, const program_options& options, const program_place& where)
      : sink_(query.sink, {where.files, where.query_id, where.query_name, options.partitions}, output_of<mode>()),
        assembly_(query.plan, options, {where.files, where.sources_folder}, chain_makers::to_sink<sink_type>{&sink_}) {}

  std::size_t partitions() const override { return assembly_.places().partitions(); }
  std::span<source_port* const> sources() const override { return assembly_.sources(); }
  sink_port& sink() override { return sink_; }

  std::span<const step_info> steps() const override { return assembly_.steps(); }
  step_record& record(std::size_t step, std::size_t partition) override { return assembly_.places().record(step, partition); }
  state_base& state(std::size_t step, std::size_t partition) override { return assembly_.places().state(step, partition); }

  std::span<const watermark_info> watermarks() const override { return assembly_.watermarks(); }
  observed_times& observed(std::size_t watermark, std::size_t partition) override {
    return assembly_.places().observed(watermark, partition);
  }
  std::vector<std::int64_t> step_watermarks(std::int64_t global_ms) const override {
    return assembly_.step_watermarks(global_ms);
  }
  state_schema schema() const override { return assembly_.schema(); }

  void run(const batch_info& batch, std::span<const source_range> ranges, workers& threads) override {
    assembly_.run(batch, ranges, threads);
  }
  std::span<const std::int64_t> input_rows() const override { return assembly_.input_rows(); }
  std::span<const std::int64_t> malformed_rows() const override { return assembly_.malformed_rows(); }

 private:
  sink_type sink_;
  assembly<plan_type, mode, IsCut> assembly_;
};

}  // namespace tidemark
