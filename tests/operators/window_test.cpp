// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The grid of windows, what falls into which, and when windows are over.

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
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace window_test {

struct event {
  tidemark::timestamp time;
};

}  // namespace window_test

BOOST_HANA_ADAPT_STRUCT(window_test::event, time);

namespace window_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

event at(std::int64_t micros) { return {td::timestamp(micros)}; }
event second(std::int64_t seconds) { return at(seconds * 1'000'000); }
td::time_window span(std::int64_t start, std::int64_t end) { return {td::timestamp(start), td::timestamp(end)}; }
td::time_window seconds(std::int64_t start, std::int64_t end) { return span(start * 1'000'000, end * 1'000'000); }

// Keeps the windows that reach the next stage, which has to know of each before its row comes.
struct keep_windows {
  std::vector<td::time_window>* kept;
  td::time_window entered{};
  explicit keep_windows(std::vector<td::time_window>& into) : kept(&into) {}
  void enter(const td::time_window& window) { entered = window; }
  void arrive(const auto& /*row*/) {}
  void process(const auto& row) {
    kept->push_back(td::get<"window">(row));
    CHECK(kept->back() == entered);
  }
  void end_of_batch(const td::batch_info& /*batch*/) { entered = {}; }
};

// The windows of each of these times, one stage for all of them.
class assigner {
 public:
  template <class Windows>
  explicit assigner(Windows windows)
      : kept_(std::make_unique<std::vector<td::time_window>>()), stage_(std::move(windows), keep_windows(*kept_)) {}

  std::vector<td::time_window> operator()(std::int64_t micros) {
    kept_->clear();
    stage_.process(at(micros));
    return *kept_;
  }

 private:
  using windows_type = decltype(td::window("time"_c, 1s));
  std::unique_ptr<std::vector<td::time_window>> kept_;
  td::stage::assign_windows<windows_type, keep_windows> stage_;
};

// Without division: all windows of the grid from below the time to above it, the latest first.
std::vector<td::time_window> enumerated(std::int64_t time, std::int64_t width, std::int64_t slide, std::int64_t offset) {
  std::int64_t start = offset;
  while (start <= time) start += slide;
  while (start > time) start -= slide;
  std::vector<td::time_window> all;
  for (; start + width > time; start -= slide) all.push_back(span(start, start + width));
  return all;
}

// The rows of a batch, as windows with their counts.
template <class Rows>
std::vector<std::pair<td::time_window, std::int64_t>> counted(const Rows& rows) {
  std::vector<std::pair<td::time_window, std::int64_t>> all;
  for (const auto& row : rows) all.emplace_back(td::get<"window">(row), td::get<"count">(row));
  std::sort(all.begin(), all.end());
  return all;
}
using counts = std::vector<std::pair<td::time_window, std::int64_t>>;

// Both with settings of the run time, so that these are all the plans.
auto with_watermark(const td::testing::source<event>& events, std::chrono::microseconds delay, std::chrono::microseconds width,
                    std::chrono::microseconds slide, std::chrono::microseconds offset) {
  return td::read_stream(events) | td::with_watermark("time"_c, delay) |
         td::group_by(td::window("time"_c, width, slide, offset)) | td::count();
}
auto without_watermark(const td::testing::source<event>& events, std::chrono::microseconds offset) {
  return td::read_stream(events) | td::group_by(td::window("time"_c, 10s, 10s, offset)) | td::count();
}

}  // namespace
}  // namespace window_test

using namespace window_test;

TEST_CASE("a time falls into the windows that an enumeration of the grid finds, whatever came before it") {
  const std::uint64_t seed = 20'260'110;
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto up_to = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
  };
  for (int round = 0; round < 400; ++round) {
    const std::int64_t width = 1 + up_to(40);
    const std::int64_t slide = round % 3 == 0 ? width : 1 + up_to(width - 1);
    const std::int64_t offset = up_to(2 * slide - 2) - (slide - 1);
    using std::chrono::microseconds;
    assigner windows_of(td::window("time"_c, microseconds(width), microseconds(slide), microseconds(offset)));
    for (int i = 0; i < 60; ++i) {
      const std::int64_t time = up_to(240) - 120;
      CAPTURE(width, slide, offset, time);
      const auto ours = windows_of(time);
      const auto theirs = enumerated(time, width, slide, offset);
      REQUIRE((ours == theirs));
    }
  }
}

TEST_CASE("a window begins with its start and ends before its end") {
  assigner tumbling(td::window("time"_c, 10s));
  CHECK(tumbling(9'999'999) == std::vector{seconds(0, 10)});
  CHECK(tumbling(10'000'000) == std::vector{seconds(10, 20)});
  CHECK(tumbling(10'000'001) == std::vector{seconds(10, 20)});
  assigner sliding(td::window("time"_c, 10s, 5s));
  CHECK(sliding(9'999'999) == std::vector{seconds(5, 15), seconds(0, 10)});
  CHECK(sliding(10'000'000) == std::vector{seconds(10, 20), seconds(5, 15)});
  assigner uneven(td::window("time"_c, 10s, 4s));  // 4 does not divide 10: two or three windows
  CHECK(uneven(9'999'999) == std::vector{seconds(8, 18), seconds(4, 14), seconds(0, 10)});
  CHECK(uneven(10'000'000) == std::vector{seconds(8, 18), seconds(4, 14)});
}

TEST_CASE("windows at the ends of time are cut off there, whatever came before") {
  constexpr std::int64_t least = (std::numeric_limits<std::int64_t>::min)();
  constexpr std::int64_t greatest = (std::numeric_limits<std::int64_t>::max)();
  const std::int64_t hour = 3'600'000'000;
  const auto check_holds = [](const std::vector<td::time_window>& windows, std::int64_t time) {
    REQUIRE(!windows.empty());
    for (const auto& one : windows) {
      CHECK(one.start.micros <= time);
      CHECK(one.end.micros >= time);
      CHECK(one.start < one.end);
    }
  };
  for (const auto offset : {-6min, 0min, 6min}) {
    for (const auto slide : {60min, 7min}) {
      CAPTURE(offset.count(), slide.count());
      const auto windows = td::window("time"_c, 1h, slide, offset);
      assigner after_others(windows);
      for (const std::int64_t time : {least, least + 1, least + hour, least + hour - 1, greatest - hour, greatest - 1, greatest,
                                      least, std::int64_t{0}}) {
        CAPTURE(time);
        assigner alone(windows);
        const auto found = alone(time);
        check_holds(found, time);
        CHECK(after_others(time) == found);
      }
    }
  }
}

TEST_CASE("parameters of windows are checked at their bounds") {
  const auto id_of = [](std::chrono::microseconds width, std::chrono::microseconds slide, std::chrono::microseconds offset) {
    return error_id_of([&] { td::window("time"_c, width, slide, offset); });
  };
  CHECK(id_of(-1us, 1us, 0us) == "window_parameters");
  CHECK(id_of(0us, 1us, 0us) == "window_parameters");
  CHECK(id_of(1us, 1us, 0us) == "no error");
  CHECK(id_of(5us, -1us, 0us) == "window_parameters");
  CHECK(id_of(5us, 0us, 0us) == "window_parameters");
  CHECK(id_of(5us, 1us, 0us) == "no error");
  CHECK(id_of(5us, 5us, 0us) == "no error");
  CHECK(id_of(5us, 6us, 0us) == "window_parameters");
  CHECK(id_of(5us, 3us, 2us) == "no error");
  CHECK(id_of(5us, 3us, 3us) == "window_parameters");
  CHECK(id_of(5us, 3us, -2us) == "no error");
  CHECK(id_of(5us, 3us, -3us) == "window_parameters");
}

TEST_CASE("P06: rows before 1970 fall into the windows before 1970, with an offset too") {
  const auto batch_of = [](std::chrono::microseconds offset) {
    td::testing::source<event> events;
    td::testing::batch_driver query{without_watermark(events, offset), td::complete};
    events.add({second(-12), second(-10), at(-1), second(0)});
    return counted(query.run_batch()->rows);
  };
  CHECK(batch_of(0s) == counts{{seconds(-20, -10), 1}, {seconds(-10, 0), 2}, {seconds(0, 10), 1}});
  CHECK(batch_of(5s) == counts{{seconds(-15, -5), 2}, {seconds(-5, 5), 2}});
  CHECK(batch_of(-5s) == counts{{seconds(-15, -5), 2}, {seconds(-5, 5), 2}});
}

TEST_CASE("P06: with a watermark, which begins at 1970, windows that end by then are late") {
  td::testing::source<event> events;
  td::testing::batch_driver query{with_watermark(events, 0s, 10s, 10s, 5s), td::append};
  events.add({second(-12), second(-10), at(-1), second(0), second(100)});
  const auto first = query.run_batch();
  CHECK(first->state.at(0).num_rows_dropped_by_watermark == 1);  // of one window
  CHECK(counted(query.run_batch()->rows) == counts{{seconds(-5, 5), 2}});
}

TEST_CASE("a window leaves when the watermark reaches its end, not before, and a row for it is late from then on") {
  td::testing::source<event> events;
  td::testing::batch_driver query{with_watermark(events, 5s, 10s, 10s, 0s), td::append};
  events.add({second(1), at(14'999'000)});  // the watermark comes one millisecond below the end
  query.run_batch();
  CHECK(query.run_batch()->rows.empty());
  events.add({second(2), at(15'000'999)});  // at the end: it counts in whole milliseconds
  CHECK(query.run_batch()->rows.empty());
  CHECK(counted(query.run_batch()->rows) == counts{{seconds(0, 10), 2}});
  events.add({at(9'999'999), at(10'000'000)});
  const auto late = query.run_batch();
  CHECK(late->state.at(0).num_rows_dropped_by_watermark == 1);
  CHECK(late->rows.empty());
  events.add({second(25)});
  query.run_batch();
  CHECK(counted(query.run_batch()->rows) == counts{{seconds(10, 20), 3}});
}

TEST_CASE("sliding windows count each row once a window") {
  td::testing::source<event> events;
  td::testing::batch_driver query{with_watermark(events, 0s, 10s, 4s, 0s), td::append};
  events.add({second(1), second(8), second(9), second(40)});
  query.run_batch();
  CHECK(counted(query.run_batch()->rows) ==
        counts{{seconds(-8, 2), 1}, {seconds(-4, 6), 1}, {seconds(0, 10), 3}, {seconds(4, 14), 2}, {seconds(8, 18), 2}});
}

TEST_CASE("P07: days with an offset neither drop nor split the hours across changes of clocks") {
  // 2021-03-13T00Z to 2021-03-15T23Z; a day has 86 400 seconds, whatever clocks show.
  const std::int64_t hour = 3'600;
  const std::int64_t first = 1'615'593'600;
  for (const auto offset : {0h, 8h, -7h}) {
    CAPTURE(offset.count());
    td::testing::source<event> events;
    td::testing::batch_driver query{with_watermark(events, 0s, 24h, 24h, offset), td::append};
    counts closed;
    for (std::int64_t i = 0; i < 72; ++i) {
      events.add({second(first + i * hour)});
      for (const auto& ran : query.run_until_idle())
        for (const auto& one : counted(ran.rows)) closed.push_back(one);
    }
    // Rows in the windows that ended by the last hour.
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < closed.size(); ++i) {
      sum += closed[i].second;
      CHECK(closed[i].first.end - closed[i].first.start == 24h);
      if (i > 0) CHECK(closed[i].first.start == closed[i - 1].first.end);
    }
    CHECK(sum == (offset == 0h ? 48 : offset == 8h ? 56 : 65));
    CHECK(closed.size() == 3 - (offset == 0h ? 1U : 0U));
  }
}
