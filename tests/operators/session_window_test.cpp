// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Sessions: boundaries, gaps, sessions of sessions, both stores, how much state they keep.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/conditional.hpp>
#include <tidemark/plan/functions/window_time.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace session_window_test {

struct event {
  tidemark::timestamp time;
  std::string key;
};
struct report {
  tidemark::time_window span;
  std::string key;
  std::int64_t n;
  bool operator==(const report&) const = default;
};
// The rows' texts one behind the other: tells in which order states were merged.
struct joined_text {
  static constexpr const char* name = "joined_text";
  using state = std::string;
  static state zero() { return {}; }
  static void add(state& all, const std::string& text) { all += text; }
  static void merge(state& all, const state& later) { all += later; }
  static std::string result(const state& all) { return all; }
};

}  // namespace session_window_test

BOOST_HANA_ADAPT_STRUCT(session_window_test::event, time, key);
BOOST_HANA_ADAPT_STRUCT(session_window_test::report, span, key, n);

namespace session_window_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

td::timestamp second(double seconds) { return td::timestamp(static_cast<std::int64_t>(seconds * 1e6)); }
event at(double seconds, std::string key = "k") { return {second(seconds), std::move(key)}; }
report session(double start, double end, std::int64_t n, std::string key = "k") {
  return {{second(start), second(end)}, std::move(key), n};
}

auto counts(const td::testing::source<event>& events, std::chrono::seconds delay = 5s, std::chrono::microseconds gap = 10s) {
  return td::read_stream(events) | td::with_watermark("time"_c, delay) |
         td::group_by(td::session_window("time"_c, gap).as("span"_c), "key"_c) | td::agg(td::count().as("n"_c));
}

template <class Batches>
std::vector<report> rows_of(const Batches& batches) {
  std::vector<report> all;
  for (const auto& one : batches)
    for (const auto& row : one.rows) all.push_back({td::get<"span">(row), td::get<"key">(row), td::get<"n">(row)});
  std::sort(all.begin(), all.end(),
            [](const report& a, const report& b) { return std::tie(a.span, a.key) < std::tie(b.span, b.key); });
  return all;
}

}  // namespace
}  // namespace session_window_test

using namespace session_window_test;

TEST_CASE("P08: a session stays open for the whole of its gap behind the last row") {
  td::testing::source<event> events;
  td::testing::batch_driver query(counts(events), td::append);
  const auto run = [&](std::vector<event> rows) {
    events.add_batch(std::move(rows));
    return rows_of(query.run_until_idle());
  };
  CHECK(run({at(100), at(104)}).empty());
  SECTION("a row just before the end is taken in") {
    CHECK(run({at(118, "other")}).empty());  // watermark 113
    CHECK(run({at(113.9)}).empty());
    CHECK(run({at(128.8, "other")}).empty());  // 123.8: one tenth before the end
    CHECK(run({at(128.9, "other")}) == std::vector{session(100, 123.9, 3)});
  }
  SECTION("at its end it is put out, once") {
    CHECK(run({at(119, "other")}) == std::vector{session(100, 114, 2)});
    CHECK(run({at(120, "other")}).empty());
  }
}

TEST_CASE("a row between sessions makes one of them where it touches both") {
  td::testing::source<event> events;
  td::testing::batch_driver query(counts(events, 100s), td::append);
  events.add_batch({at(200), at(220), at(260)});
  CHECK(query.run_batch()->state[0].num_rows_total == 3);
  events.add_batch({at(210)});  // [210, 220) touches both neighbours
  const auto met = query.run_until_idle().front().state[0];
  CHECK(met.num_rows_total == 2);
  CHECK(met.num_rows_updated == 2);
  CHECK(met.num_rows_removed == 1);
  events.add_batch({at(249.999), at(1000, "other")});
  CHECK(rows_of(query.run_until_idle()) ==
        std::vector{session(200, 230, 3), session(249.999, 259.999, 1), session(260, 270, 1)});
}

TEST_CASE("when sessions meet, the states that they had are merged in the order of time") {
  td::testing::source<event> events;
  td::testing::batch_driver query(
      td::read_stream(events) | td::with_watermark("time"_c, 100s) |
          td::select("time"_c, "key"_c, td::when("time"_c < second(0), "-").otherwise("+").as("side"_c)) |
          td::group_by(td::session_window("time"_c, 10s), "side"_c) | td::agg(td::aggregate<joined_text>("key"_c).as("text"_c)),
      td::append);
  events.add_batch({at(240, "d"), at(200, "a"), at(220, "b")});
  query.run_until_idle();
  events.add_batch({at(230, "c"), at(210, "x"), at(1000, "z")});
  const auto ran = query.run_until_idle();
  REQUIRE(ran.back().rows.size() == 1);
  CHECK(td::get<"text">(ran.back().rows[0]) == "abdcx");  // c and x, which made them meet, behind what was there
}

TEST_CASE("a gap that is not above zero makes no session") {
  for (const auto gap : {0us, -1us}) {
    td::testing::source<event> events;
    td::testing::batch_driver query(counts(events, 0s, gap), td::append);
    events.add_batch({at(100), at(200)});
    const auto ran = query.run_until_idle();
    CHECK(ran.back().watermark == 200'000);
    CHECK(ran.back().state[0].num_rows_total == 0);
    CHECK(rows_of(ran).empty());
  }
}

TEST_CASE("P02: sessions at the ends of time do not wrap round") {
  constexpr auto first = (std::numeric_limits<std::int64_t>::min)();
  constexpr auto last = (std::numeric_limits<std::int64_t>::max)();
  td::testing::source<event> events;
  td::testing::batch_driver query(td::read_stream(events) |
                                      td::group_by(td::session_window("time"_c, 1h).as("span"_c), "key"_c) |
                                      td::agg(td::count().as("n"_c)),
                                  td::complete);
  events.add_batch({{td::timestamp(first), "k"},
                    {td::timestamp(first + 1), "k"},
                    {td::timestamp(0), "k"},
                    {td::timestamp(last - 1), "k"},
                    {td::timestamp(last), "k"}});
  constexpr std::int64_t hour = 3'600'000'000;
  CHECK(rows_of(query.run_until_idle()) ==
        std::vector<report>{{{td::timestamp(first), td::timestamp(first + 1 + hour)}, "k", 2},
                            {{td::timestamp(0), td::timestamp(hour)}, "k", 1},
                            {{td::timestamp(last - 1), td::timestamp(last)}, "k", 2}});
}

TEST_CASE("the column of sessions carries the watermark on: windows and sessions of sessions") {
  td::testing::source<event> events;
  events.add_batch({at(100), at(105), at(131), at(100, "b")});
  events.add_batch({at(500)});
  SECTION("windows of when they end") {
    td::testing::batch_driver query(counts(events, 0s) |
                                        td::group_by(td::window(td::window_time("span"_c), 60s).as("minute"_c)) |
                                        td::agg(td::count().as("sessions"_c), td::sum("n"_c).as("rows"_c)),
                                    td::append);
    std::vector<std::tuple<td::time_window, std::int64_t, std::int64_t>> rows;
    for (const auto& one : query.run_until_idle())
      for (const auto& row : one.rows)
        rows.emplace_back(td::get<"minute">(row), td::get<"sessions">(row), td::get<"rows">(row));
    CHECK(rows == std::vector<std::tuple<td::time_window, std::int64_t, std::int64_t>>{{{second(60), second(120)}, 2, 3},
                                                                                       {{second(120), second(180)}, 1, 1}});
  }
  SECTION("sessions of their last microseconds") {
    td::testing::batch_driver query(counts(events, 0s) | td::group_by(td::session_window("span"_c, 30s), "key"_c) |
                                        td::agg(td::count().as("n"_c)) |
                                        td::select("session_window"_c.as("span"_c), "key"_c, "n"_c),
                                    td::append);
    CHECK(rows_of(query.run_until_idle()) ==
          std::vector{session(109.999999, 139.999999, 1, "b"), session(114.999999, 170.999999, 2)});
  }
}

TEST_CASE("sessions in LevelDB are those in memory, over restarts and partitions") {
  const auto run = [](auto& query, td::testing::source<event>& events) {
    std::mt19937_64 random(7);
    std::vector<report> all;
    std::vector<std::int64_t> totals;
    for (int step = 0; step < 15; ++step) {
      std::vector<event> rows;
      for (int i = 0; i < 30; ++i)
        rows.push_back(
            at(static_cast<double>(100 + 5 * step + static_cast<int>(random() % 9)), "key" + std::to_string(random() % 40)));
      events.add_batch(std::move(rows));
      const auto ran = query.run_until_idle();
      for (const report& one : rows_of(ran)) all.push_back(one);
      totals.push_back(ran.back().state[0].num_rows_total);
      if (step % 4 == 3) query.restart();
    }
    return std::pair(all, totals);
  };
  td::testing::source<event> events;
  using plan_type = td::plan_in<decltype(counts(events))>;
  using query_type = td::query_plan<plan_type, td::testing::collecting_sink<td::row_of<plan_type>>, td::output_mode::append>;
  td::testing::batch_driver<query_type> in_memory(counts(events), td::append);
  const auto expected = run(in_memory, events);
  REQUIRE(expected.first.size() > 50);

  const scratch_folder folder;
  td::testing::driver_options<td::leveldb_state> options;
  options.files = &td::local_files();
  options.checkpoint.folder = folder / "checkpoint";
  options.start.partitions = 3;
  td::testing::source<event> same_events;
  td::testing::batch_driver<query_type, td::leveldb_state> in_leveldb(counts(same_events), td::append, std::move(options));
  CHECK(run(in_leveldb, same_events) == expected);
}

TEST_CASE("rows of a table so large that they are applied in blocks make the same sessions") {
  const auto run = [](std::size_t partitions) {
    td::testing::source<event> events;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query(counts(events, 5s, 3s), td::append, options);
    std::mt19937_64 random(3);
    std::vector<report> all;
    for (int step = 0; step < 6; ++step) {
      std::vector<event> rows;
      for (int i = 0; i < 20'000; ++i)
        rows.push_back(at(static_cast<double>(100 + 4 * step + static_cast<int>(random() % 12)),
                          "key" + std::to_string(random() % 8'000)));
      events.add_batch(std::move(rows));
      for (const report& one : rows_of(query.run_until_idle())) all.push_back(one);
    }
    return all;
  };
  const auto in_one_table = run(1);
  REQUIRE(in_one_table.size() > 15'000);
  CHECK((in_one_table == run(32)));  // each too small for blocks
}

TEST_CASE("state stays flat while keys come and go") {
  td::testing::source<event> events;
  td::testing::batch_driver query(counts(events, 5s, 2s), td::append);
  std::int64_t most_bytes = 0;
  for (int step = 0; step < 400; ++step) {
    std::vector<event> rows;
    for (int i = 0; i < 50; ++i) rows.push_back(at(100 + step, "key" + std::to_string(50 * step + i)));
    for (int i = 0; i < 50; ++i) rows.push_back(at(100 + step, "always"));  // one session that only grows
    events.add_batch(std::move(rows));
    const auto state = query.run_until_idle().back().state[0];
    CHECK(state.num_rows_total <= 50 * 7 + 1);
    // Deadlines wait by stretches of a second and a bit, so the memory goes up and down once in some twenty steps.
    if (step <= 100) most_bytes = (std::max)(most_bytes, state.memory_used_bytes);
    else CHECK(state.memory_used_bytes <= most_bytes);
  }
}
