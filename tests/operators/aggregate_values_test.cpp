// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What aggregates make of rows, over batches, partitions, restarts and sessions that meet.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace aggregate_values_test {

struct reading {
  std::string place;
  std::optional<std::string> name;
  std::optional<double> value;
  std::optional<std::int64_t> number;
  tidemark::timestamp time;
};

}  // namespace aggregate_values_test

BOOST_HANA_ADAPT_STRUCT(aggregate_values_test::reading, place, name, value, number, time);

namespace aggregate_values_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

template <bool Sums>
struct folded {
  static constexpr const char* name = Sums ? "folded_sum" : "folded_product";
  using state = std::vector<std::int64_t>;
  static state zero() { return {}; }
  static void add(state& all, std::int64_t value) { all.push_back(value); }
  static void merge(state& all, const state& other) { all.insert(all.end(), other.begin(), other.end()); }
  static std::int64_t result(const state& all) {
    std::int64_t result = Sums ? 0 : 1;
    for (const std::int64_t one : all) result = Sums ? result + one : result * one;
    return result;
  }
};

reading of(const std::string& place, std::optional<std::string> name, std::optional<double> value,
           std::optional<std::int64_t> number, std::int64_t seconds = 0) {
  return {place, std::move(name), value, number, td::timestamp(seconds * 1'000'000)};
}

td::testing::driver_options<> over(std::size_t partitions) {
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  return options;
}

template <class Row>
const Row& at_place(const std::vector<Row>& rows, const std::string& place) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return td::get<"place">(row) == place; });
  REQUIRE(found != rows.end());
  return *found;
}

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("aggregates go on over batches and restarts, on one partition and on several") {
  for (const std::size_t partitions : {1u, 3u}) {
    td::testing::source<reading> input;
    td::testing::batch_driver query(
        td::read_stream(input) | td::group_by("place"_c) |
            td::agg(td::first("name"_c).as("first"_c), td::last("name"_c).as("last"_c),
                    td::first("name"_c, td::ignore_nulls).as("first_there"_c),
                    td::last("name"_c, td::ignore_nulls).as("last_there"_c), td::min_by("name"_c, "value"_c).as("least"_c),
                    td::max_by("name"_c, "value"_c).as("greatest"_c), td::collect_list("name"_c).as("names"_c),
                    td::collect_set("name"_c).as("different"_c), td::count_if("value"_c > 1).as("above_1"_c),
                    td::bool_and("value"_c > 1).as("all_above_1"_c), td::bool_or("value"_c > 1).as("any_above_1"_c),
                    td::var_pop("value"_c).as("var"_c), td::stddev("value"_c).as("deviation"_c)),
        td::complete, over(partitions));
    input.add_batch({of("here", std::nullopt, 1, {}), of("here", "b", 3, {}), of("there", std::nullopt, std::nullopt, {})});
    query.run_batch();
    query.restart();
    input.add_batch({of("here", "a", 3, {}), of("here", "b", -1, {}), of("here", std::nullopt, std::nullopt, {})});
    const auto rows = query.run_batch()->rows;

    const auto& here = at_place(rows, "here");
    CHECK(td::get<"first">(here) == std::nullopt);
    CHECK(td::get<"last">(here) == std::nullopt);
    CHECK(td::get<"first_there">(here) == "b");
    CHECK(td::get<"last_there">(here) == "b");
    CHECK(td::get<"least">(here) == "b");
    CHECK(td::get<"greatest">(here) == "a");  // of two rows with 3 the one that came last
    CHECK(td::get<"names">(here) == texts{"b", "a", "b"});
    CHECK(td::get<"different">(here) == texts{"b", "a"});
    CHECK(td::get<"above_1">(here) == 2);
    CHECK(td::get<"all_above_1">(here) == false);
    CHECK(td::get<"any_above_1">(here) == true);
    CHECK(std::abs(*td::get<"var">(here) - 2.75) < 1e-12);
    CHECK(std::abs(*td::get<"deviation">(here) - std::sqrt(11.0 / 3)) < 1e-12);

    const auto& there = at_place(rows, "there");
    CHECK(td::get<"first_there">(there) == std::nullopt);
    CHECK(td::get<"greatest">(there) == std::nullopt);
    CHECK(td::get<"names">(there).empty());
    CHECK(td::get<"above_1">(there) == 0);
    CHECK(td::get<"all_above_1">(there) == std::nullopt);
    CHECK(td::get<"var">(there) == std::nullopt);
  }
}

TEST_CASE("sessions that meet merge their aggregates") {
  td::testing::source<reading> input;
  td::testing::batch_driver query(
      td::read_stream(input) | td::group_by(td::session_window("time"_c, 10s), "place"_c) |
          td::agg(td::var_pop("value"_c).as("var"_c), td::collect_list("name"_c).as("names"_c),
                  td::max_by("name"_c, "value"_c).as("greatest"_c), td::bool_and("value"_c > 0).as("positive"_c),
                  td::approx_count_distinct("name"_c).as("different"_c)),
      td::complete);
  input.add_batch({of("here", "a", 1, {}, 100), of("here", "b", 5, {}, 115)});
  CHECK(query.run_batch()->rows.size() == 2);
  input.add_batch({of("here", "c", 3, {}, 107)});
  const auto rows = query.run_batch()->rows;
  REQUIRE(rows.size() == 1);
  CHECK(std::abs(*td::get<"var">(rows[0]) - 8.0 / 3) < 1e-12);
  auto names = td::get<"names">(rows[0]);
  std::sort(names.begin(), names.end());
  CHECK(names == texts{"a", "b", "c"});
  CHECK(td::get<"greatest">(rows[0]) == "b");
  CHECK(td::get<"positive">(rows[0]) == true);
  CHECK(td::get<"different">(rows[0]) == 3);
}

TEST_CASE("variance keeps its digits where values are large and close to each other") {
  td::testing::source<reading> input;
  td::testing::batch_driver query(td::read_stream(input) | td::agg(td::var_samp("value"_c).as("var"_c)), td::complete);
  input.add_batch({of("", {}, 1e9 + 4, {}), of("", {}, 1e9 + 7, {}), of("", {}, 1e9 + 13, {}), of("", {}, 1e9 + 16, {})});
  CHECK(td::get<"var">(query.run_batch()->rows.at(0)) == 30.0);
}

TEST_CASE("percentiles of few values are exact, over batches and a restart") {
  td::testing::source<reading> input;
  td::testing::batch_driver query(td::read_stream(input) | td::agg(td::approx_percentile("value"_c, 0.5).as("median"_c),
                                                                   td::approx_percentile("number"_c, 0.9, 100).as("p90"_c)),
                                  td::complete);
  input.add_batch({of("", {}, 3, 10), of("", {}, std::nullopt, 20), of("", {}, 1, {})});
  CHECK(td::get<"median">(query.run_batch()->rows.at(0)) == 1);
  query.restart();
  input.add_batch({of("", {}, 2, 30), of("", {}, std::numeric_limits<double>::quiet_NaN(), 40), of("", {}, 7, 5)});
  const auto rows = query.run_batch()->rows;
  CHECK(td::get<"median">(rows.at(0)) == 3);
  CHECK(td::get<"p90">(rows.at(0)) == 40);
  CHECK(error_id_of([] { td::approx_percentile("value"_c, 1.1); }) == "approx_percentile_options");
  CHECK(error_id_of([] { td::approx_percentile("value"_c, 0.5, 0); }) == "approx_percentile_options");
  CHECK(error_id_of([] { td::approx_percentile("value"_c, 1.0, 1); }) == "no error");
}

TEST_CASE("a sum that passes its range ends the query") {
  td::testing::source<reading> input;
  td::testing::batch_driver query(td::read_stream(input) | td::agg(td::sum("number"_c).as("sum"_c)), td::complete);
  input.add_batch({of("", {}, {}, (std::numeric_limits<std::int64_t>::max)()), of("", {}, {}, 1)});
  CHECK(error_id_of([&] { query.run_batch(); }) == "arithmetic_overflow");
}

TEST_CASE("an aggregate of one's own is known by its name, its state may be a list") {
  td::testing::simulated_file_system files;
  td::testing::source<reading> input;
  input.add({of("", {}, {}, 2)});
  input.add({of("", {}, {}, 5)});
  const auto run = [&](auto aggregate) {
    return error_id_of([&] {
      td::testing::batch_driver query{td::read_stream(input) | td::agg(aggregate.as("n"_c)), td::complete,
                                      td::testing::driver_options<>{.files = &files}};
      query.run_until_idle();
    });
  };
  CHECK(run(td::aggregate<folded<true>>("number"_c)) == "no error");
  CHECK(run(td::aggregate<folded<false>>("number"_c)) == "state_schema_changed");
  CHECK(run(td::aggregate<folded<true>>("number"_c + 1)) == "state_schema_changed");
  CHECK(run(td::aggregate<folded<true>>("number"_c)) == "no error");
}

TEST_CASE("a printed plan shows the arguments of aggregates") {
  const std::string text = td::explain(
      td::read_stream(td::testing::source<reading>()) |
      td::agg(td::max_by("name"_c, "value"_c).as("greatest"_c), td::approx_count_distinct("name"_c, 0.02).as("names"_c)));
  CHECK(text.find("agg max_by(name, value) as greatest, approx_count_distinct(name, 0.02) as names\n") == 0);
}

TEST_CASE("a relative error that can't be kept is refused") {
  CHECK(error_id_of([] { td::approx_count_distinct("name"_c, 0.0021); }) == "relative_error_out_of_range");
  CHECK(error_id_of([] { td::approx_count_distinct("name"_c, 0.0022); }) == "no error");
  CHECK(error_id_of([] { td::approx_count_distinct("name"_c, 0.27); }) == "no error");
  CHECK(error_id_of([] { td::approx_count_distinct("name"_c, 0.28); }) == "relative_error_out_of_range");
  CHECK(error_id_of([] { td::approx_count_distinct("name"_c, std::nan("")); }) == "relative_error_out_of_range");
  static_assert(td::precision_for(0.05) == 9 && td::precision_for(0.27) == 5 && td::precision_for(0.0022) == 18);
}

}  // namespace aggregate_values_test
