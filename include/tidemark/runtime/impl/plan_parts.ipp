// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of plan_parts.hpp.

#include <tidemark/durable/state_schema.hpp>
#include <tidemark/form.hpp>
#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/leaf.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/runtime/plan_parts.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE plan_parts::plan_parts(const program_options& options, program_place where, std::size_t steps,
                                       std::size_t watermarks)
    : where_(where), places_(options, std::move(where), steps, watermarks), steps_(steps), watermarks_(watermarks) {
  schema_.steps.resize(steps);
  schema_.watermarks.resize(watermarks);
}

TIDEMARK_INLINE void plan_parts::note_step(std::size_t number, step_info info, step_schema schema) {
  info.position = noted_steps_++;
  steps_[number] = std::move(info);
  schema_.steps[number] = std::move(schema);
}

TIDEMARK_INLINE void plan_parts::note_watermark(std::size_t number, watermark_info info, watermark_schema schema) {
  watermarks_[number] = info;
  schema_.watermarks[number] = std::move(schema);
}

TIDEMARK_INLINE void plan_parts::run(const batch_info& batch, std::span<const source_range> ranges, workers& threads) {
  for (const auto& one : tables_) one->refresh(batch);
  for (std::size_t i = 0; i < batches_.size(); ++i) *batches_[i] = {ranges[i]};
  for (const auto& one : feeds_) one->run(batch, threads);
  for (std::size_t i = 0; i < batches_.size(); ++i) {
    input_rows_[i] = batches_[i]->input_rows;
    malformed_rows_[i] = batches_[i]->malformed_rows;
  }
}

TIDEMARK_INLINE void plan_parts::add_source(const void* identity, std::unique_ptr<source_port> opened) {
  identities_.push_back(identity);
  sources_.push_back(opened.get());
  owned_sources_.push_back(std::move(opened));
  batches_.push_back(std::make_unique<source_batch>());
  input_rows_.push_back(0);
  malformed_rows_.push_back(0);
}

}  // namespace tidemark
