// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/map_groups.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace group_state_test {

struct event {
  std::string key;
  tidemark::timestamp time;
  std::int64_t value;
};
struct call {
  std::string key;
  std::int64_t rows;
  bool has_timed_out;
  std::int64_t count;
  auto operator<=>(const call&) const = default;
};
struct count_of_key {
  std::string key;
  std::int64_t count;
};

}  // namespace group_state_test

BOOST_HANA_ADAPT_STRUCT(group_state_test::event, key, time, value);
BOOST_HANA_ADAPT_STRUCT(group_state_test::call, key, rows, has_timed_out, count);
BOOST_HANA_ADAPT_STRUCT(group_state_test::count_of_key, key, count);

namespace group_state_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

using calls = std::vector<call>;

constexpr td::timestamp at(std::chrono::milliseconds since) { return td::timestamp{1'000'000'000'000} + since; }

// Counts rows; the timeout is 10 s after the greatest time.
constexpr auto count_rows = [](const std::string& key, auto rows, auto& state) {
  const call made{key, std::ssize(rows), state.has_timed_out(), state.get_or(0) + std::ssize(rows)};
  if (state.has_timed_out()) {
    state.remove();
  } else {
    state.update(made.count);
    td::timestamp last{};
    for (const event& one : rows) last = std::max(last, one.time);
    state.set_timeout_timestamp(last + 10s);
  }
  return made;
};

auto counted(const td::testing::source<event>& input, std::chrono::milliseconds delay = 0s) {
  return td::read_stream(input) | td::with_watermark("time"_c, delay) | td::group_by_key("key"_c) |
         td::map_groups_with_state<std::int64_t>(td::event_time_timeout, count_rows);
}

calls sorted(calls all) {
  std::sort(all.begin(), all.end());
  return all;
}

// What one call of a function does wrong, by its error's id and text.
template <class F>
std::string refusal(F misuse) {
  td::testing::source<event> input;
  td::testing::batch_driver query{
      td::read_stream(input) | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
          td::map_groups_with_state<std::int64_t>(td::event_time_timeout,
                                                  [=](const std::string& key, auto rows, auto& state) {
                                                    if (rows[0].value < 0) misuse(state);
                                                    return call{key, 0, false, 0};
                                                  }),
      td::update};
  input.add({{"a", at(0s), 0}});
  query.run_until_idle();
  input.add({{"a", at(0s), 0}, {"a", at(1s), -1}, {"b", at(5s), -1}});
  const auto thrown = error_of([&] { query.run_batch(); });
  return thrown ? thrown->what() : "";
}

}  // namespace

TEST_CASE("group state: a timeout fires when the watermark is above it, and not before") {
  td::testing::source<event> input;
  td::testing::batch_driver query{counted(input), td::update};
  input.add({{"a", at(0s), 1}});
  CHECK(query.run_batch()->rows == calls{{"a", 1, false, 1}});
  const auto no_calls_with_watermark = [&](std::chrono::milliseconds time) {
    input.add({{"tick", at(time), 1}});
    query.run_batch();
    const auto empty = query.run_batch();
    REQUIRE(empty);
    CHECK(empty->watermark == at(time).millis());
    return empty->rows;
  };
  CHECK(query.run_batch()->rows.empty());  // the watermark has moved
  CHECK(no_calls_with_watermark(9'999ms).empty());
  CHECK(no_calls_with_watermark(10'000ms).empty());
  CHECK(no_calls_with_watermark(10'001ms) == calls{{"a", 0, true, 1}});
  CHECK_FALSE(query.run_batch());
}

TEST_CASE("group state: what is refused at run time") {
  CHECK(refusal([](auto& state) { state.get(); }).find("group_state_values: get of a group that has no state") !=
        std::string::npos);
  CHECK(refusal([](auto& state) {
          state.set_timeout_timestamp(td::timestamp{999});
        }).find("group_state_values: the time of a timeout is not after 1970") != std::string::npos);
  CHECK(refusal([](auto& state) {
          state.set_timeout_timestamp(at(-1ms));
        }).find("group_state_values: the time of a timeout is before the watermark") != std::string::npos);
  CHECK(refusal([](auto& state) { state.set_timeout_timestamp(at(0ms)); }).empty());  // at the watermark
  CHECK(refusal([](auto& state) { state.remove(); }).empty());
}

TEST_CASE("group state: a removed or updated state is what the rest of the call sees") {
  td::testing::source<event> input;
  std::vector<std::string> seen;
  td::testing::batch_driver query{
      td::read_stream(input) | td::group_by_key("key"_c) |
          td::map_groups_with_state<std::string>(td::no_timeout,
                                                 [&](const std::string& key, auto rows, auto& state) {
                                                   const auto note = [&] { seen.push_back(state.get_or("none")); };
                                                   note();
                                                   state.update(key + "1");
                                                   note();
                                                   state.update(state.get() + "2");
                                                   note();
                                                   if (rows[0].value < 0) state.remove();
                                                   note();
                                                   return call{key, std::ssize(rows), false, state.exists() ? 1 : 0};
                                                 }),
      td::update};
  input.add({{"a", at(0s), 0}});
  CHECK(query.run_batch()->rows == calls{{"a", 1, false, 1}});
  CHECK(seen == std::vector<std::string>{"none", "a1", "a12", "a12"});
  seen.clear();
  input.add({{"a", at(0s), -1}});
  const auto second = query.run_batch();
  CHECK(second->rows == calls{{"a", 1, false, 0}});
  CHECK(seen == std::vector<std::string>{"a12", "a1", "a12", "none"});
  CHECK(second->state[0].num_rows_total == 0);
  CHECK(second->state[0].num_rows_removed == 1);
  CHECK(second->state[0].operator_name == "flatMapGroupsWithState");
}

// SPARK-38549, SPARK-24634: late rows vanished, and no counter told it.
TEST_CASE("P03: late rows of groups with event-time timeouts are dropped and counted") {
  td::testing::source<event> input;
  td::testing::batch_driver query{counted(input, 5s), td::update};
  input.add({{"a", at(20s), 1}});
  CHECK(query.run_until_idle().size() == 2);
  // Below, at, and above the watermark of 15 s.
  input.add({{"a", at(14'999ms), 1}, {"b", at(15s), 1}, {"b", at(14s), 1}, {"c", at(15'001ms), 1}});
  const auto one = query.run_batch();
  CHECK(one->rows == calls{{"c", 1, false, 1}});
  CHECK(one->state[0].num_rows_dropped_by_watermark == 3);
}

// SPARK-38320: a key was timed out in the batch in which it got data.
template <class Policy>
void resets_by_data(td::testing::driver_options<Policy> options) {
  td::testing::source<event> input;
  td::testing::batch_driver query{counted(input), td::update, std::move(options)};
  constexpr int keys = 100;
  std::vector<event> all;
  for (int i = 0; i < keys; ++i) all.push_back({"key" + std::to_string(i), at(10s), 1});
  input.add(all);
  CHECK(query.run_batch()->rows.size() == keys);
  // The watermark of 25 s, above all timeouts, is in force in the batch that half of the keys have rows in.
  input.add({{"other", at(25s), 1}});
  query.run_batch();
  query.restart();
  std::vector<event> half;
  calls expected{};
  for (int i = 0; i < keys; ++i) {
    const std::string key = "key" + std::to_string(i);
    if (i % 2 == 0) half.push_back({key, at(26s), 1});
    expected.push_back(i % 2 == 0 ? call{key, 1, false, 2} : call{key, 0, true, 1});
  }
  input.add(half);
  const auto ran = query.run_batch();
  CHECK(ran->watermark == at(25s).millis());
  CHECK(sorted(ran->rows) == sorted(expected));
  CHECK(ran->state[0].num_rows_removed == keys / 2);
  CHECK(ran->state[0].num_rows_updated == keys / 2);
  CHECK(ran->state[0].num_rows_total == keys / 2 + 1);
}

TEST_CASE("P18: a key with rows is not timed out in the same batch, in memory") {
  td::testing::driver_options<> options;
  options.start.partitions = 2;
  resets_by_data(options);
}

TEST_CASE("P18: a key with rows is not timed out in the same batch, on LevelDB") {
  const scratch_folder folder;
  td::testing::driver_options<td::leveldb_state> options;
  options.start.partitions = 2;
  options.files = &td::local_files();
  options.checkpoint = {folder / "checkpoint"};
  resets_by_data(std::move(options));
}

TEST_CASE("group state: keys that leave take their memory with them") {
  td::testing::source<event> input;
  td::testing::batch_driver query{counted(input), td::update};
  std::int64_t most_bytes = 0;
  for (int batch = 0; batch < 300; ++batch) {
    std::vector<event> rows;
    for (int i = 0; i < 50; ++i) rows.push_back({"key " + std::to_string(batch * 50 + i), at(std::chrono::seconds(batch)), 1});
    input.add(rows);
    for (const auto& one : query.run_until_idle()) {
      REQUIRE(one.state[0].num_rows_total <= 12 * 50);
      if (batch == 50) most_bytes = std::max(most_bytes, one.state[0].memory_used_bytes);
      if (batch > 50) REQUIRE(one.state[0].memory_used_bytes <= most_bytes * 2);
    }
  }
}

TEST_CASE("initial state: each partition begins with the keys that are its own, once") {
  const std::vector<count_of_key> starts{{"a", 100}, {"b", 200}, {"c", 300}, {"d", 400}};
  const auto pipeline = [&](const td::testing::source<event>& input, const std::vector<count_of_key>& table) {
    return td::read_stream(input) | td::group_by_key("key"_c) |
           td::map_groups_with_state<std::int64_t>(
               td::no_timeout,
               [](const std::string& key, auto rows, auto& state) {
                 const call made{key, std::ssize(rows), state.has_timed_out(), state.get_or(0) + std::ssize(rows)};
                 state.update(made.count);
                 return made;
               },
               td::initial_state(td::read(table)));
  };
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
    td::testing::source<event> input;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query{pipeline(input, starts), td::update, options};
    input.add({{"a", at(0s), 1}, {"z", at(0s), 1}, {"a", at(0s), 1}});
    CHECK(sorted(query.run_batch()->rows) ==
          calls{{"a", 2, false, 102}, {"b", 0, false, 200}, {"c", 0, false, 300}, {"d", 0, false, 400}, {"z", 1, false, 1}});
    query.restart();
    input.add({{"b", at(0s), 1}});
    const auto later = query.run_batch();
    CHECK(later->rows == calls{{"b", 1, false, 201}});
    CHECK(later->state[0].num_rows_total == 5);
  }

  td::testing::source<event> input;
  td::testing::batch_driver twice{pipeline(input, {{"a", 1}, {"b", 2}, {"a", 3}}), td::update};
  input.add({{"z", at(0s), 1}});
  CHECK(error_id_of([&] { twice.run_batch(); }) == "initial_state_repeats_key");
}

TEST_CASE("initial state: a struct's members are found by name, in a table that functions made") {
  td::testing::source<event> input;
  const auto table = td::read(std::vector<event>{{"a", at(0s), 5}, {"b", at(1s), 6}, {"a", at(2s), 7}}) |
                     td::group_by_key("key"_c) | td::map_groups([](const std::string& key, auto rows) {
                       std::int64_t sum = 0;
                       for (const event& one : rows) sum += one.value;
                       return count_of_key{key, sum};
                     });
  td::testing::batch_driver query{td::read_stream(input) | td::group_by_key("key"_c) |
                                      td::map_groups_with_state<count_of_key>(
                                          td::no_timeout,
                                          [](const std::string& key, auto rows, auto& state) {
                                            return call{key + state.get().key, std::ssize(rows), false, state.get().count};
                                          },
                                          td::initial_state(table)),
                                  td::update};
  input.add({{"b", at(0s), 1}});
  CHECK(sorted(query.run_batch()->rows) == calls{{"aa", 0, false, 12}, {"bb", 1, false, 6}});
}

TEST_CASE("group state: explain") {
  const td::testing::source<event> input;
  CHECK(td::explain(counted(input)) ==
        "map_groups_with_state event time timeout, <function>\n"
        "+- group_by_key key\n"
        "   +- with_watermark time, 0 days\n"
        "      +- read_stream MemoryStream\n");
  static_assert(!td::is_state_bounded<decltype(counted(input)), td::update>);
}

}  // namespace group_state_test
