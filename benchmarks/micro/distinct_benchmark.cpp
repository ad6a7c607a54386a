// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Counting the different values of a window, as a whole query against the loop written by hand. The argument is how many there
// are.

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

#include "../hand/distinct.hpp"

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
constexpr std::size_t row_count = 4'000'000;
constexpr std::int64_t width = 500'000;  // of rows, a microsecond each

constexpr auto add_window = [](hand::counted_windows& sum, const auto& row) {
  sum.add(td::get<"window">(row).start.micros, td::get<"different">(row));
};

void distinct_in_window(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(row_count);
  std::vector<event> ours;
  for (std::size_t i = 0; i < events.size(); ++i)
    events[i] = {static_cast<std::int64_t>(random() % keys * 0xd6e8feb86659fd93 >> 1), static_cast<std::int64_t>(i), 0};
  events.push_back({0, static_cast<std::int64_t>(row_count) * 1000, 0});  // closes the last windows
  for (const hand::event& one : events) ours.push_back({one.key, td::timestamp(one.time), one.value});
  hand::counted_windows our_sum;
  hand::counted_windows their_sum;
  const auto counts = td::read_stream(micro::resident_source<event>(ours, rows_in_batch)) |
                      td::with_watermark("time"_c, std::chrono::milliseconds(0)) |
                      td::group_by(td::window("time"_c, std::chrono::microseconds(width))) |
                      td::agg(td::count_distinct("key"_c).as("different"_c));
  const auto query = counts | td::write_stream(micro::checking_sink(our_sum, add_window), td::append);
  micro::compare(
      state, events.size(),
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        hand::distinct program(width);
        for (std::size_t at = 0; at < events.size(); at += rows_in_batch)
          program.process(std::span(events).subspan(at, std::min(rows_in_batch, events.size() - at)));
        their_sum = program.closed();
      });
  if (!(our_sum == their_sum) || our_sum.windows == 0) state.SkipWithError("the programs disagree");
}
BENCHMARK(distinct_in_window)->Arg(5)->Arg(1'000)->Arg(100'000)->Iterations(9)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
