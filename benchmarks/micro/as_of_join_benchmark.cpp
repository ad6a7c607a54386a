// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// As-of joins of two streams as whole queries against a join by hand, rows out of order within the delay; and what a small
// batch costs when much is in state.

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

#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>
#include <tidemark/tidemark.hpp>

#include "../hand/as_of_join.hpp"

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct trade {
  std::int64_t symbol;
  td::timestamp traded_at;
  std::int64_t id;
};
struct quote {
  std::int64_t quoted;
  td::timestamp quoted_at;
  std::int64_t price;
};
BOOST_HANA_ADAPT_STRUCT(trade, symbol, traded_at, id);
BOOST_HANA_ADAPT_STRUCT(quote, quoted, quoted_at, price);

namespace {

constexpr std::size_t rows_in_batch = 65'536;
constexpr std::size_t rows_a_side = 1'000'000;
constexpr std::int64_t row_micros = 1000;
constexpr std::int64_t rows_in_delay = 10'000;
constexpr auto delay = std::chrono::microseconds(rows_in_delay * row_micros);

constexpr auto same_symbol = "symbol"_c == td::right("quoted"_c);
constexpr auto add_pair = [](hand::pair_sum& sum, const auto& row) {
  sum.add(td::get<"id">(row), td::get<"price">(row).value_or(0));
};

struct rows {
  std::vector<hand::event> left;
  std::vector<hand::event> right;
  std::vector<trade> trades;
  std::vector<quote> quotes;
};

// No two of a side at one time.
rows random_rows(std::uint64_t keys) {
  std::mt19937_64 random(20260105);
  std::vector<std::int64_t> times(rows_a_side);
  for (std::size_t i = 0; i < rows_a_side; ++i) times[i] = static_cast<std::int64_t>(i + 1) * row_micros;
  const auto shuffle_within_delay = [&] {
    for (std::size_t i = 0; i < rows_a_side; i += rows_in_delay / 2)
      std::shuffle(times.begin() + static_cast<std::ptrdiff_t>(i),
                   times.begin() + static_cast<std::ptrdiff_t>(std::min(rows_a_side, i + rows_in_delay / 2)), random);
  };
  const auto key = [&] { return static_cast<std::int64_t>(random() % keys * 0xd6e8feb86659fd93 >> 1); };
  rows made;
  shuffle_within_delay();
  for (const std::int64_t time : times) made.left.push_back({key(), time, time / row_micros});
  shuffle_within_delay();
  for (const std::int64_t time : times) made.right.push_back({key(), time, time / row_micros});
  for (const hand::event& one : made.left) made.trades.push_back({one.key, td::timestamp(one.time), one.value});
  for (const hand::event& one : made.right) made.quotes.push_back({one.key, td::timestamp(one.time), one.value});
  return made;
}

void as_of_join(benchmark::State& state) {
  const rows all = random_rows(static_cast<std::uint64_t>(state.range(0)));
  hand::pair_sum our_sum;
  hand::pair_sum their_sum;
  const auto query = td::read_stream(micro::resident_source<trade>(all.trades, rows_in_batch)) |
                     td::with_watermark("traded_at"_c, delay) |
                     td::as_of_join(td::read_stream(micro::resident_source<quote>(all.quotes, rows_in_batch)) |
                                        td::with_watermark("quoted_at"_c, delay),
                                    td::left_outer, same_symbol) |
                     td::write_stream(micro::checking_sink(our_sum, add_pair), td::append);
  micro::compare(
      state, 2 * rows_a_side,
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        hand::as_of_join program(delay.count());
        for (std::size_t at = 0; at < rows_a_side; at += rows_in_batch) {
          const std::size_t count = std::min(rows_in_batch, rows_a_side - at);
          program.process(std::span(all.left).subspan(at, count), std::span(all.right).subspan(at, count));
        }
        their_sum = program.finished();
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
}
BENCHMARK(as_of_join)->Arg(100)->Arg(10'000)->Arg(1'000'000)->Iterations(5)->UseManualTime();

// Ten rows a side a batch, with a million quotes in state, of so many keys; with a checkpoint in memory, so that changes are
// written. Quotes of one key stay because the watermark is far behind, one of each because it may be looked back at.
void small_batches(benchmark::State& state) {
  const auto keys = state.range(0);
  const std::chrono::hours lag(state.range(1));
  td::testing::source<trade> trades;
  td::testing::source<quote> quotes;
  const auto query =
      td::read_stream(trades) | td::with_watermark("traded_at"_c, lag) |
      td::as_of_join(td::read_stream(quotes) | td::with_watermark("quoted_at"_c, lag), td::left_outer, same_symbol);
  td::testing::batch_driver<td::query_plan<td::plan_in<decltype(query)>, td::noop_sink, td::output_mode::append>,
                            td::memory_state, td::program_form::by_partitions>
      driver({query.plan(), td::noop_sink()});
  std::vector<quote> many;
  for (std::int64_t i = 0; i < 1'000'000; ++i) many.push_back({i % keys, td::timestamp(1'000'000 + i), i});
  quotes.add(std::move(many));
  trades.add({{0, td::timestamp(2'000'000), 0}});
  driver.run_until_idle();
  std::int64_t number = 10'000'000;
  std::vector<double> times;
  for (auto _ : state) {
    std::vector<trade> left;
    std::vector<quote> right;
    for (int i = 0; i < 10; ++i, ++number) {
      left.push_back({number % keys, td::timestamp(number * 1000), number});
      right.push_back({number % keys, td::timestamp(number * 1000), number});
    }
    trades.add(std::move(left));
    quotes.add(std::move(right));
    times.push_back(micro::seconds_of([&] { driver.run_batch(); }));
    state.SetIterationTime(times.back());
  }
  std::sort(times.begin(), times.end());
  state.counters["median_us"] = times[times.size() / 2] * 1e6;  // a batch in ten writes a whole image
}
BENCHMARK(small_batches)
    ->Args({1'000'000, 0})
    ->Args({1, 1'000'000})
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
