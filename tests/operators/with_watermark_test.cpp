// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Watermarks: what moves them, and times at the ends of the range.

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

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace with_watermark_test {

struct event {
  std::optional<tidemark::timestamp> time;
};
struct session {
  tidemark::time_window span;
};

}  // namespace with_watermark_test

BOOST_HANA_ADAPT_STRUCT(with_watermark_test::event, time);
BOOST_HANA_ADAPT_STRUCT(with_watermark_test::session, span);

namespace with_watermark_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr std::int64_t least = (std::numeric_limits<std::int64_t>::min)();
constexpr std::int64_t greatest = (std::numeric_limits<std::int64_t>::max)();

event at(std::int64_t micros) { return {td::timestamp(micros)}; }
td::time_window seconds(std::int64_t start, std::int64_t end) {
  return {td::timestamp(start * 1'000'000), td::timestamp(end * 1'000'000)};
}

// Rows by window.
auto counts(const td::testing::source<event>& events, std::chrono::microseconds delay, std::chrono::microseconds width,
            std::chrono::microseconds slide) {
  return td::read_stream(events) | td::with_watermark("time"_c, delay) | td::group_by(td::window("time"_c, width, slide)) |
         td::count();
}

}  // namespace
}  // namespace with_watermark_test

using namespace with_watermark_test;

TEST_CASE("a delay below zero is refused, zero is not") {
  CHECK(error_id_of([] { td::with_watermark("time"_c, -1us); }) == "watermark_delay_negative");
  CHECK(error_id_of([] { td::with_watermark("time"_c, 0us); }) == "no error");
  CHECK(error_id_of([] { td::with_watermark("time"_c, 1us); }) == "no error");
}

TEST_CASE(
    "the watermark is the greatest time less the delay in whole milliseconds, and never goes back; null counts as the epoch") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(events, 1'500us, 1s, 1s), td::update};
  const auto watermark_after = [&](std::vector<event> rows) {
    events.add(rows);
    query.run_until_idle();
    events.add_batch();  // a batch without rows shows the watermark that it uses
    return query.run_batch()->watermark;
  };
  CHECK(watermark_after({{std::nullopt}}) == 0);  // none yet
  CHECK(watermark_after({at(1'000)}) == 0);
  CHECK(watermark_after({at(10'000'999), at(3'000'000)}) == 9'999);  // time and delay are each rounded down, as in the engine
  CHECK(watermark_after({at(10'000'000)}) == 9'999);
  CHECK(watermark_after({{std::nullopt}, at(-5)}) == 9'999);
  CHECK(watermark_after({at(10'001'000)}) == 10'000);
}

TEST_CASE("a window can carry the watermark, by its end: groups below and at the watermark leave, one above stays") {
  td::testing::source<session> sessions;
  td::testing::batch_driver query{
      td::read_stream(sessions) | td::with_watermark("span"_c, 1s) | td::group_by("span"_c) | td::count(), td::append};
  using rows = std::vector<decltype(query)::row>;
  sessions.add({{seconds(0, 19)}, {seconds(5, 20)}, {seconds(4, 21)}, {seconds(5, 20)}});
  CHECK(query.run_batch()->rows.empty());
  const auto after = query.run_batch();
  REQUIRE(after);
  CHECK(after->watermark == 20'000);
  CHECK(after->rows == rows{{seconds(0, 19), 1}, {seconds(5, 20), 2}});
  CHECK(after->state.at(0).num_rows_total == 1);
  // Late is what ends at or below the watermark.
  sessions.add({{seconds(0, 19)}, {seconds(0, 20)}, {seconds(0, 21)}});
  const auto late = query.run_batch();
  CHECK(late->state.at(0).num_rows_dropped_by_watermark == 2);
  CHECK(late->state.at(0).num_rows_total == 2);
}

TEST_CASE("P02: times at the ends of the range do not wrap round, and leave others as they are") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(events, 10min, 1h, 7min), td::append};
  const std::int64_t minute = 60'000'000;
  events.add({at(0), at(least + 1), at(greatest - 1), at(least), at(greatest)});
  const auto first = query.run_batch();
  REQUIRE(first);
  CHECK(first->watermark == 0);
  // Without a watermark yet, what ends by the epoch is late: the one window into which both times at the lower end were put.
  CHECK(first->state.at(0).num_rows_dropped_by_watermark == 1);

  const auto second = query.run_batch();
  REQUIRE(second);
  CHECK(second->watermark == greatest / 1000 - 600'000);
  auto starts = std::vector<std::int64_t>();
  for (const auto& row : second->rows) {
    const td::time_window& window = td::get<"window">(row);
    CHECK(td::get<"count">(row) == 1);
    CHECK(window.end - window.start == 1h);
    starts.push_back(window.start.micros / minute);
  }
  std::sort(starts.begin(), starts.end());
  CHECK(starts == std::vector<std::int64_t>{-56, -49, -42, -35, -28, -21, -14, -7, 0});
  CHECK(second->state.at(0).num_rows_removed == 9);
  // The windows at the upper end have not ended: they would end above the watermark even if time went on.
  CHECK(second->state.at(0).num_rows_total >= 8);

  // The watermark stays where it is, and what is not at the upper end is late.
  events.add({at(least), at(-1), at(0), at(minute)});
  const auto third = query.run_batch();
  REQUIRE(third);
  CHECK(third->watermark == second->watermark);
  CHECK(third->rows.empty());
  CHECK(third->state.at(0).num_rows_total == second->state.at(0).num_rows_total);
  query.restart();
  events.add({at(greatest - 1)});
  const auto fourth = query.run_batch();
  REQUIRE(fourth);
  CHECK(fourth->watermark == second->watermark);
  CHECK(fourth->state.at(0).num_rows_total == second->state.at(0).num_rows_total);
}
