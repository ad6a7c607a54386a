// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The type-free face of a running pipeline: logs, triggers, recovery, progress and threads are written once against it, and
// not once a pipeline. compiled_plan.hpp is what stands behind it.

#include <tidemark/durable/state_schema.hpp>
#include <tidemark/operators/batch_info.hpp>
#include <tidemark/runtime/workers.hpp>
#include <tidemark/sinks/sink.hpp>
#include <tidemark/sources/source.hpp>
#include <tidemark/state/state_base.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// A running source without its type.
class source_port {
 public:
  source_port() = default;
  source_port(const source_port&) = delete;
  source_port& operator=(const source_port&) = delete;
  virtual ~source_port() = default;

  virtual std::string description() const = 0;
  virtual std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t now_ms,
                                                     read_limit limit) = 0;
  virtual void freeze(std::int64_t now_ms) = 0;
  virtual void commit(const source_offset& end) = 0;
  virtual void interrupt() = 0;
};

// A running sink without its type; see sinks/sink.hpp.
class sink_port {
 public:
  sink_port() = default;
  sink_port(const sink_port&) = delete;
  sink_port& operator=(const sink_port&) = delete;
  virtual ~sink_port() = default;

  virtual std::string description() const = 0;
  virtual void begin(batch_id id) = 0;
  virtual void prepare(batch_id id) = 0;
  virtual void commit(batch_id id) = 0;
  virtual std::int64_t output_rows() const = 0;
};

// What a source gives to the batch that runs: the rows after `start`, up to `end`. Without an end: nothing.
struct source_range {
  std::optional<source_offset> start;
  std::optional<source_offset> end;
};

// A stateful step as the runtime sees it.
struct step_info {
  std::string name;                // as progress reports it: "stateStoreSave"
  bool reacts_to_watermark = false;  // wants a batch without data when its watermark has moved
  bool wants_every_batch = false;    // has timeouts by the clock: wants a batch at every trigger
  std::size_t position = 0;          // in reports: from the sink to the sources, left before right
  std::vector<std::string> metrics = {};  // that it counts beside, by their names
};

// A watermark node as the runtime sees it; what it declares nothing about is without end.
struct watermark_info {
  static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

  std::int64_t delay_ms = 0;
  std::int64_t ignored_beyond_micros = never;  // event times more than this ahead of the batch's time do not count
  std::int64_t idle_after_ms = never;          // without rows for so long it does not hold others back
};

// Steps, watermark nodes and sources are numbered in plan order, left before right, from the sources up: steps from 0, as on
// disk. Records, observed times and states lie at fixed addresses for the life of the program.
class program {
 public:
  program() = default;
  program(const program&) = delete;
  program& operator=(const program&) = delete;
  virtual ~program() = default;

  virtual std::size_t partitions() const = 0;
  virtual std::span<source_port* const> sources() const = 0;
  // In the order in which they prepare and commit; that of the first output first.
  virtual std::span<sink_port* const> sinks() const = 0;

  virtual std::span<const step_info> steps() const = 0;
  virtual step_record& record(std::size_t step, std::size_t partition) = 0;
  virtual state_base& state(std::size_t step, std::size_t partition) = 0;

  virtual std::span<const watermark_info> watermarks() const = 0;
  virtual observed_times& observed(std::size_t watermark, std::size_t partition) = 0;

  // The watermark that reaches each step when the query's is `global_ms`; 0: none.
  virtual std::vector<std::int64_t> step_watermarks(std::int64_t global_ms) const = 0;

  // What state and output mean, for the checkpoint: checked against what was written there at the first start.
  virtual state_schema schema() const = 0;

  // Runs the rows of one batch through all stages, with output to the sinks' writers. `ranges` has one entry for each source.
  // Before: records are filled, observed times reset to their limits, states loaded. If it throws, the program is not to be
  // used again.
  virtual void run(const batch_info& batch, std::span<const source_range> ranges, workers& threads) = 0;

  // Rows that each source gave to the last batch, and those of them that were malformed and dropped.
  virtual std::span<const std::int64_t> input_rows() const = 0;
  virtual std::span<const std::int64_t> malformed_rows() const = 0;
};

// Calls f(sink) for each sink, in order.
template <class F>
void for_each_sink(const program& pipeline, F f) {
  for (sink_port* one : pipeline.sinks()) f(*one);
}

// Calls f(state) for the state of each step in each partition, on all threads.
template <class F>
void for_each_state(program& pipeline, workers& threads, F f) {
  const std::size_t partitions = pipeline.partitions();
  threads.for_each(pipeline.steps().size() * partitions,
                   [&](std::size_t i) { f(pipeline.state(i / partitions, i % partitions)); });
}

}  // namespace tidemark
