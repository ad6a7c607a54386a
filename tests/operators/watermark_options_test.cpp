// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Event times too far ahead, and inputs that fall silent.

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace watermark_options_test {

struct event {
  std::optional<tidemark::timestamp> time;
};
struct visit {
  tidemark::time_window span;
};

}  // namespace watermark_options_test

BOOST_HANA_ADAPT_STRUCT(watermark_options_test::event, time);
BOOST_HANA_ADAPT_STRUCT(watermark_options_test::visit, span);

namespace watermark_options_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;
using ends = std::vector<std::pair<std::int64_t, std::int64_t>>;  // of windows, in seconds, with their counts

event at(double seconds) { return {td::timestamp(static_cast<std::int64_t>(seconds * 1e6))}; }

auto counts(const td::testing::source<event>& events, td::watermark_options options) {
  return td::read_stream(events) | td::with_watermark("time"_c, 0s, options) | td::group_by(td::window("time"_c, 10s)) |
         td::count();
}

// The second input has a delay of its own.
auto counts_of_two(const td::testing::source<event>& first, const td::testing::source<event>& second,
                   td::watermark_options options) {
  return td::read_stream(first) | td::with_watermark("time"_c, 0s, options) |
         td::union_with(td::read_stream(second) | td::with_watermark("time"_c, 5s, options)) |
         td::group_by(td::window("time"_c, 10s)) | td::count();
}

template <class Batches>
ends closed(const Batches& batches) {
  ends all;
  for (const auto& one : batches)
    for (const auto& row : one.rows) all.emplace_back(td::get<"window">(row).end.micros / 1'000'000, td::get<"count">(row));
  return all;
}

}  // namespace
}  // namespace watermark_options_test

using namespace watermark_options_test;

TEST_CASE("options of a watermark that make no sense are refused") {
  const auto id_with = [](td::watermark_options options) {
    return error_id_of([&] { td::with_watermark("time"_c, 0s, options); });
  };
  CHECK(id_with({.ignore_event_times_beyond = -1us}) == "watermark_options");
  CHECK(id_with({.ignore_event_times_beyond = 0us}) == "no error");
  CHECK(id_with({.idle_after = 0us}) == "watermark_options");
  CHECK(id_with({.idle_after = 1us}) == "no error");
  CHECK(id_with({}) == "no error");
  CHECK(error_id_of([] { td::with_watermark("time"_c, -1us, td::watermark_options{}); }) == "watermark_delay_negative");
}

TEST_CASE("a printed plan shows the options that were given") {
  const auto text = [](td::watermark_options options) {
    return td::explain(td::read_stream(td::testing::source<event>()) | td::with_watermark("time"_c, 90s, options));
  };
  CHECK(
      text({.ignore_event_times_beyond = 1h, .idle_after = 5min}) ==
      "with_watermark time, 90 seconds, ignore event times beyond 1 hour, idle after 5 minutes\n+- read_stream MemoryStream\n");
  CHECK(text({}) == "with_watermark time, 90 seconds\n+- read_stream MemoryStream\n");
  CHECK(text({.idle_after = 1ms}) ==
        "with_watermark time, 90 seconds, idle after 1 millisecond\n+- read_stream MemoryStream\n");
}

TEST_CASE("a time below or at the limit moves the watermark, one above does not") {
  for (const auto& [micros, watermark] :
       {std::pair{69'999'999, 69'999}, std::pair{70'000'000, 70'000}, std::pair{70'000'001, 0}}) {
    td::testing::source<event> events;
    td::testing::batch_driver query{counts(events, {.ignore_event_times_beyond = 1min}), td::append};
    query.clock().set_ms(10'000);
    events.add({{td::timestamp(micros)}});
    query.run_until_idle();
    events.add_batch();
    CHECK(query.run_batch()->watermark == watermark);
  }
}

TEST_CASE("sql-flow #358: a row from the far future closes no other group and makes none late; its own stays open") {
  for (const auto far : {90'000.0, 9e12}) {
    td::testing::source<event> events;
    td::testing::batch_driver query{counts(events, {.ignore_event_times_beyond = 1h}), td::append};
    query.clock().set_ms(100'000);
    events.add({at(95), at(far), at(99)});
    CHECK(closed(query.run_until_idle()).empty());
    events.add({at(85), at(92), at(120)});
    query.clock().set_ms(120'000);
    const auto later = query.run_batch();
    CHECK(later->state[0].num_rows_dropped_by_watermark == 1);  // 85, by the watermark 99
    CHECK(closed(query.run_until_idle()) == ends{{100, 3}});
    events.add_batch();
    CHECK(query.run_batch()->state[0].num_rows_total == 2);  // that of 120, and the one far ahead
  }
}

TEST_CASE("what was too far ahead counts once time has come near") {
  td::testing::source<event> events;
  td::testing::batch_driver query{counts(events, {.ignore_event_times_beyond = 10s}), td::append};
  const auto closed_at = [&](std::int64_t now_s) {
    query.clock().set_ms(now_s * 1'000);
    events.add({at(150)});
    return closed(query.run_until_idle());
  };
  CHECK(closed_at(100).empty());
  CHECK(closed_at(139).empty());
  events.add({at(100)});
  CHECK(closed_at(140) == ends{{110, 1}});
}

TEST_CASE("windows are too far ahead by their end, null never is") {
  td::testing::source<visit> visits;
  td::testing::batch_driver query{td::read_stream(visits) |
                                      td::with_watermark("span"_c, 0s, {.ignore_event_times_beyond = 10s}) |
                                      td::group_by("span"_c) | td::count(),
                                  td::append};
  const auto seconds = [](std::int64_t start, std::int64_t end) {
    return visit{{td::timestamp(start * 1'000'000), td::timestamp(end * 1'000'000)}};
  };
  visits.add({seconds(0, 9), seconds(0, 11)});
  query.run_until_idle();
  visits.add_batch();
  CHECK(query.run_batch()->watermark == 9'000);

  td::testing::source<event> events;
  td::testing::batch_driver with_null{counts(events, {.ignore_event_times_beyond = 0s}), td::append};
  events.add({{std::nullopt}, at(0)});
  CHECK(with_null.run_until_idle().front().input_rows == 2);
}

TEST_CASE("numaflow #583: an input of two that is silent no longer holds the watermark") {
  td::testing::source<event> first;
  td::testing::source<event> second;
  td::testing::batch_driver query{counts_of_two(first, second, {.idle_after = 1min}), td::append};
  const auto run_at = [&](std::int64_t now_s) {
    query.clock().set_ms(now_s * 1'000);
    return closed(query.run_until_idle());
  };
  first.add({at(5), at(25)});
  second.add({at(13)});
  CHECK(run_at(100).empty());  // watermark 8
  first.add({at(26)});
  CHECK(run_at(159).empty());
  first.add({at(27)});
  CHECK(run_at(160) == ends{{10, 1}, {20, 1}});  // watermark 27
  SECTION("rows of it are late then, and hold the watermark until they have caught up") {
    second.add({at(14), at(22)});
    first.add({at(45)});
    query.clock().set_ms(170'000);
    CHECK(query.run_batch()->state[0].num_rows_dropped_by_watermark == 1);
    CHECK(run_at(180).empty());
    second.add({at(41)});
    CHECK(run_at(190) == ends{{30, 4}});  // watermark 36
  }
  SECTION("without a batch the passing of time does nothing; an empty one is enough") {
    first.add({at(31)});
    second.add({at(28)});
    CHECK(run_at(170).empty());  // watermark still 27
    CHECK(run_at(1'000).empty());
    first.add_batch();
    CHECK(run_at(1'000) == ends{{30, 3 + 1}});  // all idle: the fastest, 31
  }
}

TEST_CASE("the batch without data that follows a move may make an input idle, and be followed by another") {
  td::testing::source<event> first;
  td::testing::source<event> second;
  td::testing::batch_driver query{counts_of_two(first, second, {.idle_after = 1min}), td::append};
  first.add({at(5), at(25)});
  second.add({at(16)});
  CHECK(query.run_batch()->watermark == 0);
  query.clock().set_ms(60'000);
  const auto followed = query.run_until_idle();
  REQUIRE(followed.size() == 2);
  CHECK(followed[0].watermark == 11'000);
  CHECK(closed(std::vector{followed[0]}) == ends{{10, 1}});
  CHECK(followed[1].watermark == 25'000);
  CHECK(closed(std::vector{followed[1]}) == ends{{20, 1}});
}

TEST_CASE("after a restart silence counts from the first batch, and a silent input does not hold the watermark for ever") {
  td::testing::source<event> first;
  td::testing::source<event> second;
  td::testing::batch_driver query{counts_of_two(first, second, {.idle_after = 1min}), td::append};
  const auto run_at = [&](std::int64_t now_s) {
    query.clock().set_ms(now_s * 1'000);
    return closed(query.run_until_idle());
  };
  first.add({at(25)});
  second.add({at(13)});
  CHECK(run_at(0).empty());
  query.restart();
  CHECK(run_at(1'000).empty());
  first.add({at(35)});
  CHECK(run_at(1'000).empty());
  first.add({at(36)});
  CHECK(run_at(1'059).empty());
  first.add({at(37)});
  CHECK(run_at(1'060) == ends{{20, 1}, {30, 1}});
}

TEST_CASE("options may change between runs") {
  td::testing::simulated_file_system files;
  td::testing::source<event> events;
  const auto run = [&](td::watermark_options options) {
    td::testing::batch_driver query{counts(events, options), td::append, td::testing::driver_options<>{.files = &files}};
    query.run_until_idle();
    events.add_batch();
    return query.run_batch()->watermark;
  };
  events.add({at(10)});
  CHECK(run({.ignore_event_times_beyond = 5s}) == 0);
  events.add({at(10)});
  CHECK(run({.ignore_event_times_beyond = 20s, .idle_after = 1s}) == 10'000);
  events.add({at(30)});
  CHECK(run({}) == 30'000);
}
