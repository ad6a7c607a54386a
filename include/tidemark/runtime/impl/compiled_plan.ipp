// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of compiled_plan.hpp.

#include <tidemark/form.hpp>
#include <tidemark/runtime/assembly.hpp>
#include <tidemark/runtime/compiled_plan.hpp>
#include <tidemark/runtime/plan_parts.hpp>
#include <tidemark/runtime/program.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE compiled_plan::compiled_plan(const program_options& options, const program_place& where, std::size_t steps,
                                             std::size_t watermarks)
    : parts_(options, where, steps, watermarks) {}

TIDEMARK_INLINE compiled_plan::~compiled_plan() = default;

TIDEMARK_INLINE void compiled_plan::own(assembly_base* made) {
  std::unique_ptr<assembly_base> owned(made);
  assemblies_.push_back(std::move(owned));
}

TIDEMARK_INLINE std::size_t compiled_plan::partitions() const { return parts_.places().partitions(); }

TIDEMARK_INLINE std::span<source_port* const> compiled_plan::sources() const { return parts_.sources(); }

TIDEMARK_INLINE std::span<sink_port* const> compiled_plan::sinks() const { return parts_.places().sinks(); }

TIDEMARK_INLINE std::span<const step_info> compiled_plan::steps() const { return parts_.steps(); }

TIDEMARK_INLINE step_record& compiled_plan::record(std::size_t step, std::size_t partition) {
  return parts_.places().record(step, partition);
}

TIDEMARK_INLINE state_base& compiled_plan::state(std::size_t step, std::size_t partition) {
  return parts_.places().state(step, partition);
}

TIDEMARK_INLINE std::span<const watermark_info> compiled_plan::watermarks() const { return parts_.watermarks(); }

TIDEMARK_INLINE observed_times& compiled_plan::observed(std::size_t watermark, std::size_t partition) {
  return parts_.places().observed(watermark, partition);
}

TIDEMARK_INLINE std::vector<std::int64_t> compiled_plan::step_watermarks(std::int64_t global_ms) const {
  std::vector<std::int64_t> into(parts_.steps().size(), 0);
  for (const auto& one : assemblies_) one->step_watermarks(global_ms, into);
  return into;
}

TIDEMARK_INLINE state_schema compiled_plan::schema() const { return parts_.schema(); }

TIDEMARK_INLINE void compiled_plan::run(const batch_info& batch, std::span<const source_range> ranges, workers& threads) {
  parts_.run(batch, ranges, threads);
}

TIDEMARK_INLINE std::span<const std::int64_t> compiled_plan::input_rows() const { return parts_.input_rows(); }

TIDEMARK_INLINE std::span<const std::int64_t> compiled_plan::malformed_rows() const { return parts_.malformed_rows(); }

}  // namespace tidemark
