// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Interval joins of two streams as whole queries against a symmetric hash join by hand, with about one and about ten matches a
// row; and what a small batch costs when much is in state.

#include "resident_query.hpp"
#include "rounds.hpp"
#include "temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <type_traits>
#include <vector>

#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>
#include <tidemark/tidemark.hpp>

#include "../hand/interval_join.hpp"

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct impression {
  std::int64_t ad;
  td::timestamp shown_at;
  std::int64_t id;
};
struct click {
  std::int64_t ad_id;
  td::timestamp clicked_at;
  std::int64_t click_id;
};
BOOST_HANA_ADAPT_STRUCT(impression, ad, shown_at, id);
BOOST_HANA_ADAPT_STRUCT(click, ad_id, clicked_at, click_id);

namespace {

constexpr std::size_t rows_in_batch = 65'536;
constexpr std::size_t rows_a_side = 600'000;
constexpr std::int64_t row_micros = 1000;
constexpr std::int64_t rows_in_range = 100'000;
constexpr auto range = std::chrono::microseconds(rows_in_range * row_micros);

template <class T>
std::int64_t or_zero(const T& value) {
  if constexpr (td::is_nullable<T>) return value.value_or(0);
  else return value;
}
constexpr auto add_pair = [](hand::pair_sum& sum, const auto& row) {
  sum.add(td::get<"id">(row), or_zero(td::get<"click_id">(row)));
};

struct rows {
  std::vector<hand::event> left;
  std::vector<hand::event> right;
  std::vector<impression> impressions;
  std::vector<click> clicks;
};

rows random_rows(std::uint64_t keys, std::size_t count) {
  std::mt19937_64 random(20260105);
  rows made;
  for (std::size_t i = 0; i < count; ++i) {
    const auto time = static_cast<std::int64_t>(i + 1) * row_micros;
    const auto number = static_cast<std::int64_t>(i + 1);
    const auto key = [&] { return static_cast<std::int64_t>(random() % keys * 0xd6e8feb86659fd93 >> 1); };
    made.left.push_back({key(), time, number});
    made.right.push_back({key(), time, number});
    made.impressions.push_back({made.left.back().key, td::timestamp(time), number});
    made.clicks.push_back({made.right.back().key, td::timestamp(time), number});
  }
  return made;
}

template <class Type>
auto joined(const rows& all, std::size_t batch, Type type) {
  return td::read_stream(micro::resident_source<impression>(all.impressions, batch)) | td::with_watermark("shown_at"_c, 0s) |
         td::join(td::read_stream(micro::resident_source<click>(all.clicks, batch)) | td::with_watermark("clicked_at"_c, 0s),
                  type,
                  "ad"_c == td::right("ad_id"_c) && td::right("clicked_at"_c) >= "shown_at"_c &&
                      td::right("clicked_at"_c) <= "shown_at"_c + range);
}

template <class Type>
void interval_join(benchmark::State& state) {
  const rows all = random_rows(static_cast<std::uint64_t>(rows_in_range / state.range(0)), rows_a_side);
  hand::pair_sum our_sum;
  hand::pair_sum their_sum;
  const auto query = joined(all, rows_in_batch, Type{}) | td::write_stream(micro::checking_sink(our_sum, add_pair), td::append);
  micro::compare(
      state, 2 * rows_a_side,
      [&] {
        our_sum = {};
        micro::run_to_end(query);
      },
      [&] {
        hand::interval_join<Type::preserves_left> program(range.count());
        for (std::size_t at = 0; at < rows_a_side; at += rows_in_batch) {
          const std::size_t count = std::min(rows_in_batch, rows_a_side - at);
          program.process(std::span(all.left).subspan(at, count), std::span(all.right).subspan(at, count));
        }
        their_sum = program.finished();
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
}
BENCHMARK_TEMPLATE(interval_join, td::join_type::inner)->Arg(1)->Arg(10)->Iterations(3)->UseManualTime();
BENCHMARK_TEMPLATE(interval_join, td::join_type::left_outer)->Arg(1)->Arg(10)->Iterations(3)->UseManualTime();

// Ten rows a side a batch that let none leave, with so many rows in state; with a checkpoint on disk, over so many batches
// that some snapshots are made.
void small_batches(benchmark::State& state) {
  const auto in_state = static_cast<std::size_t>(state.range(0));
  td::testing::source<impression> impressions;
  td::testing::source<click> clicks;
  const auto query = td::read_stream(impressions) | td::with_watermark("shown_at"_c, 0s) |
                     td::join(td::read_stream(clicks) | td::with_watermark("clicked_at"_c, 0s), td::left_outer,
                              "ad"_c == td::right("ad_id"_c) && td::right("clicked_at"_c) >= "shown_at"_c &&
                                  td::right("clicked_at"_c) <= "shown_at"_c + 1000h);
  const micro::temporary_folder folder;
  td::testing::driver_options<> options;
  options.files = &td::local_files();
  options.checkpoint.folder = folder.inside("checkpoint");
  td::testing::batch_driver<td::query_plan<td::plan_in<decltype(query)>, td::noop_sink, td::output_mode::append>,
                            td::memory_state, td::program_form::by_partitions>
      driver({query.plan(), td::noop_sink()}, options);
  std::vector<impression> many;
  for (std::size_t i = 0; i < in_state; ++i) {
    const auto number = static_cast<std::int64_t>(i);
    many.push_back({number, td::timestamp(number), number});
  }
  impressions.add(std::move(many));
  driver.run_until_idle();
  std::int64_t number = 10'000'000;
  double slowest = 0;
  std::chrono::nanoseconds whole{};
  std::chrono::nanoseconds longest{};
  for (auto _ : state) {
    std::vector<impression> left;
    std::vector<click> right;
    for (int i = 0; i < 10; ++i, ++number) {
      left.push_back({number, td::timestamp(number * 1000), number});
      right.push_back({number, td::timestamp(number * 1000), number});
    }
    impressions.add(std::move(left));
    clicks.add(std::move(right));
    const auto begun = std::chrono::steady_clock::now();
    const double seconds = micro::seconds_of([&] { driver.run_batch(); });
    const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - begun;
    state.SetIterationTime(seconds);
    slowest = std::max(slowest, seconds);
    whole += took;
    longest = std::max(longest, took);
  }
  state.counters["slowest_us"] = slowest * 1e6;
  state.counters["elapsed_us"] =
      std::chrono::duration<double, std::micro>(whole).count() / static_cast<double>(state.iterations());
  state.counters["longest_us"] = std::chrono::duration<double, std::micro>(longest).count();
}
BENCHMARK(small_batches)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(3000)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
