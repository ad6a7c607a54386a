// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// A function over groups with state and event-time timeouts, as a whole query (source to sink), against the same by hand.

#include "resident_query.hpp"
#include "rounds.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <tidemark/tidemark.hpp>

#include "../hand/sessions_of_keys.hpp"

namespace td = tidemark;
using namespace td::literals;

struct event {
  std::int64_t key;
  td::timestamp time;
  std::int64_t value;
};
BOOST_HANA_ADAPT_STRUCT(event, key, time, value);
struct activity {
  std::int64_t count{};
  std::int64_t sum{};
};
BOOST_HANA_ADAPT_STRUCT(activity, count, sum);
struct report {
  std::int64_t key;
  std::int64_t count;
  std::int64_t sum;
  bool has_ended;
};
BOOST_HANA_ADAPT_STRUCT(report, key, count, sum, has_ended);

namespace {

constexpr std::size_t rows_in_batch = 65'536;
constexpr std::int64_t gap_ms = 4 * rows_in_batch;

// The same for programs that put out the same rows, in any order.
struct checksum {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;

  void add(std::int64_t key, std::int64_t count, std::int64_t total, bool has_ended) {
    ++rows;
    std::uint64_t row = has_ended ? 1 : 0;
    for (const std::int64_t part : {key, count, total}) row = (row ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15;
    sum += row ^ row >> 32;
  }
  friend bool operator==(const checksum&, const checksum&) = default;
};
constexpr auto add_report = [](checksum& sum, const auto& row) {
  sum.add(td::get<"key">(row), td::get<"count">(row), td::get<"sum">(row), td::get<"has_ended">(row));
};

std::int64_t id(std::uint64_t number) { return static_cast<std::int64_t>(number * 0xd6e8feb86659fd93 >> 1); }

// One row a millisecond. What has been quiet for four batches ends.
void groups_with_state(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  constexpr std::size_t rows = 4'000'000;
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(rows);
  std::vector<event> ours(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    events[i] = {id(random() % keys), static_cast<std::int64_t>(i + 1), static_cast<std::int64_t>(random() % 1000)};
    ours[i] = {events[i].key, td::timestamp::from_millis(events[i].time), events[i].value};
  }

  checksum our_sum;
  checksum their_sum;
  const auto query = td::read_stream(micro::resident_source<event>(ours, rows_in_batch)) |
                     td::with_watermark("time"_c, std::chrono::milliseconds(0)) | td::group_by_key("key"_c) |
                     td::map_groups_with_state<activity>(td::event_time_timeout,
                                                         [](std::int64_t key, std::span<const event> group, auto& kept) {
                                                           activity now = kept.get_or(activity{});
                                                           if (kept.has_timed_out()) {
                                                             kept.remove();
                                                             return report{key, now.count, now.sum, true};
                                                           }
                                                           td::timestamp last{};
                                                           for (const event& one : group) {
                                                             ++now.count;
                                                             now.sum += one.value;
                                                             last = std::max(last, one.time);
                                                           }
                                                           kept.update(now);
                                                           kept.set_timeout_timestamp(last + std::chrono::milliseconds(gap_ms));
                                                           return report{key, now.count, now.sum, false};
                                                         }) |
                     td::write_stream(micro::checking_sink(our_sum, add_report), td::update);
  micro::compare(
      state, rows,
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        their_sum = {};
        hand::sessions_of_keys program(gap_ms);
        const auto put_out = [&](std::int64_t key, const hand::activity& value, bool has_ended) {
          their_sum.add(key, value.count, value.sum, has_ended);
        };
        for (std::size_t at = 0; at < events.size(); at += rows_in_batch)
          program.process(std::span(events).subspan(at, std::min(rows_in_batch, events.size() - at)), put_out);
        program.process({}, put_out);  // the query has a batch without data, too
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
  state.counters["calls"] = static_cast<double>(our_sum.rows);
}
BENCHMARK(groups_with_state)
    ->Arg(100)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(9)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
