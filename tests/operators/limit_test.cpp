// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Limits, and distinct rows.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/distinct.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace limit_test {

struct event {
  std::string key;
  tidemark::timestamp time;
};

}  // namespace limit_test

BOOST_HANA_ADAPT_STRUCT(limit_test::event, key, time);

namespace limit_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

event named(const std::string& key, std::int64_t seconds = 0) { return {key, td::timestamp(seconds * 1'000'000)}; }

td::testing::driver_options<> over(std::size_t partitions) {
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  return options;
}

template <class Row>
std::vector<std::string> keys_of(const std::vector<Row>& rows) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(td::get<"key">(row));
  std::sort(keys.begin(), keys.end());
  return keys;
}

using keys = std::vector<std::string>;

}  // namespace
}  // namespace limit_test

using namespace limit_test;

TEST_CASE("a limit lets the first rows of the query pass, over batches and restarts, in the order of the source") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{3}}) {
    CAPTURE(partitions);
    td::testing::source<event> events;
    td::testing::batch_driver query{td::read_stream(events) | td::limit(3), td::append, over(partitions)};
    events.add({named("a"), named("b")});
    CHECK(keys_of(query.run_batch()->rows) == keys{"a", "b"});
    query.restart();
    events.add({named("c"), named("d")});
    CHECK(keys_of(query.run_batch()->rows) == keys{"c"});
    query.restart();
    events.add({named("e")});
    const auto after = query.run_batch();
    CHECK(after->rows.empty());
    CHECK(after->input_rows == 1);
    CHECK(after->state.at(0).num_rows_total == 1);
    CHECK(after->state.at(0).num_rows_updated == 0);
  }
}

TEST_CASE("a limit of zero lets nothing pass, one below zero is refused") {
  td::testing::source<event> events;
  td::testing::batch_driver query{td::read_stream(events) | td::limit(0), td::append};
  events.add({named("a")});
  CHECK(query.run_batch()->rows.empty());
  CHECK(error_id_of([] { td::limit(-1); }) == "limit_negative");
  CHECK(error_id_of([] { td::limit(0); }) == "no error");
}

TEST_CASE("P14: a limit above duplicates counts over batches, and what it holds back is remembered below") {
  td::testing::source<event> events;
  td::testing::batch_driver query{td::read_stream(events) | td::drop_duplicates("key"_c) | td::limit(5), td::append, over(2)};
  std::size_t rows = 0;
  for (std::int64_t batch = 0; batch < 3; ++batch) {
    std::vector<event> four;
    for (std::int64_t i = 0; i < 4; ++i) four.push_back(named("k" + std::to_string(batch * 4 + i)));
    four.push_back(four[0]);
    four.push_back(four[1]);
    events.add_batch(four);
    const auto ran = query.run_batch();
    rows += ran->rows.size();
    CHECK(ran->state.at(1).num_rows_total == 4 * (batch + 1));
  }
  CHECK(rows == 5);
  events.add({named("k11")});
  CHECK(query.run_batch()->state.at(1).custom_metrics.at("numDroppedDuplicateRows") == 1);
}

TEST_CASE("P14: a limit below an aggregation in complete mode counts over the query's life") {
  td::testing::source<event> events;
  td::testing::batch_driver query{td::read_stream(events) | td::limit(5) | td::agg(td::count().as("n"_c)), td::complete,
                                  over(2)};
  for (const std::int64_t n : {3, 5, 5}) {
    events.add_batch({named("a"), named("b"), named("c")});
    const auto rows = query.run_batch()->rows;
    REQUIRE(rows.size() == 1);
    CHECK(td::get<"n">(rows[0]) == n);
  }
}

TEST_CASE("above an aggregation in complete mode a limit cuts each batch's table, and keeps nothing") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{3}}) {
    CAPTURE(partitions);
    td::testing::source<event> events;
    td::testing::batch_driver query{td::read_stream(events) | td::group_by("key"_c) | td::count() | td::limit(2), td::complete,
                                    over(partitions)};
    for (const std::size_t rows : {1U, 2U, 2U, 2U}) {
      events.add({named("k" + std::to_string(query.clock().now_ms()))});
      query.clock().advance(1ms);
      const auto ran = query.run_batch();
      CHECK(ran->rows.size() == rows);
      CHECK(ran->state.size() == 1);
      query.restart();
    }
  }
}

TEST_CASE("a limit that was raised lets further rows pass, one that was lowered no more") {
  td::testing::simulated_file_system files;
  td::testing::source<event> events;
  const auto passed = [&](std::int64_t rows) {
    td::testing::driver_options<> options;
    options.files = &files;
    td::testing::batch_driver query{td::read_stream(events) | td::limit(rows), td::append, options};
    events.add({named("a"), named("b"), named("c")});
    return query.run_batch()->rows.size();
  };
  CHECK(passed(2) == 2);
  CHECK(passed(4) == 2);
  CHECK(passed(1) == 0);
  CHECK(passed(5) == 1);
}

TEST_CASE("distinct rows: all of them in complete mode, those that came in update mode, those that are final in append mode") {
  td::testing::source<event> events;
  const auto rows = td::read_stream(events) | td::with_watermark("time"_c, 0s) | td::distinct();
  td::testing::batch_driver complete{rows, td::complete, over(2)};
  td::testing::batch_driver update{rows, td::update, over(2)};
  td::testing::batch_driver append{rows, td::append, over(2)};
  events.add_batch({named("a", 1), named("b", 1), named("a", 1)});
  CHECK(keys_of(complete.run_batch()->rows) == keys{"a", "b"});
  CHECK(keys_of(update.run_batch()->rows) == keys{"a", "b"});
  CHECK(append.run_batch()->rows.empty());
  events.add_batch({named("b", 1), named("c", 2)});
  CHECK(keys_of(complete.run_batch()->rows) == keys{"a", "b", "c"});
  CHECK(keys_of(update.run_batch()->rows) == keys{"b", "c"});
  CHECK(keys_of(append.run_batch()->rows) == keys{"a", "b"});
  CHECK(append.run_batch()->state.at(0).num_rows_total == 0);  // 2 has passed
}

TEST_CASE("limits and distinct rows explain themselves") {
  td::testing::source<event> events;
  CHECK(td::explain(td::read_stream(events) | td::limit(5)).rfind("limit 5\n", 0) == 0);
  CHECK(td::explain(td::read_stream(events) | td::distinct()).rfind("distinct\n", 0) == 0);
}
