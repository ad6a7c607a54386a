// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Sessions of random rows against a model that keeps all spans and sorts them anew in each batch: shuffled and late rows, gaps
// of each row's own, restarts, several partitions.

#include "catch2_any_version.hpp"

#include <tidemark/operators/read.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/conditional.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace session_model_test {

struct event {
  std::optional<tidemark::timestamp> time;
  std::string key;
  std::int64_t kind;  // which gap
  std::int64_t value;
};

}  // namespace session_model_test

BOOST_HANA_ADAPT_STRUCT(session_model_test::event, time, key, kind, value);

namespace session_model_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t delay = 6 * second;
constexpr std::optional<std::int64_t> gaps[] = {2 * second, 5 * second, 9 * second, 0, std::nullopt};

auto pipeline(const td::testing::source<event>& events) {
  return td::read_stream(events) | td::with_watermark("time"_c, 6s) |
         td::group_by(
             td::session_window(
                 "time"_c, td::when("kind"_c == 0, 2s).when("kind"_c == 1, 5s).when("kind"_c == 2, 9s).when("kind"_c == 3, 0s)),
             "key"_c) |
         td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c), td::max("value"_c).as("most"_c));
}

struct span {
  std::int64_t start;
  std::int64_t end;
  std::int64_t n;
  std::int64_t total;
  std::int64_t most;
};
using closed = std::tuple<std::string, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

struct batch {
  std::vector<closed> rows;
  std::int64_t total = 0;
  std::int64_t updated = 0;
  std::int64_t removed = 0;
  std::int64_t dropped = 0;

  bool operator==(const batch&) const = default;
};

class model {
 public:
  explicit model(bool is_complete) : is_complete_(is_complete) {}

  bool wants_batch() const { return !is_complete_ && watermark_ != evicted_; }

  batch run(const std::vector<event>& rows) {
    batch made;
    const std::int64_t late = std::exchange(evicted_, watermark_);
    std::map<std::string, std::vector<span>> added;
    std::set<std::tuple<std::string, std::int64_t, std::int64_t>> dropped;
    for (const event& row : rows) {
      const std::int64_t time = row.time ? row.time->micros : 0;
      watermark_ = std::max(watermark_, (time - delay) / 1'000 * 1'000);
      const auto gap = gaps[row.kind];
      if (!row.time || !gap || *gap <= 0) continue;
      if (time + *gap <= late) dropped.emplace(row.key, time, time + *gap);
      else added[row.key].push_back({time, time + *gap, 1, row.value, row.value});
    }
    made.dropped = static_cast<std::int64_t>(dropped.size());
    for (auto& [key, spans] : added) {
      std::set<std::int64_t> gone;
      for (const span& one : open_[key]) gone.insert(one.start);
      spans.insert(spans.end(), open_[key].begin(), open_[key].end());
      open_[key] = merged(spans);
      for (const span& one : open_[key]) gone.erase(one.start);
      made.updated += static_cast<std::int64_t>(open_[key].size());
      made.removed += static_cast<std::int64_t>(gone.size());
    }
    for (auto& [key, spans] : open_) {
      const auto put_out = [&, &of = key](const span& one) {
        made.rows.emplace_back(of, one.start, one.end, one.n, one.total, one.most);
      };
      if (is_complete_) std::for_each(spans.begin(), spans.end(), put_out);
      else
        made.removed += static_cast<std::int64_t>(std::erase_if(spans, [&](const span& one) {
          if (one.end <= evicted_) put_out(one);
          return one.end <= evicted_;
        }));
      made.total += static_cast<std::int64_t>(spans.size());
    }
    std::sort(made.rows.begin(), made.rows.end());
    return made;
  }

 private:
  static std::vector<span> merged(std::vector<span> spans) {
    std::sort(spans.begin(), spans.end(), [](const span& a, const span& b) { return a.start < b.start; });
    std::vector<span> made;
    for (const span& one : spans) {
      if (made.empty() || one.start > made.back().end) {
        made.push_back(one);
      } else {
        span& into = made.back();
        into = {into.start, std::max(into.end, one.end), into.n + one.n, into.total + one.total, std::max(into.most, one.most)};
      }
    }
    return made;
  }

  bool is_complete_;
  std::map<std::string, std::vector<span>> open_;
  std::int64_t watermark_ = 0;
  std::int64_t evicted_ = 0;
};

// The rows of one batch, in any order; some later than the watermark allows.
std::vector<event> random_rows(std::mt19937_64& random, std::int64_t now) {
  std::vector<event> rows;
  for (std::size_t i = random() % 12; i > 0; --i) {
    const auto back = static_cast<std::int64_t>(random() % (random() % 4 == 0 ? 60 : 16));
    std::optional<td::timestamp> time = td::timestamp((2 * now - back) * second / 2);
    if (random() % 40 == 0) time.reset();
    rows.push_back({time, "key" + std::to_string(random() % 4),
                    static_cast<std::int64_t>(random() % 20 < 18 ? random() % 3 : 3 + random() % 2),
                    static_cast<std::int64_t>(random() % 1'000) - 500});
  }
  return rows;
}

struct reached {
  std::size_t rows = 0;
  std::int64_t late = 0;
  std::int64_t met = 0;  // sessions that became a part of another
};

template <class Mode>
void check(std::uint64_t seed, Mode mode, reached& all) {
  constexpr bool is_complete = std::is_same_v<Mode, td::output_mode::complete>;
  std::mt19937_64 random(seed);
  td::testing::source<event> events;
  td::testing::driver_options<> options;
  options.start.partitions = std::size_t{1} << random() % 3;
  td::testing::batch_driver query(pipeline(events), mode, options);
  model expected(is_complete);
  std::int64_t now = 50;
  for (int step = 0; step < 30; ++step) {
    CAPTURE(step);
    if (random() % 6 == 0) query.restart();
    now += static_cast<std::int64_t>(random() % 5 == 0 ? random() % 30 : random() % 4);
    const std::vector<event> rows = random_rows(random, now);
    events.add_batch(rows);
    std::vector<batch> wanted{expected.run(rows)};
    while (expected.wants_batch()) wanted.push_back(expected.run({}));
    const auto ran = query.run_until_idle();
    REQUIRE(ran.size() == wanted.size());
    for (std::size_t i = 0; i < ran.size(); ++i) {
      batch ours;
      for (const auto& row : ran[i].rows) {
        const td::time_window& span = td::get<"session_window">(row);
        ours.rows.emplace_back(td::get<"key">(row), span.start.micros, span.end.micros, td::get<"n">(row),
                               td::get<"total">(row), td::get<"most">(row));
      }
      std::sort(ours.rows.begin(), ours.rows.end());
      const auto& state = ran[i].state.at(0);
      ours.total = state.num_rows_total;
      ours.updated = state.num_rows_updated;
      ours.removed = state.num_rows_removed;
      ours.dropped = state.num_rows_dropped_by_watermark;
      REQUIRE((ours.rows == wanted[i].rows));
      REQUIRE(ours.total == wanted[i].total);
      REQUIRE(ours.updated == wanted[i].updated);
      REQUIRE(ours.removed == wanted[i].removed);
      REQUIRE(ours.dropped == wanted[i].dropped);
      all.rows += ours.rows.size();
      all.late += ours.dropped;
      all.met += ours.removed - (is_complete ? 0 : static_cast<std::int64_t>(ours.rows.size()));
    }
  }
}

template <class Mode>
void check_all(Mode mode) {
  const std::uint64_t seeds = std::getenv("TIDEMARK_LONG") != nullptr ? 1'000 : 40;
  reached all;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    CAPTURE(seed);
    check(seed, mode, all);
  }
  CHECK(all.rows > seeds * 10);
  CHECK(all.late > static_cast<std::int64_t>(seeds));
  CHECK(all.met > static_cast<std::int64_t>(seeds));
}

}  // namespace
}  // namespace session_model_test

using namespace session_model_test;

TEST_CASE("sessions in append mode are those of the model") { check_all(td::append); }
TEST_CASE("sessions in complete mode are those of the model") { check_all(td::complete); }
