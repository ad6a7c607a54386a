// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/queries.hpp>
#include <tidemark/runtime/streaming_query.hpp>
#include <tidemark/testing/manual_clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "runtime/scripted_run.hpp"

namespace td = tidemark;
using namespace std::chrono_literals;

namespace {

td::streaming_query start(scripted::script& told, td::query_settings settings = {}, td::testing::manual_clock clock = {}) {
  td::query_parts parts;
  parts.pipeline = std::make_unique<scripted::program>(told);
  parts.settings = std::move(settings);
  parts.clock = clock.clock();
  return td::streaming_query::launch(std::move(parts));
}

// Notes what it hears, and does in each call what it is told to.
class listener : public td::query_listener {
 public:
  explicit listener(std::function<void(const std::string&)> also = {}) : also_(std::move(also)) {}

  void on_started(const td::query_started& event) override { hear("started " + event.name); }
  void on_progress(const td::query_progress& progress) override { hear("progress " + std::to_string(progress.batch_id)); }
  void on_idle(const td::query_idle& /*event*/) override { hear("idle"); }
  void on_terminated(const td::query_terminated& event) override {
    hear("terminated " + (event.failure ? event.failure->id() + ": " + event.failure->what() : "well"));
  }

  std::vector<std::string> heard() const {
    const std::lock_guard lock(mutex_);
    return heard_;
  }

 private:
  void hear(const std::string& what) {
    {
      const std::lock_guard lock(mutex_);
      heard_.push_back(what);
    }
    if (also_) also_(what);
  }

  std::function<void(const std::string&)> also_;
  mutable std::mutex mutex_;
  std::vector<std::string> heard_;
};

// On the list of the process while it lives.
class listening {
 public:
  explicit listening(std::shared_ptr<listener> who) : who_(std::move(who)) { td::queries().add_listener(who_); }
  listening(const listening&) = delete;
  listening& operator=(const listening&) = delete;
  ~listening() { td::queries().remove_listener(who_); }

  std::vector<std::string> heard() const { return who_->heard(); }

 private:
  std::shared_ptr<listener> who_;
};

using words = std::vector<std::string>;

}  // namespace

TEST_CASE("active queries are found by id, and views are good after the end") {
  scripted::script one;
  scripted::script two;
  CHECK(td::queries().active().empty());
  std::optional<td::query_view> view;
  {
    const auto first = start(one, {.name = "one"});
    const auto second = start(two, {.name = "two"});
    CHECK(td::queries().active().size() == 2);
    view = td::queries().get(second.id());
    REQUIRE(view);
    CHECK(view->name() == "two");
    CHECK_FALSE(td::queries().get("nobody"));
  }
  CHECK(td::queries().active().empty());
  CHECK_FALSE(td::queries().get(view->id()));
  CHECK(view->name() == "two");
  CHECK_FALSE(view->is_active());
  CHECK(view->status().message == "Stopped");
}

TEST_CASE("two active queries don't share a name, and those without one do not count") {
  scripted::script told;
  {
    const auto first = start(told, {.name = "clicks"});
    CHECK(error_id_of([&] { (void)start(told, {.name = "clicks"}); }) == "same_name_active");
    CHECK(first.is_active());
    const auto unnamed = start(told);
    const auto another = start(told);
    CHECK(td::queries().active().size() == 3);
  }
  CHECK(start(told, {.name = "clicks"}).is_active());
}

TEST_CASE("all active queries are stopped over their views") {
  scripted::script one;
  scripted::script two;
  const auto first = start(one);
  const auto second = start(two);
  for (const td::query_view& query : td::queries().active()) query.stop();
  CHECK(td::queries().active().empty());
  CHECK_FALSE(first.is_active());
  CHECK_FALSE(second.is_active());
}

TEST_CASE("waiting for any end: at once after one, throwing its failure, until they are forgotten") {
  td::queries().reset_terminated();
  CHECK_FALSE(td::queries().await_any_termination(1ms));
  scripted::script told;
  start(told).stop();
  CHECK(td::queries().await_any_termination(1ms));
  td::queries().await_any_termination();

  told.on_call = [](const std::string& call) {
    if (call == "run 0") throw std::runtime_error("no paper");
  };
  told.add(0, {1});
  const auto failing = start(told);
  CHECK(error_id_of([&] { failing.await_termination(); }) == "user_function_failed");
  CHECK(error_id_of([] { td::queries().await_any_termination(); }) == "user_function_failed");
  CHECK(error_id_of([] { (void)td::queries().await_any_termination(1ms); }) == "user_function_failed");
  td::queries().reset_terminated();
  CHECK_FALSE(td::queries().await_any_termination(1ms));

  scripted::script later;
  const auto running = start(later);
  std::thread ending([&] {
    std::this_thread::sleep_for(5ms);
    running.stop();
  });
  td::queries().await_any_termination();
  ending.join();
  td::queries().reset_terminated();
}

TEST_CASE("listeners hear start, progress and end in order, whatever others of them throw (SPARK-19594, SPARK-43482)") {
  listening first(std::make_shared<listener>([](const std::string& what) {
    if (what.starts_with("progress")) throw 1;
    throw std::runtime_error("listener out of order");
  }));
  listening second(std::make_shared<listener>([](const std::string&) { std::this_thread::sleep_for(5ms); }));
  listening third(std::make_shared<listener>());
  std::mutex mutex;
  words logged;
  td::query_settings settings{.name = "pages"};
  settings.on_log = [&](td::log_level, std::string_view sentence) {
    const std::lock_guard lock(mutex);
    logged.emplace_back(sentence);
  };
  scripted::script told;
  told.add(0, {1});
  const auto query = start(told, settings);
  CHECK(third.heard().front() == "started pages");
  query.process_all_available();
  told.on_call = [](const std::string& call) {
    if (call == "run 1") throw std::out_of_range("no such page");
  };
  told.add(0, {2});
  CHECK(error_id_of([&] { query.await_termination(); }) == "user_function_failed");
  CHECK(first.heard().size() == 3);
  CHECK(second.heard() == third.heard());
  REQUIRE(third.heard().size() == 3);
  CHECK(third.heard()[1] == "progress 0");
  CHECK(third.heard()[2].starts_with("terminated user_function_failed: "));
  CHECK(third.heard()[2].find("no such page") != std::string::npos);
  CHECK(told.visible.size() == 1);
  CHECK(std::count_if(logged.begin(), logged.end(), [](const auto& line) { return line.find("listener") != line.npos; }) == 3);
}

TEST_CASE("a listener hears that nothing happens, and not of the first idle trigger") {
  listening ear(std::make_shared<listener>());
  scripted::script told;
  td::testing::manual_clock clock(0);
  const auto query = start(told, {}, clock);
  query.process_all_available();
  clock.set_ms(10'000);
  query.process_all_available();
  query.stop();
  CHECK(ear.heard() == words{"started ", "idle", "terminated well"});
}

TEST_CASE("listeners are added and removed inside callbacks") {
  auto late = std::make_shared<listener>();
  std::shared_ptr<listener> once;
  once = std::make_shared<listener>([&](const std::string& what) {
    if (what != "progress 0") return;
    td::queries().add_listener(late);
    td::queries().remove_listener(once);
  });
  td::queries().add_listener(once);
  scripted::script told;
  told.add(0, {1});
  const auto query = start(told);
  query.process_all_available();
  told.add(0, {2});
  query.process_all_available();
  query.stop();
  td::queries().remove_listener(late);
  CHECK(once->heard() == words{"started ", "progress 0"});
  CHECK(late->heard() == words{"progress 1", "terminated well"});
}

TEST_CASE("a query is stopped by a listener: in its start, in its progress, and of another query") {
  for (const std::string when : {"started ", "progress 0"}) {
    listening stopping(std::make_shared<listener>([&](const std::string& what) {
      if (what != when) return;
      for (const td::query_view& query : td::queries().active()) query.stop();
    }));
    scripted::script told;
    told.add(0, {1});
    const auto query = start(told);
    query.await_termination();
    CHECK(stopping.heard().back() == "terminated well");
    CHECK(told.visible.size() == (when == "started " ? 0 : 1));
  }
  // Each stops all others out of its own thread.
  listening stopping(std::make_shared<listener>([&](const std::string& what) {
    if (!what.starts_with("progress")) return;
    for (const td::query_view& query : td::queries().active()) query.stop();
  }));
  scripted::script one;
  scripted::script two;
  const auto first = start(one);
  const auto second = start(two);
  one.add(0, {1});
  two.add(0, {1});
  first.await_termination();
  second.await_termination();
  CHECK(td::queries().active().empty());
}

TEST_CASE("a listener starts the query again when it hears of its end") {
  scripted::script told;
  std::optional<td::streaming_query> again;
  bool is_first_end = true;
  listening restarting(std::make_shared<listener>([&](const std::string& what) {
    if (what.starts_with("terminated") && std::exchange(is_first_end, false)) again = start(told, {.name = "phoenix"});
  }));
  const auto query = start(told, {.name = "phoenix"});
  query.stop();
  REQUIRE(again);
  CHECK(again->is_active());
  again.reset();
}

TEST_CASE("waiting for a query inside its own start is refused") {
  std::string refused;
  listening waiting(std::make_shared<listener>([&](const std::string& what) {
    if (what != "started self") return;
    refused = error_id_of([] { td::queries().active().front().await_termination(); });
  }));
  scripted::script told;
  const auto query = start(told, {.name = "self"});
  CHECK(refused == "waits_for_itself");
}
