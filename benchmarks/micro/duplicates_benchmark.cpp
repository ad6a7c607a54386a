// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Dropping duplicates, as a whole query against the loop written by hand: by key and event time, and within the watermark. The
// argument is how many keys are known at a time.

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

#include "../hand/duplicates.hpp"

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
constexpr std::chrono::seconds delay(10);

constexpr auto add_kept = [](hand::kept_rows& sum, const auto& row) {
  sum.add(td::get<"key">(row), td::get<"time">(row).micros);
};

// Every third row repeats one of the last thousand; times go on so that about `known` rows fall into the delay, and are up to
// half of the delay late.
std::vector<hand::event> rows_with_duplicates(std::int64_t known) {
  std::mt19937_64 random(20260105);
  std::vector<hand::event> rows(row_count);
  const std::int64_t micros = std::chrono::microseconds(delay).count();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 1'000 && random() % 3 == 0) {
      rows[i] = rows[i - 1 - random() % 1'000];
      continue;
    }
    const std::int64_t now = 20'000'000 + static_cast<std::int64_t>(i) * micros / known;
    rows[i] = {static_cast<std::int64_t>(random() >> 1), now - static_cast<std::int64_t>(random() % 5'000'000), 0};
  }
  return rows;
}

template <class Theirs, class Step>
void duplicates_query(benchmark::State& state, Step step) {
  const std::vector<hand::event> events = rows_with_duplicates(state.range(0));
  std::vector<event> ours;
  for (const hand::event& one : events) ours.push_back({one.key, td::timestamp(one.time), one.value});
  hand::kept_rows our_sum;
  hand::kept_rows their_sum;
  const auto kept =
      td::read_stream(micro::resident_source<event>(ours, rows_in_batch)) | td::with_watermark("time"_c, delay) | step;
  const auto query = kept | td::write_stream(micro::checking_sink(our_sum, add_kept), td::append);
  micro::compare(
      state, events.size(),
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        Theirs program(std::chrono::microseconds(delay).count());
        for (std::size_t at = 0; at < events.size(); at += rows_in_batch)
          program.process(std::span(events).subspan(at, std::min(rows_in_batch, events.size() - at)));
        their_sum = program.kept();
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
}

void by_key_and_time(benchmark::State& state) {
  duplicates_query<hand::duplicates_by_time>(state, td::drop_duplicates("key"_c, "time"_c));
}
void within_watermark(benchmark::State& state) {
  duplicates_query<hand::duplicates_within>(state, td::drop_duplicates_within_watermark("key"_c));
}

void known_keys(benchmark::internal::Benchmark* one) {
  for (const std::int64_t keys : {10'000, 100'000, 1'000'000}) one->Arg(keys);
  one->Iterations(5)->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(by_key_and_time)->Apply(known_keys);
BENCHMARK(within_watermark)->Apply(known_keys);

}  // namespace

BENCHMARK_MAIN();
