// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What occurs most, and about how much there is.

#include "catch2_any_version.hpp"
#include "event.hpp"

#include <cstddef>
#include <vector>

namespace top_items_test {

struct bid {
  std::int64_t auction;
  std::int64_t bidder;
  std::int64_t price;
  std::optional<std::string> channel;
  td::timestamp date_time;
};
struct hot_item {
  td::time_window window;
  std::int64_t auction;
  std::int64_t num;
};

}  // namespace top_items_test

BOOST_HANA_ADAPT_STRUCT(top_items_test::bid, auction, bidder, price, channel, date_time);
BOOST_HANA_ADAPT_STRUCT(top_items_test::hot_item, window, auction, num);

namespace top_items_test {
namespace {

// The auctions of a window that have the greatest number of bids.
std::vector<hot_item> hottest(const auto& of) {
  const auto& numbers = td::get<"numbers">(of);
  std::vector<hot_item> items;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] == td::get<"most">(of)) items.push_back({td::get<"window">(of), td::get<"auctions">(of)[i], numbers[i]});
  return items;
}

}  // namespace

TEST_CASE("engine: hot items of sliding windows") {
  run_case("nexmark_q5", td::append, [](case_sources& sources) {
    return sources.stream<bid>("bids") | td::with_watermark("date_time"_c, 4s) |
           td::group_by(td::window("date_time"_c, 10s, 2s), "auction"_c) | td::agg(td::count().as("num"_c)) |
           td::group_by("window"_c) |
           td::agg(td::max("num"_c).as("most"_c), td::collect_list("auction"_c).as("auctions"_c),
                   td::collect_list("num"_c).as("numbers"_c)) |
           td::flat_map([](const auto& row) { return hottest(row); });
  });
}

TEST_CASE("engine: the keys with the most rows, in order") {
  run_case("order_by_limit_complete", td::complete, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by("key"_c) | td::agg(td::count().as("n"_c)) |
           td::order_by(td::desc("n"_c), "key"_c) | td::limit(3);
  });
}

TEST_CASE("engine: about how many values there are, exact where they are few") {
  run_case("agg_approx_count_distinct", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 5s) |
           td::group_by(td::window("time"_c, 10s), "key"_c) | td::agg(td::approx_count_distinct("value"_c).as("n"_c));
  });
}

}  // namespace top_items_test
