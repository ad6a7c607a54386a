// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of plan_parts.hpp.

#include <tidemark/durable/state_schema.hpp>
#include <tidemark/form.hpp>
#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/feed.hpp>
#include <tidemark/runtime/leaf.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/runtime/plan_parts.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE plan_parts::plan_parts(const program_options& options, program_place where, std::size_t steps,
                                       std::size_t watermarks)
    : where_(where), places_(options, std::move(where), steps, watermarks), steps_(steps), watermarks_(watermarks) {
  schema_.steps.resize(steps);
  schema_.watermarks.resize(watermarks);
}

TIDEMARK_INLINE plan_parts::~plan_parts() = default;

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

TIDEMARK_INLINE void plan_parts::add_source(const void* identity, source_port* opened) {
  std::unique_ptr<source_port> owned(opened);
  identities_.push_back(identity);
  sources_.push_back(opened);
  owned_sources_.push_back(std::move(owned));
  batches_.push_back(std::make_unique<source_batch>());
  input_rows_.push_back(0);
  malformed_rows_.push_back(0);
}

TIDEMARK_INLINE stage_places& plan_parts::places() { return places_; }

TIDEMARK_INLINE const stage_places& plan_parts::places() const { return places_; }

TIDEMARK_INLINE file_system& plan_parts::files() const { return where_.files; }

TIDEMARK_INLINE void plan_parts::add_feed(std::unique_ptr<feed> one) { feeds_.push_back(std::move(one)); }

TIDEMARK_INLINE void plan_parts::add_table(std::unique_ptr<table_base> one) { tables_.push_back(std::move(one)); }

TIDEMARK_INLINE void plan_parts::note_output(const std::string& mode) {
  schema_.output_mode += (schema_.output_mode.empty() ? "" : ", ") + mode;
}

TIDEMARK_INLINE std::span<source_port* const> plan_parts::sources() const { return sources_; }

TIDEMARK_INLINE std::span<const step_info> plan_parts::steps() const { return steps_; }

TIDEMARK_INLINE std::span<const watermark_info> plan_parts::watermarks() const { return watermarks_; }

TIDEMARK_INLINE const state_schema& plan_parts::schema() const { return schema_; }

TIDEMARK_INLINE std::span<const std::int64_t> plan_parts::input_rows() const { return input_rows_; }

TIDEMARK_INLINE std::span<const std::int64_t> plan_parts::malformed_rows() const { return malformed_rows_; }

TIDEMARK_INLINE std::size_t plan_parts::number_of(const void* identity) const {
  return static_cast<std::size_t>(std::find(identities_.begin(), identities_.end(), identity) - identities_.begin());
}

TIDEMARK_INLINE source_place plan_parts::place_of_source(std::size_t number) const {
  return {where_.files, where_.sources_folder.empty() ? "" : where_.sources_folder + "/" + std::to_string(number)};
}

TIDEMARK_INLINE source_batch& plan_parts::batch_of(std::size_t number) { return *batches_[number]; }

}  // namespace tidemark
