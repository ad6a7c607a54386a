// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// M15: Spark's StateStoreBasicOperationsBenchmark on the working table. Key (int, timestamp), value int, 10 000 rows committed
// first, data in random order; the commit is not timed, there as here. In Spark's own results (JDK 21, EPYC 9V74) a row costs:
// put 818–925 ns in memory and 1794–4524 with RocksDB, delete 763 and 1673–4374, evict of all rows 755 and 1675–4103, of none
// 47 and 315, merge of 10 values a key 19 454–56 623 a key.

#include "micro/rounds.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/expiry_groups.hpp>

namespace {

using tidemark::field;
using tidemark::keyed_state;
using tidemark::memory_hash;
using tidemark::timestamp;
using key = tidemark::row<field<"id", std::int32_t>, field<"time", timestamp>>;

constexpr std::int64_t rows = 10'000;

std::vector<key> keys_in_random_order(std::int64_t first) {
  std::vector<key> keys;
  for (std::int64_t i = first; i < first + rows; ++i) keys.push_back({static_cast<std::int32_t>(i), timestamp{i * 1'000}});
  std::shuffle(keys.begin(), keys.end(), std::mt19937_64(20260105));
  return keys;
}

// So many per cent of the rows are among those committed, the others are not.
std::vector<key> mixed(std::int64_t percent_there) {
  auto there = keys_in_random_order(0);
  const auto others = keys_in_random_order(rows);
  const auto kept = static_cast<std::size_t>(rows * percent_there / 100);
  std::copy(others.begin() + static_cast<std::ptrdiff_t>(kept), others.end(),
            there.begin() + static_cast<std::ptrdiff_t>(kept));
  std::shuffle(there.begin(), there.end(), std::mt19937_64(20260106));
  return there;
}

template <class Value>
void put(keyed_state<key, Value>& table, const key& one, std::int32_t value) {
  table.update(
      memory_hash<key>::of(one), one, [&](Value& stored) { stored = value; }, [&] { return one; });
}

keyed_state<key, std::int32_t> committed_rows() {
  keyed_state<key, std::int32_t> table;
  for (const key& one : keys_in_random_order(0)) put(table, one, 1);
  table.commit();
  return table;
}

// The time of `operations` on a fresh table of committed rows, or whatever `made` gives.
template <class Make, class Operations>
void run(benchmark::State& state, Make&& made, Operations&& operations) {
  for (auto _ : state) {
    auto table = made();
    state.SetIterationTime(micro::seconds_of([&] { operations(table); }));
    benchmark::DoNotOptimize(table);
  }
  state.SetItemsProcessed(state.iterations() * rows);
  state.counters["ns_a_row"] = benchmark::Counter(static_cast<double>(state.iterations() * rows) * 1e-9,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void put_overwriting_percent(benchmark::State& state) {
  const auto keys = mixed(state.range(0));
  run(state, committed_rows, [&](auto& table) {
    for (const key& one : keys) put(table, one, 2);
  });
}

void merge_of_10_values(benchmark::State& state) {
  const auto keys = mixed(state.range(0));
  const auto lists = [] {
    keyed_state<key, std::vector<std::int32_t>> table;
    for (const key& one : keys_in_random_order(0)) table.insert(memory_hash<key>::of(one), one, {1});
    table.commit();
    return table;
  };
  run(state, lists, [&](auto& table) {
    for (const key& one : keys)
      for (std::int32_t value = 0; value < 10; ++value)
        table.update(
            memory_hash<key>::of(one), one, [&](std::vector<std::int32_t>& list) { list.push_back(value); },
            [&] { return one; });
  });
}

void delete_missing_percent(benchmark::State& state) {
  const auto keys = mixed(100 - state.range(0));
  run(state, committed_rows, [&](auto& table) {
    for (const key& one : keys) table.erase(memory_hash<key>::of(one), one);
  });
}

void evict_percent_by_scan(benchmark::State& state) {
  const timestamp end{rows * state.range(0) / 100 * 1'000 - 1};
  run(state, committed_rows, [&](auto& table) {
    table.for_each([&](const key& one, const std::int32_t&) {
      if (tidemark::get<"time">(one) <= end) table.erase(memory_hash<key>::of(one), one);
    });
  });
}

// What tidemark does instead: a table for each of ten windows, dropped whole.
void evict_percent_by_window(benchmark::State& state) {
  using groups_type = tidemark::expiry_groups<timestamp, std::int32_t, std::int32_t>;
  std::vector<key> keys = keys_in_random_order(0);
  const timestamp end{state.range(0) * 100'000};
  for (auto _ : state) {
    groups_type groups;
    for (const key& one : keys) {
      const std::int32_t id = tidemark::get<"id">(one);
      groups.at(timestamp{(tidemark::get<"time">(one).micros / 1'000'000 + 1) * 1'000'000})
          .update(
              memory_hash<std::int32_t>::of(id), id, [](std::int32_t& value) { value = 1; }, [&] { return id; });
    }
    groups.commit();
    state.SetIterationTime(micro::seconds_of([&] { groups.evict_through(end); }));
    if (groups.size() != static_cast<std::size_t>(rows * (100 - state.range(0)) / 100))
      state.SkipWithError("wrong rows evicted");
  }
  state.counters["ns_a_row"] = benchmark::Counter(static_cast<double>(state.iterations() * rows) * 1e-9,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void percents(benchmark::internal::Benchmark* one) {
  for (const int percent : {100, 50, 10, 0}) one->Arg(percent);
  one->UseManualTime()->Iterations(300);
}

BENCHMARK(put_overwriting_percent)->Apply(percents);
BENCHMARK(merge_of_10_values)->Apply(percents);
BENCHMARK(delete_missing_percent)->Apply(percents);
BENCHMARK(evict_percent_by_scan)->Apply(percents);
BENCHMARK(evict_percent_by_window)->Apply(percents);

}  // namespace
