// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Count and sum by key and session, as a whole query (source to sink, with watermark, late rows, batches and progress counters)
// against the hand-written program: by number of keys, and by gap, from sessions of one or two rows to some that hardly end.

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

#include "../hand/sessions.hpp"

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
  const td::time_window& span = td::get<"session_window">(row);
  sum.add(span.start.micros ^ span.end.micros << 20, td::get<"key">(row), {td::get<"count">(row), td::get<"sum">(row)});
};

std::int64_t id(std::uint64_t number) { return static_cast<std::int64_t>(number * 0xd6e8feb86659fd93 >> 1); }

// Keys, and the gap in tenths of the mean time between two rows of a key. Rows come up to half of that time late.
void session_query(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  constexpr std::size_t rows = 2'000'000;
  const auto spacing = static_cast<std::int64_t>(keys) * 1000;
  const std::int64_t gap = spacing * state.range(1) / 10;
  const std::chrono::milliseconds delay(spacing / 2000);
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(rows);
  std::vector<event> ours(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::int64_t back = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(spacing / 2));
    events[i] = {id(random() % keys), spacing + static_cast<std::int64_t>(i) * 1000 - back,
                 static_cast<std::int64_t>(random() % 1000)};
    ours[i] = {events[i].key, td::timestamp(events[i].time), events[i].value};
  }
  // Both close the last sessions by one row far ahead.
  events.push_back({0, static_cast<std::int64_t>(rows) * 1'000'000, 0});
  ours.push_back({0, td::timestamp(events.back().time), 0});

  hand::checksum our_sum;
  hand::checksum their_sum;
  const auto totals = td::read_stream(micro::resident_source<event>(ours, rows_in_batch)) |
                      td::with_watermark("time"_c, delay) |
                      td::group_by(td::session_window("time"_c, std::chrono::microseconds(gap)), "key"_c) |
                      td::agg(td::count(), td::sum("value"_c).as("sum"_c));
  const auto query = totals | td::write_stream(micro::checking_sink(our_sum, add_totals), td::append);
  micro::compare(
      state, rows,
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        hand::sessions program(gap, std::chrono::microseconds(delay).count());
        for (std::size_t at = 0; at < events.size(); at += rows_in_batch)
          program.process(std::span(events).subspan(at, std::min(rows_in_batch, events.size() - at)));
        their_sum = program.finished();
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
  state.counters["rows_of_a_session"] = static_cast<double>(rows) / static_cast<double>(our_sum.rows);
}

void sweep(benchmark::internal::Benchmark* one) {
  for (const std::int64_t keys : {100, 10'000, 100'000})
    for (const std::int64_t gap : {5, 20, 80}) one->Args({keys, gap});
  one->Iterations(5)->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK(session_query)->Apply(sweep);

}  // namespace
