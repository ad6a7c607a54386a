// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/streaming_query.hpp>
#include <tidemark/testing/manual_clock.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "runtime/scripted_run.hpp"

namespace td = tidemark;
using namespace std::chrono_literals;

static_assert(!std::is_copy_constructible_v<td::streaming_query>);
static_assert(std::is_nothrow_move_constructible_v<td::streaming_query>);
static_assert(std::is_copy_constructible_v<td::query_view>);

namespace {

td::streaming_query start(scripted::script& told, td::query_settings settings = {}, td::testing::manual_clock clock = {}) {
  td::query_parts parts;
  told.partitions = settings.partitions;
  parts.pipeline = std::make_unique<scripted::program>(told);
  parts.settings = std::move(settings);
  parts.clock = clock.clock();
  parts.explanation = "scripted";
  return td::streaming_query::launch(std::move(parts));
}

td::streaming_query start_on(td::file_system& files, scripted::script& told, td::query_settings settings = {}) {
  return td::streaming_query::launch(
      scripted::parts_on(files, told, std::move(settings), std::make_shared<td::system_clock>()));
}

// Opened once, by one thread, for others that wait.
class gate {
 public:
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }
  bool wait(std::chrono::milliseconds longest = 10s) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, longest, [this] { return is_open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_open_ = false;
};

template <class Condition>
bool soon(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (!condition())
    if (std::chrono::steady_clock::now() > end) return false;
    else std::this_thread::sleep_for(100us);
  return true;
}

}  // namespace

TEST_CASE("a query processes what comes and is done when it was stopped") {
  scripted::script told;
  told.steps = {scripted::aggregation()};
  auto query = start(told, {.name = "sums"});
  CHECK(query.is_active());
  CHECK(query.name() == "sums");
  CHECK(query.id().size() == 36);
  CHECK(query.run_id() != query.id());
  CHECK(query.explain() == "scripted");
  told.add(0, {1, 2});
  query.process_all_available();
  CHECK(told.outputs().back().sum == 3);
  told.add(0, {3});
  query.process_all_available();
  CHECK(told.outputs().back().sum == 6);
  REQUIRE(query.last_progress());
  CHECK(query.last_progress()->batch_id == 1);
  CHECK(query.last_progress()->num_input_rows == 1);
  CHECK_FALSE(query.await_termination(1ms));
  query.stop();
  CHECK_FALSE(query.is_active());
  CHECK_FALSE(query.exception());
  CHECK(query.await_termination(1ms));
  query.await_termination();
  query.stop();
  CHECK(query.status().message == "Stopped");
  CHECK(query.last_progress()->batch_id == 1);
}

TEST_CASE("available_now and once end by themselves, also when there is nothing at all") {
  for (const td::trigger& trigger : {td::trigger(td::available_now{}), td::trigger(td::once{})}) {
    scripted::script nothing;
    auto idle = start(nothing, {.trigger = trigger});
    idle.await_termination();
    CHECK(nothing.visible.empty());

    scripted::script told;
    told.sources[0].most_a_batch = 2;
    told.add(0, {1, 2, 3, 4, 5});
    auto query = start(told, {.trigger = trigger});
    query.process_all_available();
    query.await_termination();
    CHECK(told.visible.size() == (std::holds_alternative<td::once>(trigger) ? 1 : 3));
  }
}

TEST_CASE("a failure ends the query: exception tells it and await_termination throws it with the user's own inside") {
  scripted::script told;
  told.on_call = [](const std::string& call) {
    if (call == "run 0") throw std::out_of_range("no such page");
  };
  told.add(0, {1});
  auto query = start(told, {.name = "pages"});
  try {
    query.await_termination();
    FAIL("nothing was thrown");
  } catch (const td::error& problem) {
    CHECK(problem.id() == "user_function_failed");
    CHECK(problem.query_name() == "pages");
    CHECK(problem.batch() == 0);
    CHECK_THROWS_AS(std::rethrow_if_nested(problem), std::out_of_range);
  }
  REQUIRE(query.exception());
  CHECK(query.exception()->id() == "user_function_failed");
  CHECK_FALSE(query.is_active());
  CHECK(query.status().message.find("no such page") != std::string::npos);
  CHECK(error_id_of([&] { (void)query.await_termination(1s); }) == "user_function_failed");
  CHECK(error_id_of([&] { query.process_all_available(); }) == "user_function_failed");
  query.stop();
}

TEST_CASE("what is wrong with the checkpoint is thrown by the start, and leaves no query behind") {
  td::testing::simulated_file_system files;
  scripted::script told;
  told.steps = {scripted::aggregation()};
  told.add(0, {1});
  start_on(files, told, {.name = "once more", .trigger = td::available_now{}}).await_termination();
  files.remove("ckpt/offsets/0");
  CHECK(error_id_of([&] { (void)start_on(files, told, {.name = "once more"}); }) == "log_ahead");
  CHECK(td::queries().active().empty());
}

TEST_CASE("the id stays over restarts from one checkpoint, the run id does not") {
  td::testing::simulated_file_system files;
  scripted::script told;
  std::vector<std::string> ids;
  std::vector<std::string> run_ids;
  for (int i = 0; i < 2; ++i) {
    const auto query = start_on(files, told);
    ids.push_back(query.id());
    run_ids.push_back(query.run_id());
  }
  CHECK(ids[0] == ids[1]);
  CHECK(run_ids[0] != run_ids[1]);
}

TEST_CASE("a processing-time trigger starts at once, then on the grid, and makes one trigger of several missed ticks") {
  scripted::script told;
  told.steps = {scripted::timed_by_clock()};
  td::testing::manual_clock clock(3'500);
  told.add(0, {1});
  auto query = start(told, {.trigger = td::processing_time{10s}}, clock);
  const auto times_of = [&](std::size_t count) {
    CHECK(soon([&] { return told.outputs().size() >= count; }));
    std::this_thread::sleep_for(2ms);
    std::vector<std::int64_t> times;
    for (const auto& output : told.outputs()) times.push_back(output.time_ms);
    return times;
  };
  CHECK(times_of(1) == std::vector<std::int64_t>{3'500});
  clock.set_ms(9'999);
  CHECK(times_of(1) == std::vector<std::int64_t>{3'500});
  clock.set_ms(10'000);
  CHECK(times_of(2) == std::vector<std::int64_t>{3'500, 10'000});
  clock.set_ms(47'000);
  CHECK(times_of(3) == std::vector<std::int64_t>{3'500, 10'000, 47'000});
  clock.set_ms(49'999);
  CHECK(times_of(3).size() == 3);
  clock.set_ms(50'001);
  CHECK(times_of(4) == std::vector<std::int64_t>{3'500, 10'000, 47'000, 50'001});
}

TEST_CASE("a trigger that took longer than its interval is followed by the next at once, and the log hears of it") {
  scripted::script told;
  told.steps = {scripted::timed_by_clock()};
  td::testing::manual_clock clock(0);
  std::mutex mutex;
  std::vector<std::string> heard;
  td::query_settings settings{.name = "slow", .trigger = td::processing_time{10s}};
  settings.on_log = [&](td::log_level, std::string_view sentence) {
    const std::lock_guard lock(mutex);
    heard.emplace_back(sentence);
  };
  told.on_call = [&](const std::string& call) {
    if (call == "run 0") clock.set_ms(25'000);
  };
  told.add(0, {1});
  auto query = start(told, settings, clock);
  CHECK(soon([&] { return told.outputs().size() >= 2; }));
  std::this_thread::sleep_for(2ms);
  query.stop();
  CHECK(told.outputs().size() == 2);
  CHECK(told.outputs()[1].time_ms == 25'000);
  REQUIRE(heard.size() == 1);
  CHECK(heard[0] == "query \"slow\": a trigger took 25000 ms, more than its interval of 10000 ms");
}

TEST_CASE("process_all_available waits for the batch that a moved watermark asks for") {
  scripted::script told;
  told.steps = {scripted::aggregation()};
  told.watermarks = {{0}};
  auto query = start(told);
  told.add(0, {10});
  query.process_all_available();
  CHECK(told.outputs().size() == 2);
}

TEST_CASE("process_all_available comes back although timeouts by the clock want a batch at every trigger") {
  scripted::script told;
  told.steps = {scripted::timed_by_clock()};
  auto query = start(told);
  told.add(0, {10});
  query.process_all_available();
  CHECK_FALSE(told.outputs().empty());
}

TEST_CASE("starting and stopping a thousand times never hangs (SPARK-30143)") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 1000; ++round) {
    scripted::script told;
    told.steps = {scripted::aggregation()};
    told.watermarks = {{0}};
    told.add(0, {1, 2, 3});
    auto query = start(told, {.threads = 1 + random() % 2});
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 2000));
    const auto begin = std::chrono::steady_clock::now();
    query.stop();
    REQUIRE(std::chrono::steady_clock::now() - begin < 5s);
    REQUIRE_FALSE(query.is_active());
    REQUIRE_FALSE(query.exception());
  }
}

TEST_CASE("two threads stop a query, a third waits for it, and its destruction waits for all that runs") {
  for (int round = 0; round < 20; ++round) {
    scripted::script told;
    told.add(0, {1});
    auto query = start(told);
    const td::query_view view = query;
    std::thread first([view] { view.stop(); });
    std::thread second([view] { view.stop(); });
    std::thread third([view] { view.await_termination(); });
    query.stop();
    first.join();
    second.join();
    third.join();
    CHECK_FALSE(view.is_active());
  }
  scripted::script told;
  told.add(0, {1});
  std::atomic<bool> has_ended_batch = false;
  gate running;
  told.on_call = [&](const std::string& call) {
    if (call != "sink.commit 0") return;
    running.open();
    std::this_thread::sleep_for(20ms);
    has_ended_batch = true;
  };
  {
    const auto query = start(told);
    CHECK(running.wait());
  }
  CHECK(has_ended_batch);
}

TEST_CASE("a source that is blocked is interrupted by stop") {
  scripted::script told;
  gate interrupted;
  gate blocked;
  told.on_call = [&](const std::string& call) {
    if (call == "interrupt") interrupted.open();
    if (!call.starts_with("latest_offset")) return;
    blocked.open();
    if (interrupted.wait(60s)) throw std::runtime_error("interrupted");
  };
  auto query = start(told);
  CHECK(blocked.wait());
  const auto begin = std::chrono::steady_clock::now();
  CHECK(query.stop(2s));
  CHECK(std::chrono::steady_clock::now() - begin < 2s);
  CHECK_FALSE(query.exception());
}

TEST_CASE("a stop with a time limit says whether the query has ended") {
  scripted::script told;
  gate in_batch;
  gate go_on;
  told.add(0, {1});
  told.on_call = [&](const std::string& call) {
    if (call != "run 0") return;
    in_batch.open();
    go_on.wait();
  };
  auto query = start(told);
  CHECK(in_batch.wait());
  CHECK_FALSE(query.stop(5ms));
  CHECK(query.is_active());
  go_on.open();
  CHECK(query.stop(10s));
  CHECK(told.visible.empty());
}

TEST_CASE("a query is stopped from its own batch, and waiting for oneself is refused there") {
  scripted::script told;
  std::optional<td::query_view> view;
  gate known;
  std::vector<std::string> refused;
  told.on_call = [&](const std::string& call) {
    if (call != "sink.prepare 0") return;
    known.wait();
    refused.push_back(error_id_of([&] { view->await_termination(); }));
    refused.push_back(error_id_of([&] { (void)view->await_termination(1s); }));
    refused.push_back(error_id_of([&] { view->process_all_available(); }));
    view->stop();
  };
  told.add(0, {1});
  auto query = start(told);
  view = query;
  known.open();
  query.await_termination();
  CHECK(refused == std::vector<std::string>(3, "waits_for_itself"));
  CHECK(told.visible.size() == 1);
}

TEST_CASE("a query object is destroyed by its own batch") {
  scripted::script told;
  gate known;
  std::unique_ptr<td::streaming_query> query;
  told.on_call = [&](const std::string& call) {
    if (call != "sink.prepare 0") return;
    known.wait();
    query.reset();
  };
  told.add(0, {1});
  query = std::make_unique<td::streaming_query>(start(told));
  const td::query_view view = *query;
  known.open();
  view.await_termination();
  CHECK(told.visible.size() == 1);
}

TEST_CASE("a handle is moved, and assigning over a running query stops that one") {
  scripted::script told;
  scripted::script other;
  auto query = start(told, {.name = "first"});
  const td::query_view first = query;
  auto moved = std::move(query);
  CHECK(moved.is_active());
  moved = start(other, {.name = "second"});
  CHECK_FALSE(first.is_active());
  CHECK(moved.name() == "second");
  CHECK(moved.is_active());
}

TEST_CASE("the status says what a query is at") {
  scripted::script told;
  gate asked;
  gate answer;
  gate in_batch;
  gate go_on;
  told.on_call = [&](const std::string& call) {
    if (call.starts_with("latest_offset")) asked.open(), answer.wait();
    if (call == "run 0") in_batch.open(), go_on.wait();
  };
  auto query = start(told);
  CHECK(asked.wait());
  CHECK(query.status().message == "Getting offsets");
  CHECK(query.status().is_trigger_active);
  told.add(0, {1});
  answer.open();
  CHECK(in_batch.wait());
  CHECK(query.status().message == "Processing new data");
  CHECK(query.status().is_data_available);
  go_on.open();
  query.process_all_available();
  CHECK(soon([&] { return query.status().message == "Waiting for data to arrive"; }));
  CHECK_FALSE(query.status().is_data_available);
}

TEST_CASE("nothing to do is reported at once before the first batch, then every ten seconds") {
  scripted::script told;
  td::testing::manual_clock clock(100'000);
  auto query = start(told, {}, clock);
  CHECK(soon([&] { return query.recent_progress().size() == 1; }));
  CHECK(query.last_progress()->batch_id == 0);
  told.add(0, {1});
  query.process_all_available();
  CHECK(query.recent_progress().size() == 2);
  clock.set_ms(109'999);
  query.process_all_available();
  CHECK(query.recent_progress().size() == 2);
  clock.set_ms(110'000);
  query.process_all_available();
  REQUIRE(query.recent_progress().size() == 3);
  CHECK(query.last_progress()->batch_id == 1);
  CHECK(query.last_progress()->num_input_rows == 0);
  CHECK(query.last_progress()->time_ms == 110'000);
}

TEST_CASE("the last hundred reports are kept") {
  scripted::script told;
  told.sources[0].most_a_batch = 1;
  for (std::int64_t row = 0; row < 130; ++row) told.add(0, {row});
  auto query = start(told, {.trigger = td::available_now{}});
  query.await_termination();
  const auto recent = query.recent_progress();
  REQUIRE(recent.size() == 100);
  CHECK(recent.front().batch_id >= 29);
  for (std::size_t i = 1; i < 100; ++i) CHECK(recent[i].batch_id == recent[i - 1].batch_id + 1);
}
