// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace processor_test {

namespace td = tidemark;
using namespace std::chrono_literals;

struct event {
  std::string key;
  td::timestamp time;
  std::int64_t value;
};
struct said {
  std::string key;
  td::timestamp time;
  std::int64_t number;
  auto operator<=>(const said&) const = default;
};
using all_said = std::vector<said>;

// Counts rows; a timer a second after the last of them says the count, and forgets.
struct counter {
  td::value_state<std::int64_t> count;

  all_said handle_rows(const std::string& /*key*/, auto rows, auto& timers) {
    count.update(count.get_or(0) + static_cast<std::int64_t>(rows.size()));
    timers.register_timer(rows.back().time + 1s);
    return {};
  }
  all_said handle_timer(const std::string& key, auto& timers, td::timestamp time) {
    if (timers.list_timers().back() != time) return {};
    const std::int64_t number = count.get();
    count.clear();
    return {{key, time, number}};
  }
};

// The same with another name, type or kind, or in another order.
struct renamed {
  td::value_state<std::int64_t> counts;
  all_said handle_rows(const std::string& /*key*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
struct of_text {
  td::value_state<std::string> count;
  all_said handle_rows(const std::string& /*key*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
struct of_list_in_value {
  td::value_state<std::vector<std::int64_t>> count;
  all_said handle_rows(const std::string& /*key*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
struct of_list {
  td::list_state<std::int64_t> count;
  all_said handle_rows(const std::string& /*key*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
struct two_variables {
  td::value_state<std::int64_t> count;
  td::value_state<std::int64_t> other;
  all_said handle_rows(const std::string& /*key*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
struct two_variables_turned : two_variables {};
template <int Seconds>
struct short_lived {
  td::value_state<std::int64_t, std::chrono::seconds(Seconds)> count;
  all_said handle_rows(const std::string& key, auto rows, auto& timers) {
    const std::int64_t before = count.get_or(-1);
    count.update(rows.back().value);
    return {{key, timers.current_processing_time(), before}};
  }
};

// Says the values of its rows at their times.
struct repeater {
  all_said handle_rows(const std::string& key, auto rows, auto& /*timers*/) {
    all_said all;
    for (const event& one : rows) all.push_back({key, td::timestamp{one.value}, 0});
    return all;
  }
};

// Everything is kept, in all three kinds; a negative value takes something away.
struct collector {
  td::value_state<said> last;
  td::list_state<std::int64_t> values;
  td::map_state<std::string, said> by_text;

  all_said handle_rows(const std::string& key, auto rows, auto& /*timers*/) {
    for (const event& one : rows) {
      last.update({key, one.time, one.value});
      if (one.value >= 0) values.append(one.value);
      else values.clear();
      if (one.value >= 0) by_text.update(std::to_string(one.value % 5), {key, one.time, one.value});
      else by_text.remove(std::string_view(std::to_string(-one.value % 5)));
    }
    std::int64_t sum = last.get().number;
    for (const std::int64_t one : values.get()) sum += one;
    by_text.for_each(
        [&](const std::string& text, const said& one) { sum += one.number + static_cast<std::int64_t>(text.size()); });
    return {{key, last.get().time, sum}};
  }
};

// Lets a variable be used when no key is handled.
struct leaking {
  td::value_state<std::int64_t> count;
  td::value_state<std::int64_t> unlisted;
  std::shared_ptr<leaking*> itself;

  all_said handle_rows(const std::string& /*key*/, auto rows, auto& /*timers*/) {
    *itself = this;
    count.update(1);
    if (rows.front().value == 1) static_cast<void>(unlisted.exists());
    if (rows.front().value == 2) count.clear(), static_cast<void>(count.get());
    return {};
  }
};

}  // namespace processor_test

BOOST_HANA_ADAPT_STRUCT(processor_test::event, key, time, value);
BOOST_HANA_ADAPT_STRUCT(processor_test::said, key, time, number);
BOOST_HANA_ADAPT_STRUCT(processor_test::counter, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::renamed, counts);
BOOST_HANA_ADAPT_STRUCT(processor_test::of_text, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::of_list_in_value, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::of_list, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::two_variables, count, other);
BOOST_HANA_ADAPT_STRUCT(processor_test::two_variables_turned, other, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::short_lived<10>, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::short_lived<20>, count);
BOOST_HANA_ADAPT_STRUCT(processor_test::collector, last, values, by_text);
BOOST_HANA_ADAPT_STRUCT(processor_test::leaking, count);

namespace processor_test {
namespace {

using namespace td::literals;

td::timestamp at(std::chrono::milliseconds time) { return td::timestamp::from_millis(1'767'607'200'000) + time; }

all_said sorted(all_said rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

auto grouped(const td::testing::source<event>& input) { return td::read_stream(input) | td::group_by_key("key"_c); }
auto grouped_by_time(const td::testing::source<event>& input) {
  return td::read_stream(input) | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c);
}

}  // namespace

TEST_CASE("stateful processor: a timer fires at its time by the watermark, once, and not before") {
  td::testing::source<event> input;
  td::testing::batch_driver query{grouped_by_time(input) | td::transform_with_state(counter(), td::event_time_mode),
                                  td::update};
  input.add({{"a", at(0s), 1}, {"a", at(0s), 2}});
  CHECK(query.run_batch()->rows.empty());
  input.add({{"b", at(999ms), 1}});
  for (const auto& one : query.run_until_idle()) CHECK(one.rows.empty());
  input.add({{"b", at(1s), 1}});
  const auto batches = query.run_until_idle();
  REQUIRE(batches.size() == 2);
  CHECK(batches[0].rows.empty());
  CHECK(batches[1].rows == all_said{{"a", at(1s), 2}});
  CHECK(batches[1].state[0].num_rows_total == 1);
  input.add({{"c", at(1001ms), 1}});
  for (const auto& one : query.run_until_idle()) CHECK(one.rows.empty());
}

TEST_CASE("stateful processor: metrics") {
  td::testing::source<event> input;
  td::testing::driver_options<> options;
  options.start.partitions = 3;
  td::testing::batch_driver query{grouped_by_time(input) | td::transform_with_state(counter(), td::event_time_mode), td::update,
                                  options};
  input.add({{"a", at(0s), 1}, {"b", at(5s), 1}, {"c", at(60s), 1}});
  const auto batches = query.run_until_idle();
  REQUIRE(batches.size() == 2);
  CHECK(batches[0].state[0].operator_name == "transformWithStateExec");
  const auto metric = [](const auto& batch, const char* name) { return batch.state[0].custom_metrics.at(name); };
  CHECK(metric(batches[0], "numRegisteredTimers") == 3);
  CHECK(metric(batches[0], "numExpiredTimers") == 0);
  CHECK(metric(batches[1], "numRegisteredTimers") == 0);
  CHECK(metric(batches[1], "numExpiredTimers") == 2);
  CHECK(metric(batches[1], "numDeletedTimers") == 0);
  for (const auto& one : batches) {
    CHECK(metric(one, "numValueStateVars") == 1);
    CHECK(metric(one, "numListStateVars") == 0);
    CHECK(metric(one, "numMapStateVars") == 0);
  }
}

TEST_CASE("stateful processor: keys that leave take their memory with them") {
  td::testing::source<event> input;
  td::testing::batch_driver query{grouped_by_time(input) | td::transform_with_state(counter(), td::event_time_mode),
                                  td::update};
  std::int64_t most_bytes = 0;
  for (int batch = 0; batch < 300; ++batch) {
    std::vector<event> rows;
    for (int i = 0; i < 50; ++i) rows.push_back({"key " + std::to_string(batch * 50 + i), at(std::chrono::seconds(batch)), 1});
    input.add(rows);
    for (const auto& one : query.run_until_idle()) {
      REQUIRE(one.state[0].num_rows_total <= 2 * 50);
      if (batch == 50) most_bytes = std::max(most_bytes, one.state[0].memory_used_bytes);
      if (batch > 50) REQUIRE(one.state[0].memory_used_bytes <= most_bytes * 2);
    }
  }
}

namespace {

// What a query says to some batches, with a restart behind each if asked.
template <class Policy>
std::vector<all_said> collected(td::testing::driver_options<Policy> options, bool restarts) {
  td::testing::source<event> input;
  td::testing::batch_driver query{grouped(input) | td::transform_with_state(collector(), td::no_time), td::update,
                                  std::move(options)};
  std::vector<all_said> batches;
  for (int batch = 0; batch < 30; ++batch) {
    std::vector<event> rows;
    for (int i = 0; i < 12; ++i)
      rows.push_back(
          {"k" + std::to_string((batch * 5 + i * i) % 7), at(std::chrono::seconds(batch)), (batch * 31 + i * 17) % 40 - 8});
    input.add(rows);
    batches.push_back(sorted(query.run_batch()->rows));
    if (restarts) query.restart();
  }
  return batches;
}

}  // namespace

TEST_CASE("stateful processor: values, lists and maps come back from the store, in memory and on LevelDB") {
  const auto straight = collected(td::testing::driver_options<>(), false);
  CHECK(collected(td::testing::driver_options<>(), true) == straight);
  const scratch_folder folder;
  td::testing::driver_options<td::leveldb_state> options;
  options.start.partitions = 2;
  options.files = &td::local_files();
  options.checkpoint = {folder / "checkpoint"};
  CHECK(collected(std::move(options), true) == straight);
}

TEST_CASE("stateful processor: a checkpoint refuses variables of another name, type, kind or order") {
  td::testing::simulated_file_system files;
  td::testing::source<event> input;
  const auto run = [&](auto processor, auto mode) {
    td::testing::driver_options<> options;
    options.files = &files;
    td::testing::batch_driver query{grouped(input) | td::transform_with_state(processor, mode), td::update, options};
    input.add({{"a", at(0s), 1}});
    query.run_batch();
  };
  const auto refused = [&](auto processor) { return error_id_of([&] { run(processor, td::no_time); }); };
  run(of_list(), td::no_time);
  run(of_list(), td::no_time);
  CHECK(refused(of_list_in_value()) == "state_schema_changed");
  CHECK(refused(of_text()) == "state_schema_changed");
  CHECK(refused(renamed()) == "state_schema_changed");
  CHECK(refused(two_variables()) == "state_schema_changed");
  CHECK(error_id_of([&] { run(of_list(), td::processing_time_mode); }) == "state_schema_changed");
}

TEST_CASE("stateful processor: the order of variables counts; how long they live may change") {
  td::testing::source<event> input;
  {
    td::testing::simulated_file_system files;
    td::testing::driver_options<> options;
    options.files = &files;
    const auto start = [&](auto processor) {
      td::testing::batch_driver query{grouped(input) | td::transform_with_state(processor, td::no_time), td::update, options};
      input.add({{"a", at(0s), 1}});
      query.run_batch();
    };
    start(two_variables());
    CHECK(error_id_of([&] { start(two_variables_turned()); }) == "state_schema_changed");
  }
  td::testing::simulated_file_system files;
  td::testing::driver_options<> options;
  options.files = &files;
  const auto said_at = [&](auto processor, std::int64_t seconds) {
    td::testing::batch_driver query{grouped(input) | td::transform_with_state(processor, td::processing_time_mode), td::update,
                                    options};
    query.clock().set_ms(at(std::chrono::seconds(seconds)).millis());
    input.add({{"a", at(0s), seconds}});
    const auto ran = query.run_batch();
    return ran->rows[0].number;
  };
  CHECK(said_at(short_lived<10>(), 0) == -1);
  CHECK(said_at(short_lived<20>(), 9) == 0);
  CHECK(said_at(short_lived<10>(), 28) == 9);   // written for 20 s
  CHECK(said_at(short_lived<20>(), 38) == -1);  // written for 10 s
}

TEST_CASE("stateful processor: a row at or before the watermark ends the query, if its time carries the watermark on") {
  const auto run = [](std::chrono::milliseconds said_time) {
    td::testing::source<event> input;
    td::testing::batch_driver query{
        grouped_by_time(input) | td::transform_with_state(repeater(), td::event_time_mode, "time"_c), td::append};
    input.add({{"a", at(10s), at(10s).micros}});
    query.run_until_idle();
    input.add({{"a", at(11s), at(said_time).micros}});
    return query.run_batch()->rows.size();
  };
  CHECK(error_id_of([&] { run(9'999ms); }) == "transform_with_state_late_output");
  CHECK(error_id_of([&] { run(10s); }) == "transform_with_state_late_output");
  CHECK(run(10'001ms) == 1);
}

TEST_CASE("stateful processor: variables are there during calls only, and values if they exist") {
  const auto run = [](std::int64_t value, bool uses_later) {
    td::testing::source<event> input;
    leaking processor{{}, {}, std::make_shared<leaking*>()};
    td::testing::batch_driver query{grouped(input) | td::transform_with_state(processor, td::no_time), td::update};
    input.add({{"a", at(0s), value}});
    query.run_batch();
    if (uses_later) (*processor.itself)->count.update(7);
  };
  CHECK(error_id_of([&] { run(0, false); }) == "no error");
  CHECK(error_id_of([&] { run(0, true); }) == "transform_with_state_handle_phase");
  CHECK(error_id_of([&] { run(1, false); }) == "transform_with_state_handle_phase");
  CHECK(error_id_of([&] { run(2, false); }) == "state_variable_values");
}

TEST_CASE("stateful processor: explain") {
  const td::testing::source<event> input;
  CHECK(td::explain(grouped(input) | td::transform_with_state(counter(), td::processing_time_mode))
            .rfind("transform_with_state processing time\n+- group_by_key key\n", 0) == 0);
}

}  // namespace processor_test
