// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The three ways to forget duplicates against a model that remembers each key in a map: random rows, out of order, late, with
// null times; restarts; one, two and five partitions; both stores.

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/leveldb.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace duplicates_model_test {

struct event {
  std::optional<tidemark::timestamp> time;
  std::string key;
  std::int64_t number;  // in order of arrival
};

}  // namespace duplicates_model_test

BOOST_HANA_ADAPT_STRUCT(duplicates_model_test::event, time, key, number);

namespace duplicates_model_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

// What a batch gives: the numbers of its rows, and what is reported.
struct batch {
  std::vector<std::int64_t> rows;
  std::int64_t watermark = 0;
  std::int64_t total = 0;
  std::int64_t updated = 0;
  std::int64_t removed = 0;
  std::int64_t late = 0;
  std::int64_t duplicates = 0;
  bool operator==(const batch&) const = default;
};

// The ways to forget: `expires` in microseconds of event time, or in milliseconds of the clock.
struct by_event_time {
  static auto plan(const td::testing::source<event>& events, std::chrono::milliseconds delay) {
    return td::read_stream(events) | td::with_watermark("time"_c, delay) | td::drop_duplicates("key"_c, "time"_c);
  }
  static std::pair<std::optional<std::int64_t>, std::string> key_of(const event& one) {
    return {one.time ? std::optional(one.time->micros) : std::nullopt, one.key};
  }
  static std::int64_t expires(const event& one, std::int64_t /*delay_ms*/, std::int64_t /*clock_ms*/) {
    return one.time ? one.time->micros : never;
  }
  static std::int64_t bound(std::int64_t evict_ms, std::int64_t /*clock_ms*/) { return evict_ms * 1000; }
  static constexpr bool forgets_first = false;
};
struct within_watermark : by_event_time {
  static auto plan(const td::testing::source<event>& events, std::chrono::milliseconds delay) {
    return td::read_stream(events) | td::with_watermark("time"_c, delay) | td::drop_duplicates_within_watermark("key"_c);
  }
  static std::string key_of(const event& one) { return one.key; }
  static std::int64_t expires(const event& one, std::int64_t delay_ms, std::int64_t /*clock_ms*/) {
    return (one.time ? one.time->micros : 0) + delay_ms * 1000;
  }
};
struct by_clock : within_watermark {
  static auto plan(const td::testing::source<event>& events, std::chrono::milliseconds delay) {
    return td::read_stream(events) | td::with_watermark("time"_c, delay) | td::drop_duplicates({.ttl = 20s}, "key"_c);
  }
  static std::int64_t expires(const event& /*one*/, std::int64_t /*delay_ms*/, std::int64_t clock_ms) {
    return clock_ms + 20'000;
  }
  static std::int64_t bound(std::int64_t /*evict_ms*/, std::int64_t clock_ms) { return clock_ms; }
  static constexpr bool forgets_first = true;
};

template <class Way>
class model {
 public:
  explicit model(std::int64_t delay_ms) : delay_ms_(delay_ms) {}

  batch run(const std::vector<event>& rows, std::int64_t clock_ms) {
    batch one;
    one.watermark = evict_ms_;
    std::int64_t greatest = 0;
    const std::int64_t bound = Way::bound(evict_ms_, clock_ms);
    for (const event& row : rows) {
      if (row.time) greatest = std::max(greatest, row.time->micros);
      if (row.time && row.time->micros <= late_ms_ * 1000) {
        ++one.late;
        continue;
      }
      const auto known = known_.find(Way::key_of(row));
      const bool is_known = known != known_.end() && !(Way::forgets_first && known->second <= bound);
      if (is_known) {
        ++one.duplicates;
        continue;
      }
      ++one.updated;
      known_[Way::key_of(row)] = Way::expires(row, delay_ms_, clock_ms);
      one.rows.push_back(row.number);
    }
    one.removed = static_cast<std::int64_t>(std::erase_if(known_, [&](const auto& kept) { return kept.second <= bound; }));
    one.total = static_cast<std::int64_t>(known_.size());
    late_ms_ = evict_ms_;
    evict_ms_ = std::max(evict_ms_, greatest / 1000 - delay_ms_);
    return one;
  }

 private:
  std::int64_t delay_ms_;
  std::int64_t late_ms_ = 0;
  std::int64_t evict_ms_ = 0;
  std::map<decltype(Way::key_of(event{})), std::int64_t> known_;
};

// Times on and around quarters of seconds, most of them within the delay.
std::vector<event> random_rows(std::mt19937_64& random, std::int64_t now_ms, std::int64_t delay_ms, std::int64_t& number) {
  std::vector<event> rows;
  for (std::size_t i = random() % 30; i > 0; --i) {
    const std::int64_t back = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(delay_ms + delay_ms / 4 + 600));
    const std::int64_t micros = (now_ms - back) / 250 * 250'000 + static_cast<std::int64_t>(random() % 3) - 1;
    rows.push_back({random() % 10 == 0 ? std::nullopt : std::optional(td::timestamp(micros)),
                    "key" + std::to_string(random() % 6), number++});
  }
  return rows;
}

template <class Way, class Policy>
std::vector<batch> driven(std::uint64_t seed, std::int64_t delay_ms, td::testing::driver_options<Policy> options) {
  using plan_type = td::plan_in<decltype(Way::plan(td::testing::source<event>(), 0ms))>;
  using query_type = td::query_plan<plan_type, td::testing::collecting_sink<td::row_of<plan_type>>, td::output_mode::append>;
  std::mt19937_64 random(seed);
  td::testing::source<event> events;
  td::testing::batch_driver<query_type, Policy> query(
      query_type{Way::plan(events, std::chrono::milliseconds(delay_ms)).plan(), {}}, std::move(options));
  model<Way> expected(delay_ms);
  std::vector<batch> batches;
  std::int64_t now_ms = 1'000'000;
  std::int64_t number = 0;
  for (int step = 0; step < 40; ++step) {
    if (step % 7 == 6) query.restart();
    now_ms += static_cast<std::int64_t>(random() % 1'500);
    query.clock().advance(std::chrono::milliseconds(random() % 3 * 5'000));
    std::vector<event> rows = random_rows(random, now_ms, delay_ms, number);
    events.add_batch(rows);
    for (const auto& ran : query.run_until_idle()) {
      batch one{{},
                ran.watermark,
                ran.state.at(0).num_rows_total,
                ran.state.at(0).num_rows_updated,
                ran.state.at(0).num_rows_removed,
                ran.state.at(0).num_rows_dropped_by_watermark,
                ran.state.at(0).custom_metrics.at("numDroppedDuplicateRows")};
      for (const event& row : ran.rows) one.rows.push_back(row.number);
      std::sort(one.rows.begin(), one.rows.end());
      CAPTURE(ran.id, step);
      const batch wanted = expected.run(rows, query.clock().now_ms());
      CHECK(one.rows == wanted.rows);
      CHECK(one.watermark == wanted.watermark);
      CHECK(one.total == wanted.total);
      CHECK(one.updated == wanted.updated);
      CHECK(one.removed == wanted.removed);
      CHECK(one.late == wanted.late);
      CHECK(one.duplicates == wanted.duplicates);
      batches.push_back(std::move(one));
      rows.clear();
    }
  }
  return batches;
}

// Over partitions and on both stores. The model has to have seen of everything.
template <class Way>
void agrees_with_model() {
  const std::uint64_t seed = std::random_device{}();
  batch seen;
  for (const std::int64_t delay_ms : {0, 700, 5'000}) {
    CAPTURE(seed, delay_ms);
    for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
      CAPTURE(partitions);
      td::testing::driver_options<> options;
      options.start.partitions = partitions;
      for (const batch& one : driven<Way>(seed, delay_ms, std::move(options))) {
        seen.removed += one.removed;
        seen.late += one.late;
        seen.duplicates += one.duplicates;
      }
    }
    if (delay_ms != 700) continue;
    const scratch_folder folder;
    td::testing::driver_options<td::leveldb_state> options;
    options.files = &td::local_files();
    options.checkpoint.folder = folder / "checkpoint";
    options.start.partitions = 2;
    driven<Way>(seed, delay_ms, std::move(options));
  }
  CAPTURE(seed);
  CHECK(seen.removed > 0);
  CHECK(seen.late > 0);
  CHECK(seen.duplicates > 0);
}

}  // namespace
}  // namespace duplicates_model_test

using namespace duplicates_model_test;

TEST_CASE("duplicates by event time agree with a model") { agrees_with_model<by_event_time>(); }
TEST_CASE("duplicates within the watermark agree with a model") { agrees_with_model<within_watermark>(); }
TEST_CASE("duplicates with a time to live agree with a model") { agrees_with_model<by_clock>(); }
