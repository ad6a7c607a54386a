// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The same window aggregation on both stores, fused and over partitions, with restarts.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace stores_test {

struct event {
  tidemark::timestamp time;
  std::string key;
  std::int64_t amount;
};

}  // namespace stores_test

BOOST_HANA_ADAPT_STRUCT(stores_test::event, time, key, amount);

namespace stores_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

auto pipeline(const td::testing::source<event>& events) {
  return td::read_stream(events) | td::with_watermark("time"_c, 5s) | td::group_by(td::window("time"_c, 10s, 5s), "key"_c) |
         td::agg(td::count().as("n"_c), td::sum("amount"_c).as("total"_c), td::max("amount"_c).as("most"_c));
}
using plan_type = td::plan_in<decltype(pipeline(td::testing::source<event>()))>;
using query_type = td::query_plan<plan_type, td::testing::collecting_sink<td::row_of<plan_type>>, td::output_mode::append>;
template <class Policy>
using driver = td::testing::batch_driver<query_type, Policy, td::program_form::by_partitions>;

struct batch {
  std::vector<std::tuple<td::time_window, std::string, std::int64_t, std::int64_t, std::int64_t>> rows;
  std::vector<std::int64_t> facts;
  bool operator==(const batch&) const = default;
};

// Some rows a batch, every third batch behind a restart; what each batch gave.
template <class Policy>
std::vector<batch> run(std::uint64_t seed, td::testing::driver_options<Policy> options) {
  std::mt19937_64 random(seed);
  td::testing::source<event> events;
  driver<Policy> query(pipeline(events), td::append, std::move(options));
  std::vector<batch> batches;
  std::int64_t now = 100;
  for (int step = 0; step < 12; ++step) {
    if (step % 3 == 2) query.restart();
    now += static_cast<std::int64_t>(random() % 8);
    std::vector<event> rows;
    for (std::size_t i = random() % 40; i > 0; --i)
      rows.push_back({td::timestamp((now - static_cast<std::int64_t>(random() % 12)) * 1'000'000),
                      "key" + std::to_string(random() % 9), static_cast<std::int64_t>(random() % 1'000)});
    events.add_batch(rows);
    for (const auto& ran : query.run_until_idle()) {
      batch one;
      for (const auto& row : ran.rows)
        one.rows.emplace_back(td::get<"window">(row), td::get<"key">(row), td::get<"n">(row), td::get<"total">(row),
                              td::get<"most">(row));
      std::sort(one.rows.begin(), one.rows.end());
      const auto& state = ran.state.at(0);
      one.facts = {ran.id,
                   ran.watermark,
                   ran.input_rows,
                   state.num_rows_total,
                   state.num_rows_updated,
                   state.num_rows_removed,
                   state.num_rows_dropped_by_watermark};
      batches.push_back(std::move(one));
    }
  }
  return batches;
}

}  // namespace
}  // namespace stores_test

using namespace stores_test;

TEST_CASE(
    "a window aggregation gives the same with state in memory and in LevelDB, fused and cut, with restarts between batches") {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    CAPTURE(seed);
    const auto expected = run<td::memory_state>(seed, {});
    std::size_t rows = 0;
    std::int64_t late = 0;
    for (const batch& one : expected) rows += one.rows.size(), late += one.facts.back();
    REQUIRE(rows > 20);
    REQUIRE(late > 0);
    for (const std::size_t partitions : {1U, 3U}) {
      CAPTURE(partitions);
      const scratch_folder folder;
      td::testing::driver_options<td::leveldb_state> options;
      options.files = &td::local_files();
      options.checkpoint.folder = folder / "checkpoint";
      options.start.partitions = partitions;
      const auto ours = run(seed, options);
      REQUIRE(ours.size() == expected.size());
      for (std::size_t i = 0; i < ours.size(); ++i) {
        CAPTURE(i);
        CHECK(ours[i].facts == expected[i].facts);
        CHECK((ours[i].rows == expected[i].rows));
      }
    }
  }
}
