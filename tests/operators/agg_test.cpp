// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Aggregations: their values, what each mode puts out, what is late, what is reported of state.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agg_test {

struct measurement {
  std::string key;
  std::optional<std::int64_t> n;
  double d = 0;
};
struct event {
  std::string key;
  tidemark::timestamp time;
};

// Begins with one, which no default value is.
struct product {
  static constexpr const char* name = "product";
  using state = std::int64_t;
  static constexpr state zero() { return 1; }
  static constexpr void add(state& so_far, std::int64_t value) { so_far *= value; }
  static constexpr void merge(state& so_far, state other) { so_far *= other; }
  static constexpr std::int64_t result(state so_far) { return so_far; }
};

}  // namespace agg_test

BOOST_HANA_ADAPT_STRUCT(agg_test::measurement, key, n, d);
BOOST_HANA_ADAPT_STRUCT(agg_test::event, key, time);

namespace agg_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

auto all_aggregates(const td::testing::source<measurement>& measurements) {
  return td::read_stream(measurements) | td::group_by("key"_c) |
         td::agg(td::count().as("rows"_c), td::count("n"_c).as("values"_c), td::sum("n"_c).as("total"_c),
                 td::min("n"_c).as("low"_c), td::max("n"_c).as("high"_c), td::avg("n"_c).as("mean"_c),
                 td::aggregate<product>("n"_c).as("product"_c), td::sum("d"_c).as("sum_d"_c), td::max("d"_c).as("max_d"_c));
}

constexpr std::int64_t greatest = (std::numeric_limits<std::int64_t>::max)();

event at(std::string key, std::int64_t second) { return {std::move(key), td::timestamp(second * 1'000'000)}; }
td::time_window seconds(std::int64_t start, std::int64_t end) {
  return {td::timestamp(start * 1'000'000), td::timestamp(end * 1'000'000)};
}

// Rows by window of 10 s and key.
auto counts(const td::testing::source<event>& events) {
  return td::read_stream(events) | td::with_watermark("time"_c, 0s) | td::group_by(td::window("time"_c, 10s), "key"_c) |
         td::count();
}

}  // namespace
}  // namespace agg_test

using namespace agg_test;

TEST_CASE(
    "each aggregate skips nulls, is null without values, and goes on over batches; update puts out the groups that changed") {
  td::testing::source<measurement> measurements;
  td::testing::batch_driver query{all_aggregates(measurements), td::update};
  using rows = std::vector<decltype(query)::row>;
  const auto null = std::nullopt;
  measurements.add({{"a", 2, 0.5}, {"a", {}, 0.25}, {"b", {}, -1.0}});
  CHECK(query.run_batch()->rows ==
        rows{{"a", 2, 1, 2, 2, 2, 2.0, 2, 0.75, 0.5}, {"b", 1, 0, null, null, null, null, 1, -1.0, -1.0}});
  measurements.add({{"a", -3, 1.0}});
  CHECK(query.run_batch()->rows == rows{{"a", 3, 2, -1, -3, 2, -0.5, -6, 1.75, 1.0}});
  query.restart();
  measurements.add({{"b", 7, -2.0}, {"c", 5, 3.0}});
  CHECK(query.run_batch()->rows == rows{{"b", 2, 1, 7, 7, 7, 7.0, 7, -3.0, -1.0}, {"c", 1, 1, 5, 5, 5, 5.0, 5, 3.0, 3.0}});
}

TEST_CASE("NaN is the greatest number") {
  td::testing::source<measurement> measurements;
  td::testing::batch_driver query{all_aggregates(measurements), td::update};
  const double infinity = std::numeric_limits<double>::infinity();
  measurements.add({{"a", 1, infinity}, {"a", 1, std::nan("")}, {"a", 1, infinity}});
  CHECK(std::isnan(td::get<"max_d">(query.run_batch()->rows.at(0))));
}

TEST_CASE("a sum at the end of its range is held, one above it ends the query with the batch named") {
  td::testing::source<measurement> measurements;
  td::testing::batch_driver query{all_aggregates(measurements), td::update};
  measurements.add({{"a", greatest - 1}});
  CHECK(td::get<"total">(query.run_batch()->rows.at(0)) == greatest - 1);
  measurements.add({{"a", 1}});
  CHECK(td::get<"total">(query.run_batch()->rows.at(0)) == greatest);
  measurements.add({{"a", 1}});
  const auto thrown = error_of([&] { query.run_batch(); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "arithmetic_overflow");
  CHECK(thrown->batch() == 2);
}

TEST_CASE("state that outgrows the caches gives the same") {
  td::testing::source<measurement> measurements;
  td::testing::batch_driver query{all_aggregates(measurements), td::update};
  constexpr std::int64_t keys = 60'000;
  std::vector<measurement> rows;
  for (std::int64_t turn = 0; turn < 2; ++turn)
    for (std::int64_t key = 0; key < keys; ++key) rows.push_back({std::to_string(key), key % 100 + turn, 1.0});
  for (std::int64_t batch = 1; batch <= 2; ++batch) {
    measurements.add(rows);
    const auto ran = query.run_batch();
    REQUIRE(ran->rows.size() == static_cast<std::size_t>(keys));
    CHECK(ran->state.at(0).num_rows_total == keys);
    std::int64_t wrong = 0;
    for (const auto& row : ran->rows) {
      const std::int64_t low = std::stoll(td::get<"key">(row)) % 100;
      std::int64_t product_of_batches = 1;
      for (std::int64_t i = 0; i < batch; ++i) product_of_batches *= low * (low + 1);
      const bool is_right = td::get<"rows">(row) == 2 * batch && td::get<"total">(row) == batch * (2 * low + 1) &&
                            td::get<"low">(row) == low && td::get<"high">(row) == low + 1 &&
                            td::get<"product">(row) == product_of_batches &&
                            td::get<"sum_d">(row) == 2.0 * static_cast<double>(batch);
      if (!is_right) ++wrong;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("without keys there is one row from the first batch on, over any number of partitions") {
  for (const std::size_t partitions : {1U, 3U}) {
    CAPTURE(partitions);
    td::testing::source<measurement> measurements;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query{
        td::read_stream(measurements) | td::agg(td::count(), td::sum("d"_c).as("total"_c), td::min("key"_c).as("first"_c),
                                                td::avg("n"_c).as("mean"_c), td::aggregate<product>("n"_c).as("product"_c)),
        td::complete, options};
    using rows = std::vector<decltype(query)::row>;
    const auto null = std::nullopt;
    measurements.add_batch();
    CHECK(query.run_batch()->rows == rows{{0, null, null, null, 1}});
    measurements.add({{"b", 4, 1.0}, {"a", {}, 2.0}, {"c", 5, 3.0}});
    CHECK(query.run_batch()->rows == rows{{3, 6.0, "a", 4.5, 20}});
    measurements.add_batch();
    CHECK(query.run_batch()->rows == rows{{3, 6.0, "a", 4.5, 20}});
  }
}

TEST_CASE("P16: what is reported of state is that of each batch, empty ones too") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(events), td::append};
  using rows = std::vector<decltype(query)::row>;
  events.add({at("k1", 1), at("k1", 2), at("k2", 3)});
  const auto first = query.run_batch();
  CHECK(first->rows.empty());
  CHECK(first->state.at(0).operator_name == "stateStoreSave");
  CHECK(first->state.at(0).num_rows_total == 2);
  CHECK(first->state.at(0).num_rows_updated == 2);
  CHECK(first->state.at(0).num_rows_removed == 0);
  const auto without_data = query.run_until_idle();
  REQUIRE(without_data.size() == 1);
  for (const auto& empty : without_data) {
    CHECK(empty.input_rows == 0);
    CHECK(empty.rows.empty());
    CHECK(empty.state.at(0).num_rows_total == 2);
    CHECK(empty.state.at(0).num_rows_updated == 0);
    CHECK(empty.state.at(0).num_rows_removed == 0);
  }
  events.add({at("k1", 15)});
  const auto second = query.run_batch();
  CHECK(second->state.at(0).num_rows_total == 3);
  CHECK(second->state.at(0).num_rows_updated == 1);
  const auto after = query.run_batch();
  REQUIRE(after);
  CHECK(after->watermark == 15'000);
  CHECK(after->input_rows == 0);
  CHECK(after->rows == rows{{seconds(0, 10), "k1", 2}, {seconds(0, 10), "k2", 1}});
  CHECK(after->state.at(0).num_rows_total == 1);
  CHECK(after->state.at(0).num_rows_updated == 0);
  CHECK(after->state.at(0).num_rows_removed == 2);
  CHECK_FALSE(query.run_batch());
}

TEST_CASE("P03: late rows are counted in the batch in which they come, by distinct window and key, and never put out") {
  for (const std::size_t partitions : {1U, 3U}) {
    CAPTURE(partitions);
    td::testing::source<event> events;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query{counts(events), td::append, options};
    events.add({at("k1", 30)});
    query.run_until_idle();
    events.add({at("k1", 1), at("k1", 2), at("k2", 3), at("k1", 29), at("k1", 30), at("k1", 31)});
    const auto late = query.run_batch();
    CHECK(late->state.at(0).num_rows_dropped_by_watermark == 3);  // k1 and k2 in [0, 10), k1 in [20, 30)
    CHECK(late->state.at(0).num_rows_updated == 1);
    CHECK(late->state.at(0).num_rows_total == 1);
    const auto after = query.run_until_idle();
    REQUIRE(after.size() == 1);  // the watermark has moved by a second
    CHECK(after.at(0).state.at(0).num_rows_dropped_by_watermark == 0);
    CHECK(after.at(0).rows.empty());
  }
}

TEST_CASE("update drops late rows and lets groups go in silence") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(events), td::update};
  using rows = std::vector<decltype(query)::row>;
  events.add({at("a", 1), at("a", 12)});
  CHECK(query.run_batch()->rows == rows{{seconds(0, 10), "a", 1}, {seconds(10, 20), "a", 1}});
  const auto after = query.run_batch();
  CHECK(after->rows.empty());
  CHECK(after->state.at(0).num_rows_removed == 1);
  events.add({at("a", 2), at("a", 13)});
  const auto late = query.run_batch();
  CHECK(late->rows == rows{{seconds(10, 20), "a", 2}});
  CHECK(late->state.at(0).num_rows_dropped_by_watermark == 1);
}

TEST_CASE("complete keeps late rows and all groups") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(events), td::complete};
  using rows = std::vector<decltype(query)::row>;
  events.add({at("a", 1), at("a", 12)});
  CHECK(query.run_batch()->rows == rows{{seconds(0, 10), "a", 1}, {seconds(10, 20), "a", 1}});
  CHECK_FALSE(query.run_batch());
  events.add({at("a", 2)});
  const auto late = query.run_batch();
  CHECK(late->watermark == 12'000);
  CHECK(late->rows == rows{{seconds(0, 10), "a", 2}, {seconds(10, 20), "a", 1}});
  CHECK(late->state.at(0).num_rows_dropped_by_watermark == 0);
  CHECK(late->state.at(0).num_rows_removed == 0);
}
