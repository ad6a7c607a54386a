// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// M4, M5: count and sum by key and tumbling window, on the tables of tidemark's state and its blocks, against the hand-written
// twins; what an aggregation adds to that is measured with the whole chain. B14: bytes a key.
//
// "steady": all keys are in one open window before the clock starts. "grown": four windows from empty, closed and summed up.

#include "counted_allocations.hpp"
#include "hand/tumbling_flat_map.hpp"
#include "hand/tumbling_naive.hpp"
#include "hand/tumbling_own_table.hpp"
#include "rounds.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include <tidemark/state/expiry_groups.hpp>
#include <tidemark/state/update_block.hpp>

namespace {

using hand::event;
using hand::totals;
using tidemark::memory_hash;
using tidemark::time_window;
using tidemark::timestamp;

// The row path of a windowed aggregation: window, late check where the window changes, table of the group, change marks,
// blocks.
class tidemark_tumbling {
 public:
  tidemark_tumbling(std::int64_t width, std::int64_t delay) : width_(width), delay_(delay) {}

  [[gnu::noinline]] void process(std::span<const event> batch) {
    stage one{&groups_, &block_, width_, watermark_};
    std::int64_t observed = observed_;
    for (const event& row : batch) {
      observed = std::max(observed, row.time);
      one.process(row);
    }
    block_.flush(add);
    observed_ = observed;
    close(observed - delay_);
  }
  void close(std::int64_t watermark) {
    watermark_ = std::max(watermark_, watermark);
    groups_.evict_through(timestamp{watermark_}, [&](const time_window& window, const groups::table& keys) {
      keys.for_each([&](const std::int64_t& key, const totals& value) { closed_.add(window.start.micros, key, value); });
    });
  }
  const hand::checksum& closed() const { return closed_; }
  std::size_t bytes_of_memory() const { return groups_.bytes_of_memory(); }
  std::size_t keys() const { return groups_.size(); }

 private:
  using groups = tidemark::expiry_groups<time_window, std::int64_t, totals>;
  using block = tidemark::update_block<groups::table, std::int64_t>;

  static constexpr auto add = [](totals& one, const std::int64_t& value) {
    ++one.count;
    one.sum += value;
  };

  struct stage {
    groups* all;
    block* waiting;
    std::int64_t width;
    std::int64_t watermark;
    std::int64_t start = (std::numeric_limits<std::int64_t>::min)();
    groups::table* table = nullptr;

    [[gnu::always_inline]] void process(const event& row) {
      if (static_cast<std::uint64_t>(row.time) - static_cast<std::uint64_t>(start) >= static_cast<std::uint64_t>(width)) {
        start = row.time / width * width;
        table = table_of(*all, start, width, watermark);
      }
      if (table == nullptr) return;
      const std::uint64_t hash = memory_hash<std::int64_t>::of(row.key);
      if (table->is_large()) {
        waiting->add(*table, hash, row.key, row.value, add);
      } else {
        table->update(
            hash, row.key, [&](totals& one) { add(one, row.value); }, [&] { return row.key; });
      }
    }
    [[gnu::noinline]] static groups::table* table_of(groups& all, std::int64_t start, std::int64_t width,
                                                     std::int64_t watermark) {
      if (start + width <= watermark) return nullptr;
      return &all.at(time_window{timestamp{start}, timestamp{start + width}});
    }
  };

  std::int64_t width_;
  std::int64_t delay_;
  std::int64_t observed_ = (std::numeric_limits<std::int64_t>::min)() / 2;
  std::int64_t watermark_ = (std::numeric_limits<std::int64_t>::min)();
  groups groups_;
  block block_;
  hand::checksum closed_;
};

constexpr std::size_t rows_in_batch = 65'536;

template <class Program>
void run(Program& program, const std::vector<event>& events) {
  for (std::size_t at = 0; at < events.size(); at += rows_in_batch)
    program.process(std::span(events).subspan(at, std::min(rows_in_batch, events.size() - at)));
}

// Keys spread over the whole range of integers, as ids are.
std::int64_t id(std::uint64_t number) { return static_cast<std::int64_t>(number * 0xd6e8feb86659fd93 >> 1); }

std::vector<event> events_at_random(std::size_t rows, std::uint64_t keys) {
  std::mt19937_64 random(20260105);
  std::vector<event> events(rows);
  for (std::size_t i = 0; i < rows; ++i)
    events[i] = {id(random() % keys), static_cast<std::int64_t>(i), static_cast<std::int64_t>(random() % 1000)};
  return events;
}

template <class Theirs>
void steady(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  const std::size_t rows = keys <= 100'000 ? 1'000'000 : 4'000'000;
  const std::int64_t width = std::int64_t{1} << 60;
  auto events = events_at_random(rows, keys);
  tidemark_tumbling ours(width, 0);
  Theirs theirs(width, 0);
  {
    std::vector<event> first(keys);
    for (std::uint64_t key = 0; key < keys; ++key) first[key] = {id(key), 0, 0};
    run(ours, first);
    run(theirs, first);
  }
  run(ours, events);
  run(theirs, events);
  const std::uint64_t before = allocations;
  const std::size_t bytes = ours.bytes_of_memory();
  run(ours, events);
  state.counters["allocations_a_row"] = static_cast<double>(allocations - before) / static_cast<double>(rows);
  micro::compare(
      state, rows, [&] { run(ours, events); }, [&] { run(theirs, events); });
  if (ours.bytes_of_memory() != bytes) state.SkipWithError("memory grew in a steady state");
  state.counters["bytes_a_key"] = static_cast<double>(bytes) / static_cast<double>(keys);
  ours.close(width);
  theirs.close(width);
  if (!(ours.closed() == theirs.closed()) || ours.closed().rows != keys) state.SkipWithError("the programs disagree");
}

template <class Theirs>
void grown(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  const std::size_t rows = keys <= 1'000'000 ? 8'000'000 : 16'000'000;
  const auto events = events_at_random(rows, keys);
  const auto width = static_cast<std::int64_t>(rows / 4);
  hand::checksum ours;
  hand::checksum theirs;
  const auto whole_run = [&]<class Program>(Program program, hand::checksum& sum) {
    run(program, events);
    program.close(static_cast<std::int64_t>(2 * rows));
    sum = program.closed();
  };
  micro::compare(
      state, rows, [&] { whole_run(tidemark_tumbling(width, width / 10), ours); },
      [&] { whole_run(Theirs(width, width / 10), theirs); });
  if (!(ours == theirs) || ours.rows == 0) state.SkipWithError("the programs disagree");
}

void keys(benchmark::internal::Benchmark* one, std::initializer_list<std::int64_t> numbers, int rounds) {
  for (const std::int64_t number : numbers) one->Arg(number);
  one->Iterations(rounds)->UseManualTime()->Unit(benchmark::kMillisecond);
}
void small(benchmark::internal::Benchmark* one) { keys(one, {100, 1'000, 10'000, 100'000}, 21); }
void large(benchmark::internal::Benchmark* one) { keys(one, {300'000, 1'000'000, 10'000'000}, 9); }
void from_empty(benchmark::internal::Benchmark* one) { keys(one, {100, 10'000, 100'000, 1'000'000, 10'000'000}, 7); }

BENCHMARK_TEMPLATE(steady, hand::tumbling_flat_map)->Apply(small);
BENCHMARK_TEMPLATE(steady, hand::tumbling_flat_map)->Apply(large);
BENCHMARK_TEMPLATE(steady, hand::tumbling_own_table)->Apply(small);
BENCHMARK_TEMPLATE(steady, hand::tumbling_own_table)->Apply(large);
BENCHMARK_TEMPLATE(steady, hand::tumbling_naive)->Apply(small);
BENCHMARK_TEMPLATE(steady, hand::tumbling_naive)->Apply(large);
BENCHMARK_TEMPLATE(grown, hand::tumbling_flat_map)->Apply(from_empty);

}  // namespace
