// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// How many different values a group has: in windows and sessions, over restarts, in both stores, against sets.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace count_distinct_test {

struct view {
  tidemark::timestamp time;
  std::string page;
  std::optional<std::string> user;
};
struct named {
  std::string_view user;  // shows what lies in the batch
};

}  // namespace count_distinct_test

BOOST_HANA_ADAPT_STRUCT(count_distinct_test::view, time, page, user);
BOOST_HANA_ADAPT_STRUCT(count_distinct_test::named, user);

namespace count_distinct_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

view at(std::int64_t second, std::optional<std::string> user, std::string page = "home") {
  return {td::timestamp(second * 1'000'000), std::move(page), std::move(user)};
}

auto visitors(const td::testing::source<view>& views) {
  return td::read_stream(views) | td::with_watermark("time"_c, 5s) | td::group_by(td::window("time"_c, 10s), "page"_c) |
         td::agg(td::count_distinct("user"_c).as("visitors"_c), td::count().as("views"_c));
}

// Of a window that ends there, or a session; in seconds.
using counts = std::map<std::tuple<std::int64_t, std::string>, std::int64_t>;

template <class Batches>
counts closed(const Batches& batches) {
  counts all;
  for (const auto& one : batches)
    for (const auto& row : one.rows) {
      const auto key = std::tuple(td::get<"window">(row).end.micros / 1'000'000, td::get<"page">(row));
      CHECK(all.emplace(key, td::get<"visitors">(row)).second);
    }
  return all;
}

// Random rows, a restart before every third batch; what came out and what should have.
template <class Policy, class Mode>
void compare_with_sets(std::uint64_t seed, Mode mode, td::testing::driver_options<Policy> options) {
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  td::testing::source<view> views;
  const auto plan = visitors(views);
  using plan_type = typename decltype(plan)::plan_type;
  using query_type = td::query_plan<plan_type, td::testing::collecting_sink<td::row_of<plan_type>>, Mode>;
  td::testing::batch_driver<query_type, Policy, td::program_form::by_partitions> query(plan, mode, std::move(options));
  std::map<std::tuple<std::int64_t, std::string>, std::set<std::string>> expected;
  counts seen;
  for (int step = 0; step < 24; ++step) {
    if (step % 3 == 2) query.restart();
    std::vector<view> rows;
    for (auto count = random() % 60; count > 0; --count) {
      const auto second = step * 4 + static_cast<std::int64_t>(random() % 5);
      auto row = at(second, std::to_string(random() % 50), "page" + std::to_string(random() % 3));
      if (random() % 10 == 0) row.user.reset();
      auto& users = expected[{second / 10 * 10 + 10, row.page}];
      if (row.user) users.insert(*row.user);
      rows.push_back(std::move(row));
    }
    views.add_batch(rows);
    for (const auto& [key, count] : closed(query.run_until_idle())) CHECK(seen.emplace(key, count).second);
  }
  views.add({at(10'000, "last", "last")});
  const auto last = query.run_until_idle();
  for (const auto& [key, count] : closed(last)) CHECK(seen.emplace(key, count).second);
  CHECK(last.back().state[0].num_rows_total == 1);
  counts wanted;
  for (const auto& [key, users] : expected) wanted.emplace(key, static_cast<std::int64_t>(users.size()));
  CHECK(seen == wanted);
}

}  // namespace
}  // namespace count_distinct_test

using namespace count_distinct_test;

TEST_CASE("SPARK-18870, SPARK-20296: a stream can count the different values of a group; nulls are not counted") {
  td::testing::source<view> views;
  td::testing::batch_driver query{visitors(views), td::append};
  views.add({at(1, "ann"), at(2, "bob"), at(3, "ann"), at(4, std::nullopt), at(5, "ann", "shop"), at(6, std::nullopt, "help")});
  query.run_until_idle();
  views.add({at(9, "bob"), at(8, "cid"), at(12, "ann")});
  query.run_until_idle();
  views.add({at(15, "bob")});
  CHECK(closed(query.run_until_idle()) == counts{{{10, "home"}, 3}, {{10, "shop"}, 1}, {{10, "help"}, 0}});
}

TEST_CASE("in update mode a group comes out with what it has so far; over all rows nothing is 0") {
  td::testing::source<view> views;
  td::testing::batch_driver query{visitors(views), td::update};
  views.add({at(1, "ann"), at(2, "bob")});
  CHECK(closed(query.run_until_idle()) == counts{{{10, "home"}, 2}});
  views.add({at(3, "bob")});
  CHECK(closed(query.run_until_idle()) == counts{{{10, "home"}, 2}});
  views.add({at(4, "cid")});
  CHECK(closed(query.run_until_idle()) == counts{{{10, "home"}, 3}});

  td::testing::source<view> none;
  td::testing::batch_driver all{td::read_stream(none) | td::count_distinct("user"_c).as("n"_c), td::complete};
  none.add_batch();
  CHECK(all.run_batch()->rows == std::vector<decltype(all)::row>{{0}});
}

TEST_CASE("values of any column are counted, and views into the batch are kept as text") {
  td::testing::source<view> views;
  td::testing::batch_driver both{
      td::read_stream(views) | td::agg(td::count_distinct("time"_c).as("times"_c), td::count_distinct("page"_c).as("pages"_c)),
      td::complete};
  views.add({at(1, "a"), at(1, "b", "shop"), at(2, "c")});
  CHECK(both.run_batch()->rows == std::vector<decltype(both)::row>{{2, 2}});

  td::testing::source<named> names;
  td::testing::batch_driver query{td::read_stream(names) | td::count_distinct("user"_c).as("n"_c), td::complete};
  for (const std::string round : {"first", "second"}) {
    std::vector<std::string> texts;
    for (int i = 0; i < 40; ++i) texts.push_back(std::to_string(i % 20) + " is a text that does not fit into a string itself");
    std::vector<named> rows;
    for (const auto& text : texts) rows.push_back({text});
    names.add(rows);
    INFO(round);
    CHECK(query.run_batch()->rows == std::vector<decltype(query)::row>{{20}});
    query.restart();
  }
}

TEST_CASE("sessions that meet count the values of both, each once") {
  td::testing::source<view> views;
  td::testing::batch_driver query{td::read_stream(views) | td::with_watermark("time"_c, 100s) |
                                      td::group_by(td::session_window("time"_c, 10s), "page"_c) |
                                      td::agg(td::count_distinct("user"_c).as("visitors"_c)),
                                  td::append};
  using rows = std::vector<std::pair<std::int64_t, std::int64_t>>;
  const auto ended = [](const auto& batches) {
    rows all;
    for (const auto& one : batches)
      for (const auto& row : one.rows)
        all.emplace_back(td::get<"session_window">(row).start.micros / 1'000'000, td::get<"visitors">(row));
    return all;
  };
  std::vector<view> early;
  std::vector<view> late;
  for (int i = 0; i < 12; ++i) early.push_back(at(200, "user" + std::to_string(i)));
  for (int i = 8; i < 20; ++i) late.push_back(at(218, "user" + std::to_string(i)));
  views.add(early);
  views.add(late);
  CHECK(ended(query.run_until_idle()).empty());
  query.restart();
  views.add({at(209, "user0"), at(400, "ann"), at(401, "ann"), at(402, "bob")});
  CHECK(ended(query.run_until_idle()) == rows{{200, 20}});
  views.add({at(1'000, "cid")});
  CHECK(ended(query.run_until_idle()) == rows{{400, 2}});
}

TEST_CASE("the counts of random rows are those of sets, over restarts and partitions") {
  const auto seed = std::random_device{}();
  for (const std::size_t partitions : {1u, 2u, 5u})
    compare_with_sets<td::memory_state>(seed, td::append, {.start = {.partitions = partitions}});
}

TEST_CASE("the same on LevelDB") {
  const scratch_folder folder;
  compare_with_sets<td::leveldb_state>(
      std::random_device{}(), td::append,
      {.start = {.partitions = 2}, .files = &td::local_files(), .checkpoint = {folder / "checkpoint"}});
}

TEST_CASE("another count than the one that was counted is refused at a restart") {
  td::testing::simulated_file_system files;
  td::testing::source<view> views;
  views.add({at(1, "ann")});
  const auto run = [&](auto of) {
    return error_id_of([&] {
      td::testing::batch_driver query{td::read_stream(views) | td::agg(of.as("n"_c)), td::complete,
                                      td::testing::driver_options<>{.files = &files}};
      query.run_until_idle();
    });
  };
  CHECK(run(td::count_distinct("user"_c)) == "no error");
  CHECK(run(td::count_distinct("page"_c)) == "state_schema_changed");
  CHECK(run(td::count("user"_c)) == "state_schema_changed");
  CHECK(run(td::count_distinct("user"_c)) == "no error");
}

TEST_CASE("a printed plan shows what is counted") {
  CHECK(td::explain(td::read_stream(td::testing::source<view>()) | td::count_distinct("user"_c).as("n"_c)) ==
        "agg count_distinct(user) as n\n+- group_by\n   +- read_stream MemoryStream\n");
}
