// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What plans are made into, whatever their types: sources, sinks, tables, states, and a flat list of feeds that drives the
// chains.

#include <tidemark/durable/state_schema.hpp>
#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/feed.hpp>
#include <tidemark/runtime/leaf.hpp>
#include <tidemark/runtime/place.hpp>
#include <tidemark/runtime/program.hpp>
#include <tidemark/runtime/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// What the runtime does with a table before each batch.
class table_base {
 public:
  table_base() = default;
  table_base(const table_base&) = delete;
  table_base& operator=(const table_base&) = delete;
  virtual ~table_base() = default;

  // Reads the table again if it is time.
  virtual void refresh(const batch_info& batch) = 0;
};

// Filled by one assembly after the other; then it runs batches. Steps and watermark nodes of a plan are numbered behind those
// of the plans before it.
class plan_parts {
 public:
  plan_parts(const program_options& options, program_place where, std::size_t steps, std::size_t watermarks);
  plan_parts(const plan_parts&) = delete;
  plan_parts& operator=(const plan_parts&) = delete;
  ~plan_parts();

  stage_places& places();
  const stage_places& places() const;
  file_system& files() const;

  // For an assembly, while it walks its plan. A running source, shared by the leaves that are copies of one stream, which are
  // known by the address of their settings; numbered by first visit.
  template <class S>
  std::pair<const opened_source<S>*, source_batch*> source_of(const S& settings) {
    const std::size_t number = number_of(&settings);
    if (number == sources_.size()) add_source(&settings, new opened_source<S>(settings, place_of_source(number)));
    return {static_cast<const opened_source<S>*>(sources_[number]), &batch_of(number)};
  }
  void add_feed(std::unique_ptr<feed> one);
  void add_table(std::unique_ptr<table_base> one);
  // The position in reports is the order in which steps are noted: from the sink to the sources.
  void note_step(std::size_t number, step_info info, step_schema schema);
  void note_watermark(std::size_t number, watermark_info info, watermark_schema schema);
  void note_output(const std::string& mode);
  std::span<source_port* const> sources() const;
  std::span<const step_info> steps() const;
  std::span<const watermark_info> watermarks() const;
  const state_schema& schema() const;

  void run(const batch_info& batch, std::span<const source_range> ranges, workers& threads);
  std::span<const std::int64_t> input_rows() const;
  std::span<const std::int64_t> malformed_rows() const;

 private:
  std::size_t number_of(const void* identity) const;
  source_place place_of_source(std::size_t number) const;
  source_batch& batch_of(std::size_t number);
  void add_source(const void* identity, source_port* opened);  // takes ownership

  program_place where_;
  stage_places places_;
  std::vector<step_info> steps_;
  std::size_t noted_steps_ = 0;
  std::vector<watermark_info> watermarks_;
  state_schema schema_;
  std::vector<const void*> identities_;
  std::vector<std::unique_ptr<source_port>> owned_sources_;
  std::vector<source_port*> sources_;
  std::vector<std::unique_ptr<source_batch>> batches_;
  std::vector<std::unique_ptr<table_base>> tables_;
  std::vector<std::unique_ptr<feed>> feeds_;
  std::vector<std::int64_t> input_rows_;
  std::vector<std::int64_t> malformed_rows_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/runtime/impl/plan_parts.ipp>
#endif
