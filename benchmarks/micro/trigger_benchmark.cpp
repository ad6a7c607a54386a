// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What a trigger costs beside its rows, without a checkpoint: one that finds nothing, and one with a batch of a single row.

#include "resident_query.hpp"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace td = tidemark;
using namespace td::literals;

namespace {

struct event {
  std::int64_t key;
  td::timestamp time;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(event, key, time);

namespace {

constexpr auto add_count = [](std::int64_t& sum, const auto& row) { sum += td::get<"count">(row); };

// Rows by window and key, a row a batch; all in one window, with keys that are there after the first rows.
auto counts_of(const std::vector<event>& events, std::int64_t& sum) {
  return td::read_stream(micro::resident_source<event>(events, 1)) | td::with_watermark("time"_c, std::chrono::seconds(0)) |
         td::group_by(td::window("time"_c, std::chrono::hours(1)), "key"_c) | td::count() |
         td::write_stream(micro::checking_sink(sum, add_count), td::append);
}

std::vector<event> one_window(std::size_t rows) {
  std::vector<event> events(rows);
  for (std::size_t i = 0; i < rows; ++i)
    events[i] = {static_cast<std::int64_t>(i % 8), td::timestamp(static_cast<std::int64_t>(i))};
  return events;
}

void empty_trigger(benchmark::State& state) {
  const std::vector<event> events = one_window(1);
  std::int64_t sum = 0;
  td::query_engine engine(micro::parts_of(counts_of(events, sum)));
  engine.recover();
  while (engine.runner().run_trigger() != nullptr) {
  }
  for (auto _ : state) benchmark::DoNotOptimize(engine.runner().run_trigger());
}
BENCHMARK(empty_trigger);

void batch_of_one_row(benchmark::State& state) {
  const std::vector<event> events = one_window(1'000'000);
  std::int64_t sum = 0;
  td::query_engine engine(micro::parts_of(counts_of(events, sum)));
  engine.recover();
  for (auto _ : state)
    if (engine.runner().run_trigger() == nullptr) return state.SkipWithError("too few rows");
}
BENCHMARK(batch_of_one_row)->Iterations(200'000);

}  // namespace

BENCHMARK_MAIN();
