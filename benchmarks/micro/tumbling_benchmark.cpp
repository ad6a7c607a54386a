// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Count and sum by key and tumbling window, as a whole query (source to sink, with watermark, late rows, batches and progress
// counters) against the hand-written loops on three tables.

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

#include "../hand/tumbling_flat_map.hpp"
#include "../hand/tumbling_naive.hpp"
#include "../hand/tumbling_own_table.hpp"

namespace td = tidemark;
using namespace td::literals;

struct event {
  std::int64_t key;
  td::timestamp time;
  std::int64_t value;
};
BOOST_HANA_ADAPT_STRUCT(event, key, time, value);

namespace {

constexpr std::size_t rows_in_batch = 65'536;

constexpr auto add_totals = [](hand::checksum& sum, const auto& row) {
  sum.add(td::get<"window">(row).start.micros, td::get<"key">(row), {td::get<"count">(row), td::get<"sum">(row)});
};

std::int64_t id(std::uint64_t number) { return static_cast<std::int64_t>(number * 0xd6e8feb86659fd93 >> 1); }

template <class Theirs>
void tumbling_query(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  const std::size_t rows = keys <= 1'000'000 ? 8'000'000 : 16'000'000;
  const auto width = static_cast<std::int64_t>(rows / 4);
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(rows);
  std::vector<event> ours(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    events[i] = {id(random() % keys), static_cast<std::int64_t>(i), static_cast<std::int64_t>(random() % 1000)};
    ours[i] = {events[i].key, td::timestamp(events[i].time), events[i].value};
  }
  // Both close the last windows by one row far ahead.
  events.push_back({0, static_cast<std::int64_t>(rows) * 1000, 0});
  ours.push_back({0, td::timestamp(static_cast<std::int64_t>(rows) * 1000), 0});

  hand::checksum our_sum;
  hand::checksum their_sum;
  const auto totals = td::read_stream(micro::resident_source<event>(ours, rows_in_batch)) |
                      td::with_watermark("time"_c, std::chrono::milliseconds(0)) |
                      td::group_by(td::window("time"_c, std::chrono::microseconds(width)), "key"_c) |
                      td::agg(td::count(), td::sum("value"_c).as("sum"_c));
  const auto query = totals | td::write_stream(micro::checking_sink(our_sum, add_totals), td::append);
  micro::compare(
      state, rows,
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        Theirs program(width, 0);
        for (std::size_t at = 0; at < events.size(); at += rows_in_batch)
          program.process(std::span(events).subspan(at, std::min(rows_in_batch, events.size() - at)));
        their_sum = program.closed();
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
}

void from_empty(benchmark::internal::Benchmark* one) {
  for (const std::int64_t keys : {100, 10'000, 100'000, 1'000'000}) one->Arg(keys);
  one->Iterations(9)->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK_TEMPLATE(tumbling_query, hand::tumbling_flat_map)->Apply(from_empty);
BENCHMARK_TEMPLATE(tumbling_query, hand::tumbling_own_table)->Apply(from_empty);
BENCHMARK_TEMPLATE(tumbling_query, hand::tumbling_naive)->Apply(from_empty);

}  // namespace

BENCHMARK_MAIN();
