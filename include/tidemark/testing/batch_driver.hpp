// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Runs a pipeline one trigger at a time, without threads and under a clock that the test moves: rows in, rows out, restart.

#include <tidemark/operators/stream.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/runtime/batch_report.hpp>
#include <tidemark/runtime/query_engine.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/testing/collecting_sink.hpp>
#include <tidemark/testing/manual_clock.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::testing {

// One batch that ran. `watermark` is the one it used to evict, in ms since the epoch (0: none); `state` lists the stateful
// steps, the one nearest to the sink first.
template <Row R>
struct batch_result {
  std::int64_t id = 0;
  std::vector<R> rows;
  std::int64_t watermark = 0;
  std::int64_t input_rows = 0;
  std::vector<state_operator_progress> state;
};

// The rows that a driver hands out: of a query with one output, if it collects them.
template <class Query>
struct rows_of_query {
  using row = owned_row<row_of<typename Query::plan_type>>;
  static constexpr bool are_collected =
      std::same_as<typename Query::sink_type, collecting_sink<row_of<typename Query::plan_type>>>;
};
template <class... Queries>
struct rows_of_query<query_plans<Queries...>> {
  using row = tidemark::row<>;
  static constexpr bool are_collected = false;
};

// What a driver takes beside the options of start. Its own file system is in memory; a pipeline that reads or writes real files
// needs `files = &local_files()` and a folder for the checkpoint.
template <StatePolicy Policy = memory_state>
struct driver_options {
  start_options<Policy> start = {};
  file_system* files = nullptr;
  tidemark::checkpoint checkpoint = {"checkpoint"};
};

// Drives a pipeline, judged as by start: `batch_driver query{count_per_page(read_stream(input)), append};`. By default in the
// form that is cut into partitions, with memory state on a file system in memory; name the other form or policy to drive it:
// batch_driver<Query, leveldb_state, program_form::by_partitions>. One thread.
template <class Query, StatePolicy Policy = memory_state, program_form Form = program_form::cut>
class batch_driver {
 public:
  using row = typename rows_of_query<Query>::row;
  using result = batch_result<row>;
  using options_type = driver_options<Policy>;

  // Throws what start would throw.
  explicit batch_driver(Query query, options_type options = {}) : query_(std::move(query)), options_(std::move(options)) {
    query_.unpack([]<class... Outputs>(const Outputs&... /*each*/) {
      start_verdict<true, Outputs...>::template enforce<typename rows_of_query<Query>::row>();
    });
    open();
  }
  template <class Plan, class Mode>
    requires std::same_as<Query, query_plan<Plan, collecting_sink<row_of<Plan>>, Mode>>
  batch_driver(stream<Plan> pipeline, Mode /*mode*/, options_type options = {})
      : batch_driver(Query{std::move(pipeline).plan(), {}}, std::move(options)) {}

  // Runs one trigger. Nullopt: there was nothing to do. Rows are there if the driver collects them, which is when it was given
  // a mode and no sink. A batch that throws ends the run: only restart, or destruction, may follow.
  std::optional<result> run_batch() {
    const batch_outcome* ran = engine_->runner().run_trigger();
    if (ran == nullptr) return std::nullopt;
    result one{ran->id, {}, ran->watermark_ms, ran->input_rows(), progress_frame(names_, *ran).state_operators};
    if constexpr (rows_of_query<Query>::are_collected) one.rows = query_.sink.take();
    return one;
  }

  // Runs triggers until there is nothing to do.
  std::vector<result> run_until_idle() {
    std::vector<result> all;
    while (auto one = run_batch()) all.push_back(std::move(*one));
    return all;
  }

  manual_clock& clock() { return clock_; }
  simulated_file_system& simulated_files() { return *simulated_; }  // unless `files` was given

  // Stops, as stop does, and starts again from the checkpoint: as a new process would.
  void restart() {
    stop();
    open();
  }
  void stop() { engine_.reset(); }

  // With other options, as when a program was started with other arguments.
  void restart(start_options<Policy> options) {
    options_.start = std::move(options);
    restart();
  }

 private:
  void open() {
    file_system& files = options_.files != nullptr ? *options_.files : *simulated_;
    query_parts parts = assemble<Policy, Form>(query_, options_.start, &options_.checkpoint, files);
    parts.clock = clock_.clock();
    std::string id = parts.id;
    auto engine = std::make_unique<query_engine>(std::move(parts));
    names_ = names_of(engine->pipeline(), std::move(id), "", options_.start.name);
    engine->recover();
    engine_ = std::move(engine);
  }

  Query query_;
  options_type options_;
  manual_clock clock_;
  std::unique_ptr<simulated_file_system> simulated_ = std::make_unique<simulated_file_system>();
  query_names names_;
  std::unique_ptr<query_engine> engine_;
};

template <class Plan, class Mode>
batch_driver(stream<Plan>, Mode) -> batch_driver<query_plan<Plan, collecting_sink<row_of<Plan>>, Mode>>;
template <class Plan, class Mode, StatePolicy Policy>
batch_driver(stream<Plan>, Mode, driver_options<Policy>)
    -> batch_driver<query_plan<Plan, collecting_sink<row_of<Plan>>, Mode>, Policy>;
template <class Plan, class Mode>
batch_driver(stream<Plan>, Mode, driver_options<>) -> batch_driver<query_plan<Plan, collecting_sink<row_of<Plan>>, Mode>>;

}  // namespace tidemark::testing
