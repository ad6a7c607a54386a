// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The driver as users meet it; the first test is the one of the folder's README.

#include "catch2_any_version.hpp"

#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>
#include <tidemark/tidemark.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace batch_driver_test {

struct event {
  std::string key;
  tidemark::timestamp time;
};

}  // namespace batch_driver_test

BOOST_HANA_ADAPT_STRUCT(batch_driver_test::event, key, time);

namespace batch_driver_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

event at(std::string key, std::int64_t second) { return {std::move(key), td::timestamp(second * 1'000'000)}; }

auto counts(const auto& events) {
  return events | td::with_watermark("time"_c, 0s) | td::group_by(td::window("time"_c, 10s), "key"_c) | td::count();
}

}  // namespace
}  // namespace batch_driver_test

using namespace batch_driver_test;

TEST_CASE("late rows are dropped and counted; a window is put out once, when it is over") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(td::read_stream(events)), td::append};
  events.add({at("k1", 1), at("k1", 2), at("k2", 15)});
  CHECK(query.run_batch()->rows.empty());
  const auto closed = query.run_batch();  // no new rows, but the watermark has moved
  REQUIRE(closed->rows.size() == 1);
  CHECK(td::get<"count">(closed->rows[0]) == 2);
  events.add({at("k1", 3), at("k1", 16)});
  CHECK(query.run_batch()->state[0].num_rows_dropped_by_watermark == 1);
}

TEST_CASE("a driver goes on from its checkpoint, with the options it is given; what is pinned stays") {
  td::testing::source<event> events({.blocks_per_trigger = 1});
  td::testing::driver_options<> options;
  options.start.partitions = 2;
  td::testing::batch_driver query{counts(td::read_stream(events)), td::append, options};
  using rows = std::vector<decltype(query)::row>;
  CHECK_FALSE(query.run_batch());  // nothing there yet
  query.clock().set_ms(7'000);
  events.add({at("k1", 1)});
  events.add({at("k1", 2)});
  const auto first = query.run_batch();
  CHECK(first->id == 0);
  CHECK(first->input_rows == 1);
  query.stop();
  options.start.partitions = 5;  // not what the checkpoint says
  query.restart(options.start);
  const auto second = query.run_batch();
  CHECK(second->id == 1);
  CHECK(second->input_rows == 1);
  CHECK(second->state.at(0).num_shuffle_partitions == 2);
  CHECK(query.simulated_files().status("checkpoint/commits/1"));
  const std::string offsets = query.simulated_files().read_file("checkpoint/offsets/1").value();
  CHECK(offsets.find("\"batchTimestampMs\":7000") != std::string::npos);
  events.add({at("k1", 10)});
  const td::time_window window{td::timestamp(0), td::timestamp(10'000'000)};
  rows all;
  for (const auto& ran : query.run_until_idle()) all.insert(all.end(), ran.rows.begin(), ran.rows.end());
  CHECK(all == rows{{window, "k1", 2}});
  CHECK(query.run_until_idle().empty());
}
