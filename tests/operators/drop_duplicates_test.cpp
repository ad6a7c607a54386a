// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// How long keys of duplicates are remembered, and what they are.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace drop_duplicates_test {

struct event {
  std::string id;
  tidemark::timestamp time;
};
struct seen {
  std::string_view id;  // shows what lies in the batch
  std::optional<double> number;
};

struct reading {
  std::int64_t key;
  tidemark::timestamp time;
  std::int64_t value;
  std::string note;
};

}  // namespace drop_duplicates_test

BOOST_HANA_ADAPT_STRUCT(drop_duplicates_test::event, id, time);
BOOST_HANA_ADAPT_STRUCT(drop_duplicates_test::reading, key, time, value, note);
BOOST_HANA_ADAPT_STRUCT(drop_duplicates_test::seen, id, number);

namespace drop_duplicates_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

td::timestamp at(std::int64_t millis) { return td::timestamp::from_millis(millis); }

// How many rows come out of the next batches.
template <class Driver>
std::size_t rows_of(Driver& query) {
  std::size_t rows = 0;
  for (const auto& ran : query.run_until_idle()) rows += ran.rows.size();
  return rows;
}

// Twelve thousand ids within an hour of event time, a minute a batch, each id twice; the largest state that there was.
template <class Step>
std::int64_t largest_state(Step step) {
  td::testing::source<event> events;
  td::testing::batch_driver query{td::read_stream(events) | td::with_watermark("time"_c, 1min) | step, td::append};
  std::int64_t largest = 0;
  std::size_t rows = 0;
  for (std::int64_t minute = 0; minute < 60; ++minute) {
    std::vector<event> batch;
    for (std::int64_t i = 0; i < 200; ++i)
      batch.push_back({std::to_string(minute * 200 + i), at((minute + 1) * 60'000 + i * 300)});
    for (std::size_t i = 0; i < 200; ++i) batch.push_back(event(batch[i]));
    events.add_batch(batch);
    for (const auto& ran : query.run_until_idle()) {
      rows += ran.rows.size();
      largest = std::max(largest, ran.state.at(0).num_rows_total);
    }
  }
  CHECK(rows == 12'000);
  return largest;
}

}  // namespace
}  // namespace drop_duplicates_test

using namespace drop_duplicates_test;

TEST_CASE("P13: state of duplicates by id grows with the ids, by id and time or within the watermark it does not") {
  CHECK(largest_state(td::drop_duplicates("id"_c)) == 12'000);
  CHECK(largest_state(td::drop_duplicates("id"_c, "time"_c)) <= 400);
  CHECK(largest_state(td::drop_duplicates_within_watermark("id"_c)) <= 600);
}

TEST_CASE("a key is forgotten at its time to live: one millisecond before it is known, at it and after it is not") {
  for (const std::int64_t passed : {9'999, 10'000, 10'001}) {
    CAPTURE(passed);
    td::testing::source<event> events;
    td::testing::batch_driver query{td::read_stream(events) | td::drop_duplicates({.ttl = 10s}, "id"_c), td::append};
    query.clock().set_ms(100'000);
    events.add({{"a", at(0)}, {"a", at(1)}});
    CHECK(rows_of(query) == 1);
    query.clock().set_ms(105'000);
    events.add({{"a", at(2)}});  // does not prolong
    CHECK(rows_of(query) == 0);
    query.restart();
    query.clock().set_ms(100'000 + passed);
    events.add({{"a", at(3)}, {"a", at(4)}});
    const auto ran = query.run_batch();
    CHECK(ran->rows.size() == (passed < 10'000 ? 0 : 1));
    CHECK(ran->state.at(0).num_rows_updated == (passed < 10'000 ? 0 : 1));
    CHECK(ran->state.at(0).num_rows_total == 1);  // known on, or known anew
    CHECK(ran->state.at(0).num_rows_removed == 0);
    query.clock().set_ms(100'000 + passed + 9'999);  // anew from where it was
    events.add({{"a", at(5)}});
    CHECK(rows_of(query) == (passed < 10'000 ? 1 : 0));
  }
}

TEST_CASE("keys that have expired leave with the next batch, whatever comes in it") {
  td::testing::source<event> events;
  td::testing::batch_driver query{td::read_stream(events) | td::drop_duplicates({.ttl = 10s}, "id"_c), td::append};
  for (std::int64_t batch = 0; batch < 50; ++batch) {
    query.clock().set_ms(batch * 5'000);
    events.add({{"k" + std::to_string(batch), at(0)}, {"m" + std::to_string(batch), at(0)}});
    const auto ran = query.run_batch();
    CHECK(ran->state.at(0).num_rows_total == (batch == 0 ? 2 : 4));
    CHECK(ran->state.at(0).num_rows_removed == (batch < 2 ? 0 : 2));
  }
}

TEST_CASE("a batch that is run again drops the same rows, since its time is the one that was logged") {
  td::testing::source<event> events;
  const auto fails = std::make_shared<bool>(false);
  td::testing::batch_driver query{
      td::read_stream(events) | td::drop_duplicates({.ttl = 10s}, "id"_c) | td::map([fails](const event& one) {
        if (*fails) throw std::runtime_error("on its first attempt");
        return one;
      }),
      td::append};
  query.clock().set_ms(100'000);
  events.add({{"a", at(0)}});
  CHECK(rows_of(query) == 1);
  query.clock().set_ms(109'000);
  events.add({{"a", at(0)}, {"b", at(0)}});
  *fails = true;
  CHECK_THROWS(query.run_batch());
  *fails = false;
  query.clock().set_ms(200'000);
  query.restart();
  const auto again = query.run_batch();
  REQUIRE(again);
  CHECK(again->rows.size() == 1);
  CHECK(again->state.at(0).custom_metrics.at("numDroppedDuplicateRows") == 1);
}

TEST_CASE("a time to live has to be above zero") {
  CHECK(error_id_of([] { td::drop_duplicates({.ttl = 0s}, "id"_c); }) == "time_to_live_not_positive");
  CHECK(error_id_of([] { td::drop_duplicates({.ttl = -1s}); }) == "time_to_live_not_positive");
  CHECK(error_id_of([] { td::drop_duplicates({.ttl = 1us}); }) == "no error");
}

// Rows wait in blocks of 32, since the columns that are needed of them are plain.
template <class Step>
std::vector<std::int64_t> values_of_first_rows(std::int64_t rows, Step step) {
  td::testing::source<reading> readings;
  td::testing::batch_driver query{td::read_stream(readings) | td::with_watermark("time"_c, 1min) | step | td::select("value"_c),
                                  td::append};
  std::vector<reading> all;
  for (std::int64_t i = 0; i < rows; ++i) all.push_back({i / 2, at(1'000 + i / 2), i, "not needed"});
  readings.add(std::move(all));
  std::vector<std::int64_t> values;
  for (const auto& ran : query.run_until_idle())
    for (const auto& row : ran.rows) values.push_back(td::get<"value">(row));
  return values;
}

TEST_CASE("the first rows of keys go on in their order: a row less than a block, a block, a row more") {
  for (const std::int64_t rows : {31, 32, 33}) {
    std::vector<std::int64_t> even;
    for (std::int64_t value = 0; value < rows; value += 2) even.push_back(value);
    CHECK(values_of_first_rows(rows, td::drop_duplicates("key"_c)) == even);
    CHECK(values_of_first_rows(rows, td::drop_duplicates("key"_c, "time"_c)) == even);
    CHECK(values_of_first_rows(rows, td::drop_duplicates({.ttl = 1min}, "key"_c)) == even);
    CHECK(values_of_first_rows(rows, td::drop_duplicates_within_watermark("key"_c)) == even);
  }
}

TEST_CASE("nulls are equal, NaN is one value, zero has no sign, and texts that are views are kept as texts") {
  td::testing::source<seen> rows;
  td::testing::batch_driver query{td::read_stream(rows) | td::drop_duplicates(), td::append};
  {
    const std::string text = "a text too long to be kept within a string object";
    rows.add(
        {{text, std::nullopt}, {text, std::nullopt}, {text, std::nan("1")}, {text, std::nan("2")}, {text, 0.0}, {text, -0.0}});
    CHECK(rows_of(query) == 3);
  }
  const std::string again = "a text too long to be kept within a string object";
  rows.add({{again, std::nullopt}, {again, std::nan("3")}, {again, 0.0}, {again, 1.0}});
  CHECK(rows_of(query) == 1);
}

TEST_CASE("the delay within which rows are duplicates is that of the column's own watermark") {
  td::testing::source<event> slow;
  td::testing::source<event> fast;
  const auto both = td::read_stream(slow) | td::with_watermark("time"_c, 20s) | td::rename("time"_c, "at"_c) |
                    td::union_with(td::read_stream(fast) | td::with_watermark("time"_c, 5s) | td::rename("time"_c, "at"_c));
  td::testing::batch_driver query{both | td::select("id"_c, "at"_c.as("when"_c)) | td::drop_duplicates_within_watermark("id"_c),
                                  td::append};
  const auto total_after = [&](std::int64_t seconds) {
    slow.add({{std::to_string(seconds), at(seconds * 1000)}});
    fast.add({{std::to_string(seconds), at(seconds * 1000)}});
    return query.run_until_idle().back().state.at(0).num_rows_total;
  };
  CHECK(total_after(100) == 1);
  CHECK(total_after(139) == 2);  // the watermark is 119
  CHECK(total_after(140) == 2);  // 120: the first is forgotten
}

TEST_CASE("windows that carry the watermark are duplicates like others and leave at their end") {
  td::testing::source<event> events;
  td::testing::batch_driver query{td::read_stream(events) | td::with_watermark("time"_c, 0s) |
                                      td::group_by(td::window("time"_c, 10s), "id"_c) | td::count() |
                                      td::drop_duplicates("window"_c),
                                  td::append};
  events.add({{"a", at(1'000)}, {"b", at(2'000)}});
  rows_of(query);
  events.add({{"c", at(30'000)}});
  CHECK(rows_of(query) == 1);
  const auto idle = [&] {
    events.add({{"d", at(60'000)}});
    return query.run_until_idle().back().state.at(0).num_rows_total;
  };
  CHECK(idle() == 0);
}

TEST_CASE("steps that drop duplicates explain themselves") {
  td::testing::source<event> events;
  const auto marked = td::read_stream(events) | td::with_watermark("time"_c, 5s);
  CHECK(td::explain(marked | td::drop_duplicates("id"_c, "time"_c)).rfind("drop_duplicates id, time\n", 0) == 0);
  CHECK(td::explain(marked | td::drop_duplicates({.ttl = 24h}, "id"_c)).rfind("drop_duplicates id, 1 day\n", 0) == 0);
  CHECK(td::explain(marked | td::drop_duplicates_within_watermark()).rfind("drop_duplicates_within_watermark\n", 0) == 0);
}
