// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Chains of 1, 4 and 16 steps of where and map over 24-byte rows, as whole queries, against the same in one hand-written loop.

#include "resident_query.hpp"
#include "rounds.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "../hand/chain.hpp"

namespace td = tidemark;

BOOST_HANA_ADAPT_STRUCT(hand::event, key, time, value);

namespace {

constexpr std::size_t rows = 8 << 20;
constexpr std::size_t rows_in_batch = 1 << 20;

template <int N>
struct keep {
  bool operator()(const hand::event& one) const { return (one.value >> N & 1023) != 0; }
};
template <int N>
struct change {
  hand::event operator()(const hand::event& one) const {
    const std::int64_t value = one.value * 3 + N;
    return {one.key ^ value, one.time, value};
  }
};

// `Pairs` times where and map.
template <int Pairs>
auto pairs_on(const auto& stream) {
  if constexpr (Pairs == 0) return stream;
  else return pairs_on<Pairs - 1>(stream) | td::where(keep<Pairs - 1>{}) | td::map(change<Pairs - 1>{});
}

constexpr auto add_row = [](hand::chain_sum& sum, const hand::event& row) { sum.add(row); };

void compare_chain(benchmark::State& state, std::span<const hand::event> events, const auto& chain,
                   void (*theirs)(std::span<const hand::event>, hand::chain_sum&)) {
  hand::chain_sum our_sum;
  hand::chain_sum their_sum;
  const auto query = chain | td::write_stream(micro::checking_sink(our_sum, add_row), td::append);
  micro::compare(
      state, events.size(),
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        their_sum = {};
        theirs(events, their_sum);
        benchmark::DoNotOptimize(&their_sum);
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
}

void chain(benchmark::State& state) {
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(rows);
  for (std::size_t i = 0; i < events.size(); ++i)
    events[i] = {static_cast<std::int64_t>(random() % 10'000), static_cast<std::int64_t>(i),
                 static_cast<std::int64_t>(random() >> 34)};
  const auto stream = td::read_stream(micro::resident_source<hand::event>(events, rows_in_batch));
  if (state.range(0) == 1) compare_chain(state, events, stream | td::where(keep<0>{}), hand::chain_of_1);
  if (state.range(0) == 4) compare_chain(state, events, pairs_on<2>(stream), hand::chain_of_4);
  if (state.range(0) == 16) compare_chain(state, events, pairs_on<8>(stream), hand::chain_of_16);
}
BENCHMARK(chain)->Arg(1)->Arg(4)->Arg(16)->Iterations(15)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
