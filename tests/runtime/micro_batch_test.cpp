// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/micro_batch.hpp>
#include <tidemark/runtime/unlogged_committer.hpp>
#include <tidemark/testing/manual_clock.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "catch2_any_version.hpp"
#include "runtime/scripted_program.hpp"

namespace td = tidemark;
using namespace std::chrono_literals;

namespace {

// A run without a checkpoint.
struct run {
  explicit run(scripted::script& told, td::query_settings settings = {})
      : pipeline(told), commits(pipeline, threads), runner(pipeline, std::move(settings), *clock.clock(), threads, commits) {}

  const td::batch_outcome* trigger() { return runner.run_trigger(); }

  td::testing::manual_clock clock{1'000'000};
  scripted::program pipeline;
  td::workers threads{2};
  td::unlogged_committer commits;
  td::micro_batch_runner runner;
};

std::vector<std::int64_t> ids_until_idle(run& it) {
  std::vector<std::int64_t> ids;
  while (const auto* ran = it.trigger()) ids.push_back(ran->id);
  return ids;
}

}  // namespace

TEST_CASE("a trigger without anything to do runs nothing and takes no batch id") {
  scripted::script told;
  run it(told);
  CHECK(it.trigger() == nullptr);
  CHECK(it.runner.next_batch() == 0);
  told.add(0, {5});
  REQUIRE(it.trigger() != nullptr);
  CHECK(it.trigger() == nullptr);
  CHECK(it.runner.next_batch() == 1);
}

TEST_CASE("things happen in this order, and a source is told one batch late that its rows are done") {
  scripted::script told;
  told.steps = {scripted::aggregation()};
  run it(told);
  told.add(0, {5});
  it.trigger();
  CHECK(told.calls == std::vector<std::string>{"sink.begin 0", "run 0", "sink.prepare 0", "sink.commit 0", "state.commit"});
  CHECK(told.sources[0].committed.empty());
  told.add(0, {6, 7});
  it.trigger();
  CHECK(told.sources[0].committed == std::vector<std::string>{"1"});
}

TEST_CASE("what a batch did is told as numbers") {
  scripted::script told;
  told.sources.resize(2);
  told.steps = {scripted::aggregation()};
  told.watermarks = {{10}};
  told.partitions = 2;
  run it(told);
  told.add(0, {100, 250});
  it.clock.advance(5ms);
  const auto* ran = it.trigger();
  REQUIRE(ran != nullptr);
  CHECK(ran->id == 0);
  CHECK(ran->reason == td::batch_reason::data);
  CHECK(ran->started_ms == 1'000'005);
  CHECK(ran->time_ms == 1'000'005);
  CHECK_FALSE(ran->previous_started_ms);
  CHECK(ran->watermark_ms == 0);
  CHECK(ran->next_watermark_ms == 240);
  REQUIRE(ran->event_times);
  CHECK(ran->event_times->least_ms == 100);
  CHECK(ran->event_times->greatest_ms == 250);
  CHECK(ran->event_times->average_ms == 175);
  CHECK(ran->input_rows() == 2);
  CHECK(ran->output_rows == std::vector<std::int64_t>{2});
  REQUIRE(ran->sources.size() == 2);
  CHECK_FALSE(ran->sources[0].start);
  CHECK(ran->sources[0].end == "2");
  CHECK_FALSE(ran->sources[1].end);
  REQUIRE(ran->steps.size() == 1);
  CHECK(ran->steps[0].rows == 2);
  CHECK(ran->steps[0].rows_updated == 2);
  CHECK(ran->steps[0].bytes_of_memory == 16);
}

TEST_CASE("a row calls rows late by the watermark of the batch before, and evicts by its own") {
  scripted::script told;
  told.steps = {scripted::aggregation()};
  told.watermarks = {{5}};
  run it(told);
  told.add(0, {12});
  it.trigger();
  told.add(0, {3, 20});
  it.trigger();
  it.trigger();
  told.add(0, {4, 15});
  it.trigger();
  const auto outputs = told.outputs();
  REQUIRE(outputs.size() == 4);
  const std::vector<std::pair<std::int64_t, std::int64_t>> late_and_evict{{outputs[0].late_ms, outputs[0].evict_ms},
                                                                          {outputs[1].late_ms, outputs[1].evict_ms},
                                                                          {outputs[2].late_ms, outputs[2].evict_ms},
                                                                          {outputs[3].late_ms, outputs[3].evict_ms}};
  CHECK(late_and_evict == std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 0}, {0, 7}, {7, 15}, {15, 15}});
  CHECK(outputs[2].times_ms.empty());
}

TEST_CASE("exactly one batch without data follows when the watermark has moved, none when it stands") {
  scripted::script told;
  told.steps = {scripted::aggregation()};
  told.watermarks = {{0}};
  run it(told);
  told.add(0, {10});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{0, 1});
  told.add(0, {9});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{2});
  told.add(0, {10});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{3});
  told.add(0, {11});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{4, 5});
}

TEST_CASE("no batch without data for steps that do not react, and none when they are switched off") {
  scripted::script stateless;
  stateless.watermarks = {{0}};
  run without_steps(stateless);
  stateless.add(0, {10});
  CHECK(ids_until_idle(without_steps) == std::vector<std::int64_t>{0});

  scripted::script told;
  told.steps = {scripted::aggregation(), scripted::timed_by_clock()};
  told.watermarks = {{0}};
  run switched_off(told, {.no_data_batches = false});
  told.add(0, {10});
  CHECK(ids_until_idle(switched_off) == std::vector<std::int64_t>{0});
}

TEST_CASE("timeouts by the clock ask for a batch at every trigger, once one ran") {
  scripted::script told;
  told.steps = {scripted::timed_by_clock()};
  run it(told);
  CHECK(it.trigger() == nullptr);
  told.add(0, {1});
  CHECK(it.trigger()->reason == td::batch_reason::data);
  CHECK(it.trigger()->reason == td::batch_reason::clock);
  it.clock.advance(7ms);
  CHECK(it.trigger()->time_ms == 1'000'007);
  CHECK(it.runner.next_batch() == 3);
}

TEST_CASE("the slowest or the fastest of two inputs sets the watermark") {
  for (const auto policy : {td::watermark_policy::min, td::watermark_policy::max}) {
    scripted::script told;
    told.sources.resize(2);
    told.steps = {scripted::aggregation()};
    told.watermarks = {{5}, {0}};
    run it(told, {.watermark_policy = policy});
    told.add(0, {12});
    told.add(1, {15});
    CHECK(it.trigger()->next_watermark_ms == (policy == td::watermark_policy::min ? 7 : 15));
    told.add(0, {30});
    CHECK(it.trigger()->next_watermark_ms == (policy == td::watermark_policy::min ? 15 : 25));
  }
}

TEST_CASE("a silent input holds the watermark under min, so no batch without data runs") {
  scripted::script told;
  told.sources.resize(2);
  told.steps = {scripted::aggregation()};
  told.watermarks = {{0}, {0}};
  run it(told);
  told.add(0, {12});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{0});
  told.add(0, {50});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{1});
  CHECK(it.runner.watermark_ms() == 0);
}

TEST_CASE("available_now takes what is there at its first trigger, by the limit of the source, and then its empty batch") {
  scripted::script told;
  told.sources[0].most_a_batch = 2;
  told.steps = {scripted::aggregation(), scripted::timed_by_clock()};
  told.watermarks = {{0}};
  run it(told, {.trigger = td::available_now{}});
  told.add(0, {1, 2, 3, 4, 5});
  REQUIRE(it.trigger() != nullptr);
  told.add(0, {6, 7, 8});
  CHECK(ids_until_idle(it) == std::vector<std::int64_t>{1, 2, 3});
  const auto outputs = told.outputs();
  CHECK(outputs[2].times_ms == std::vector<std::int64_t>{5});
  CHECK(outputs[3].times_ms.empty());
}

TEST_CASE("once asks the source without its limit") {
  scripted::script told;
  told.sources[0].most_a_batch = 2;
  run it(told, {.trigger = td::once{}});
  told.add(0, {1, 2, 3, 4, 5});
  CHECK(it.trigger()->input_rows() == 5);
}

TEST_CASE("a user's exception is nested in an error that names query and batch") {
  scripted::script told;
  told.on_call = [](const std::string& call) {
    if (call == "run 1") throw std::out_of_range("no such page");
  };
  run it(told, {.name = "pages"});
  told.add(0, {1});
  it.trigger();
  told.add(0, {2});
  try {
    it.trigger();
    FAIL("nothing was thrown");
  } catch (const td::error& problem) {
    CHECK(problem.id() == "user_function_failed");
    CHECK(problem.query_name() == "pages");
    CHECK(problem.batch() == 1);
    CHECK(std::string(problem.what()).find("no such page") != std::string::npos);
    CHECK_THROWS_AS(std::rethrow_if_nested(problem), std::out_of_range);
  }
}

TEST_CASE("an error of the library keeps its id, and what is no exception at all is nested too") {
  scripted::script told;
  told.on_call = [](const std::string& call) {
    if (call == "run 0") throw td::error("cast_overflow", "too large; take a wider type");
    if (call == "sink.prepare 0") throw 7;
  };
  for (const std::string id : {"cast_overflow", "user_function_failed"}) {
    told.sources[0].times_ms.clear();
    run it(told, {.name = "numbers"});
    told.add(0, {1});
    try {
      it.trigger();
      FAIL("nothing was thrown");
    } catch (const td::error& problem) {
      CHECK(problem.id() == id);
      CHECK(problem.query_name() == "numbers");
      CHECK(problem.batch() == 0);
      if (id == "user_function_failed") CHECK_THROWS_AS(std::rethrow_if_nested(problem), int);
    }
    told.on_call = [](const std::string& call) {
      if (call == "sink.prepare 0") throw 7;
    };
  }
}

TEST_CASE("a stop while a batch runs gives it up, a stop while it is committed does not") {
  scripted::script told;
  run it(told);
  told.add(0, {1});
  told.on_call = [&](const std::string& call) {
    if (call == "sink.prepare 0") it.runner.stop();
  };
  CHECK(it.trigger() != nullptr);
  CHECK(told.visible.size() == 1);
  CHECK(it.trigger() == nullptr);

  scripted::script other;
  run given_up(other);
  other.add(0, {1});
  other.on_call = [&](const std::string& call) {
    if (call == "run 0") given_up.runner.stop();
    if (call == "interrupt") other.calls.push_back(call);
  };
  CHECK(given_up.trigger() == nullptr);
  CHECK(other.visible.empty());
  CHECK(other.calls == std::vector<std::string>{"sink.begin 0", "run 0", "interrupt"});
}

TEST_CASE("a source that throws because it was interrupted is no failure") {
  scripted::script told;
  run it(told);
  told.add(0, {1});
  told.on_call = [&](const std::string& call) {
    if (call != "latest_offset 0") return;
    it.runner.stop();
    throw std::runtime_error("interrupted");
  };
  CHECK(it.trigger() == nullptr);
}
