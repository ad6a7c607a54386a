// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// As-of joins: which row is the nearest, when it comes out, and what stays in state.

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <catch2_any_version.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace as_of_join_test {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct trade {
  std::optional<std::string> symbol;
  std::optional<td::timestamp> traded_at;
  std::int64_t id;
};
struct quote {
  std::optional<std::string> quoted;
  std::optional<td::timestamp> quoted_at;
  std::int64_t price;
};

}  // namespace as_of_join_test

BOOST_HANA_ADAPT_STRUCT(as_of_join_test::trade, symbol, traded_at, id);
BOOST_HANA_ADAPT_STRUCT(as_of_join_test::quote, quoted, quoted_at, price);

namespace as_of_join_test {
namespace {

constexpr auto same_symbol = "symbol"_c == td::right("quoted"_c);
constexpr td::timestamp at_ms(std::int64_t ms) { return td::timestamp::from_millis(ms); }
constexpr td::timestamp at_micros(std::int64_t micros) { return td::timestamp(micros); }

// Two streams with a delay of five seconds.
struct streams {
  td::testing::source<trade> trades;
  td::testing::source<quote> quotes;

  auto left() const { return td::read_stream(trades) | td::with_watermark("traded_at"_c, 5s); }
  auto right() const { return td::read_stream(quotes) | td::with_watermark("quoted_at"_c, 5s); }
  // Rows without partners, which move the watermark.
  void move_watermark_to(std::int64_t ms) {
    trades.add({{"end", at_ms(ms + 5000), -1}});
    quotes.add({{"other end", at_ms(ms + 5000), -1}});
  }
};

using priced = std::tuple<std::int64_t, std::optional<std::int64_t>>;
constexpr std::nullopt_t none = std::nullopt;

std::vector<priced> rows_of(const auto& result) {
  std::vector<priced> all;
  for (const auto& row : result.rows) all.emplace_back(td::get<"id">(row), td::get<"price">(row));
  return all;
}
// What comes out until nothing is to be done.
std::vector<priced> all_rows(auto& query) {
  std::vector<priced> all;
  for (const auto& batch : query.run_until_idle())
    for (const priced& one : rows_of(batch)) all.push_back(one);
  return all;
}

TEST_CASE("a row gets the newest row of its key that is not newer than it") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
  in.quotes.add({{"a", at_ms(10'000), 1}, {"a", at_ms(20'000), 2}, {"b", at_ms(19'000), 3}});
  in.trades.add({{"a", at_micros(9'999'999), 1},
                 {"a", at_micros(10'000'000), 2},
                 {"a", at_micros(10'000'001), 3},
                 {"a", at_micros(19'999'999), 4},
                 {"a", at_micros(20'000'000), 5},
                 {"a", at_micros(20'000'001), 6},
                 {"b", at_micros(20'000'002), 7},
                 {"c", at_micros(20'000'003), 8}});
  in.move_watermark_to(30'000);
  CHECK(all_rows(query) == std::vector<priced>{{1, none}, {2, 1}, {3, 1}, {4, 1}, {5, 2}, {6, 2}, {7, 3}, {8, none}});
}

TEST_CASE("an inner as-of join leaves out rows without a partner") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::inner, same_symbol), td::append);
  in.quotes.add({{"a", at_ms(10'000), 1}});
  in.trades.add({{"a", at_ms(9'999), 1}, {"a", at_ms(10'000), 2}, {"b", at_ms(11'000), 3}});
  in.move_watermark_to(30'000);
  CHECK(all_rows(query) == std::vector<priced>{{2, 1}});
}

TEST_CASE("a row comes out once, in the batch whose watermark has reached it") {
  for (const std::int64_t watermark_ms : {10'999, 11'000, 11'001}) {
    streams in;
    td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
    in.trades.add({{"a", at_ms(11'000), 1}});
    in.move_watermark_to(watermark_ms);
    CHECK(query.run_batch()->rows.empty());  // its watermark is that of the batch before
    const std::vector<priced> seen = all_rows(query);
    INFO("watermark " << watermark_ms);
    CHECK(seen == (watermark_ms < 11'000 ? std::vector<priced>{} : std::vector<priced>{{1, none}}));
    in.move_watermark_to(watermark_ms + 1);
    CHECK(all_rows(query).size() == (watermark_ms == 10'999 ? 1 : 0));
  }
}

TEST_CASE("a partner that comes after the row but before its watermark counts") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
  in.quotes.add({{"a", at_ms(8'000), 1}});
  in.trades.add({{"a", at_ms(10'000), 1}});
  in.move_watermark_to(7'000);
  CHECK(all_rows(query).empty());
  in.quotes.add({{"a", at_ms(9'000), 2}});
  in.move_watermark_to(10'000);
  // This batch is the last that takes what is not above 10 s.
  const auto last = query.run_batch();
  CHECK(last->rows.empty());
  in.quotes.add({{"a", at_ms(9'500), 3}});
  const auto due = query.run_batch();
  CHECK(due->watermark == 10'000);
  CHECK(rows_of(*due) == std::vector<priced>{{1, 3}});
}

TEST_CASE("of several partners of one time the last that came counts") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::inner, same_symbol), td::append);
  in.quotes.add({{"a", at_ms(10'000), 1}, {"a", at_ms(10'000), 2}});
  CHECK(query.run_batch()->state.at(0).num_rows_total == 1);
  in.quotes.add({{"a", at_ms(10'000), 3}});
  in.quotes.add({{"a", at_ms(9'000), 4}});
  in.trades.add({{"a", at_ms(10'500), 1}});
  in.move_watermark_to(20'000);
  CHECK(all_rows(query) == std::vector<priced>{{1, 3}});
}

TEST_CASE("a partner may be older by the tolerance, and not by more") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol, {.tolerance = 1s}),
                                  td::append);
  in.quotes.add({{"a", at_micros(10'000'000), 1}});
  in.trades.add({{"a", at_micros(10'999'999), 1}, {"a", at_micros(11'000'000), 2}, {"a", at_micros(11'000'001), 3}});
  in.move_watermark_to(20'000);
  CHECK(all_rows(query) == std::vector<priced>{{1, 1}, {2, 1}, {3, none}});
}

TEST_CASE("with a tolerance of zero only rows of the same time are partners") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol, {.tolerance = 0s}),
                                  td::append);
  in.quotes.add({{"a", at_micros(10'000'000), 1}});
  in.trades.add({{"a", at_micros(10'000'000), 1}, {"a", at_micros(10'000'001), 2}});
  in.move_watermark_to(20'000);
  CHECK(all_rows(query) == std::vector<priced>{{1, 1}, {2, none}});
}

TEST_CASE("a partner leaves once the watermark has passed it by the tolerance") {
  for (const std::int64_t watermark_ms : {10'999, 11'000, 11'001}) {
    streams in;
    td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol, {.tolerance = 1s}),
                                    td::append);
    in.quotes.add({{"a", at_ms(10'000), 1}});
    in.move_watermark_to(watermark_ms);
    const auto ran = query.run_until_idle();
    INFO("watermark " << watermark_ms);
    CHECK(ran.back().state.at(0).num_rows_total == (watermark_ms < 11'000 ? 3 : 2));
    CHECK(ran.back().state.at(0).num_rows_removed == (watermark_ms < 11'000 ? 0 : 1));
  }
}

TEST_CASE("without a tolerance the newest row of each key stays, and no older one") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
  in.quotes.add({{"a", at_ms(10'000), 1}, {"a", at_ms(11'000), 2}, {"a", at_ms(12'000), 3}, {"b", at_ms(1'000), 4}});
  in.move_watermark_to(11'500);
  CHECK(query.run_until_idle().back().state.at(0).num_rows_total == 5);  // 2, 3, 4 and the ends
  in.move_watermark_to(1'000'000);
  CHECK(query.run_until_idle().back().state.at(0).num_rows_total == 5);  // 3, 4, the last ends and the newest end before
  in.trades.add({{"a", at_ms(1'000'001), 1}, {"b", at_ms(1'000'001), 2}});
  in.move_watermark_to(2'000'000);
  const std::vector<priced> seen = all_rows(query);
  CHECK(seen == std::vector<priced>{{1, 3}, {2, 4}, {-1, none}});
}

TEST_CASE("late rows of either side are dropped and counted, and never come out") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
  in.move_watermark_to(10'000);
  query.run_until_idle();
  in.trades.add({{"a", at_micros(10'000'000), 1}, {"a", at_micros(10'000'001), 2}});
  in.quotes.add({{"a", at_micros(10'000'000), 1}});
  const auto ran = query.run_batch();
  CHECK(ran->state.at(0).num_rows_dropped_by_watermark == 2);
  CHECK(ran->state.at(0).num_rows_updated == 1);
  in.move_watermark_to(11'000);
  CHECK(all_rows(query) == std::vector<priced>{{2, none}});
}

TEST_CASE("rows without a time or a key have no partner") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
  in.trades.add({{none, at_ms(10'000), 1}, {"a", none, 2}});
  in.quotes.add({{none, at_ms(9'000), 1}, {"a", none, 2}});
  const auto ran = query.run_batch();
  CHECK(rows_of(*ran) == std::vector<priced>{{1, none}, {2, none}});  // at once
  CHECK(ran->state.at(0).num_rows_total == 0);
  CHECK(ran->state.at(0).num_rows_dropped_by_watermark == 0);
}

TEST_CASE("nulls may meet, and columns of one name may be joined by") {
  streams in;
  td::testing::batch_driver by_null(
      in.left() | td::as_of_join(in.right(), td::inner, td::eq_null_safe("symbol"_c, td::right("quoted"_c))), td::append);
  in.quotes.add({{none, at_ms(9'000), 1}});
  in.trades.add({{none, at_ms(10'000), 1}});
  in.move_watermark_to(20'000);
  CHECK(all_rows(by_null) == std::vector<priced>{{1, 1}});

  streams other;
  td::testing::batch_driver by_name(other.left() | td::as_of_join(other.right() | td::rename("quoted"_c, "symbol"_c), td::inner,
                                                                  td::using_columns("symbol"_c)),
                                    td::append);
  other.quotes.add({{"a", at_ms(9'000), 1}});
  other.trades.add({{"a", at_ms(10'000), 1}});
  other.move_watermark_to(20'000);
  const auto ran = by_name.run_until_idle();
  REQUIRE(ran.back().rows.size() == 1);
  CHECK(td::get<"symbol">(ran.back().rows[0]) == "a");
}

TEST_CASE("what waits and what is looked back at survive a restart") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol), td::append);
  in.quotes.add({{"a", at_ms(10'000), 1}, {"a", at_ms(11'000), 2}, {"b", at_ms(3'000), 3}});
  in.trades.add({{"a", at_ms(10'500), 1}, {"b", at_ms(11'000), 2}});
  in.move_watermark_to(8'000);
  CHECK(all_rows(query).empty());
  query.restart();
  in.quotes.add({{"a", at_ms(10'400), 4}});
  in.move_watermark_to(12'000);
  CHECK(all_rows(query) == std::vector<priced>{{1, 4}, {2, 3}});
  query.restart();
  in.trades.add({{"a", at_ms(12'001), 3}});
  in.move_watermark_to(20'000);
  CHECK(all_rows(query) == std::vector<priced>{{3, 2}, {-1, none}, {-1, none}});
}

TEST_CASE("windows behind an as-of join get every row in time") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol) |
                                      td::group_by(td::window("traded_at"_c, 10s)) |
                                      td::agg(td::count().as("rows"_c), td::sum("price"_c).as("sum"_c)),
                                  td::append);
  in.quotes.add({{"a", at_ms(1'000), 1}});
  std::int64_t counted = 0;
  for (std::int64_t second = 5; second < 100; ++second) {
    in.trades.add({{"a", at_ms(second * 1000), second}});
    in.quotes.add({{"b", at_ms(second * 1000), 0}});
    const auto ran = query.run_batch();
    CHECK(ran->state.at(0).num_rows_dropped_by_watermark == 0);
    for (const auto& row : ran->rows) {
      counted += td::get<"rows">(row);
      CHECK(td::get<"sum">(row) == td::get<"rows">(row));
    }
  }
  for (const auto& ran : query.run_until_idle())
    for (const auto& row : ran.rows) counted += td::get<"rows">(row);
  CHECK(counted == 85);  // of 5 s to 89 s: the watermark is 94 s
}

TEST_CASE("a negative tolerance is refused") {
  const streams in;
  try {
    (void)td::as_of_join(in.right(), td::inner, same_symbol, {.tolerance = -1us});
    FAIL("it was taken");
  } catch (const td::error& problem) {
    CHECK(problem.id() == "as_of_tolerance_negative");
  }
}

TEST_CASE("state stays as large as it is over ten thousand batches") {
  streams in;
  td::testing::batch_driver query(in.left() | td::as_of_join(in.right(), td::left_outer, same_symbol, {.tolerance = 30s}),
                                  td::append);
  std::int64_t bytes_before = 0;
  for (std::int64_t second = 1; second <= 10'000; ++second) {
    const std::string symbol = "symbol " + std::to_string(second % 500);
    in.trades.add({{symbol, at_ms(second * 1000), second}});
    in.quotes.add({{symbol, at_ms(second * 1000), second}, {"all", at_ms(second * 1000), second}});
    const auto ran = query.run_batch();
    if (second < 100) continue;
    REQUIRE(ran->state.at(0).num_rows_total <= 60);
    if (second == 2'000) bytes_before = ran->state.at(0).memory_used_bytes;
    if (second > 2'000) REQUIRE(ran->state.at(0).memory_used_bytes <= 2 * bytes_before);
  }
}

}  // namespace
}  // namespace as_of_join_test
