// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Chains of 1, 4, 16 and 32 steps of where and map over 24-byte rows, as whole queries, against the same in one hand-written
// loop. Both read rows from memory and leave those of a batch in memory.

#include "resident_query.hpp"
#include "rounds.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
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
constexpr std::size_t rows_in_batch = 64 << 10;

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

// A chain of so many steps: where, map, map, map, and again.
template <int Steps>
auto chain_on(const auto& stream) {
  if constexpr (Steps == 0) return stream;
  else if constexpr (Steps % 4 == 1) return chain_on<Steps - 1>(stream) | td::where(keep<Steps - 1>{});
  else return chain_on<Steps - 1>(stream) | td::map(change<Steps - 1>{});
}

// Keeps the rows of a batch. When one is done, `done` hears of them.
template <class Done>
class keeping_sink {
 public:
  static constexpr td::sink_capabilities capabilities{};
  explicit keeping_sink(Done done) : done_(done) {}
  std::string description() const { return "buffer"; }

  class open_sink {
   public:
    struct writer_type {
      hand::row_buffer kept{rows_in_batch};
      [[gnu::always_inline]] void write(const hand::event& row) { kept.add(row); }
    };
    explicit open_sink(Done done) : done_(done) {}
    void begin(td::batch_id, td::output) { writer_.kept.clear(); }
    writer_type& writer(std::size_t) { return writer_; }
    void prepare(td::batch_id) {}
    void commit(td::batch_id) { done_(writer_.kept.rows()); }
    std::int64_t output_rows() const { return static_cast<std::int64_t>(writer_.kept.rows().size()); }

   private:
    Done done_;
    writer_type writer_;
  };
  template <class R>
  open_sink open(const td::sink_place&) const {
    return open_sink(done_);
  }

 private:
  Done done_;
};

// Over all kept rows in order.
struct row_hash {
  std::uint64_t value = 0;

  void add(std::span<const hand::event> kept) {
    for (const auto& row : kept)
      for (const std::int64_t part : {row.key, row.time, row.value})
        value = (value ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15;
  }
};

void compare_chain(benchmark::State& state, std::span<const hand::event> events, const auto& chain,
                   void (*theirs)(std::span<const hand::event>, hand::row_buffer&)) {
  const auto run_ours = [&](auto done) { micro::run_to_end(chain | td::write_stream(keeping_sink(done), td::append)); };
  const auto run_theirs = [&](auto done) {
    hand::row_buffer kept(rows_in_batch);
    for (std::size_t at = 0; at < events.size(); at += rows_in_batch) {
      kept.clear();
      theirs(events.subspan(at, std::min(rows_in_batch, events.size() - at)), kept);
      done(kept.rows());
    }
  };
  row_hash our_rows;
  row_hash their_rows;
  run_ours([&](const auto& kept) { our_rows.add(kept); });
  run_theirs([&](const auto& kept) { their_rows.add(kept); });
  if (our_rows.value != their_rows.value || our_rows.value == 0) return state.SkipWithError("the programs disagree");
  const auto use = [](const auto& kept) { benchmark::DoNotOptimize(kept.data()); };
  micro::compare(
      state, events.size(), [&] { run_ours(use); }, [&] { run_theirs(use); });
}

void chain(benchmark::State& state) {
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(rows);
  for (std::size_t i = 0; i < events.size(); ++i)
    events[i] = {static_cast<std::int64_t>(random() % 10'000), static_cast<std::int64_t>(i),
                 static_cast<std::int64_t>(random() >> 34)};
  const auto stream = td::read_stream(micro::resident_source<hand::event>(events, rows_in_batch));
  if (state.range(0) == 1) compare_chain(state, events, chain_on<1>(stream), hand::chain_of_1);
  if (state.range(0) == 4) compare_chain(state, events, chain_on<4>(stream), hand::chain_of_4);
  if (state.range(0) == 16) compare_chain(state, events, chain_on<16>(stream), hand::chain_of_16);
  if (state.range(0) == 32) compare_chain(state, events, chain_on<32>(stream), hand::chain_of_32);
}
BENCHMARK(chain)->Arg(1)->Arg(4)->Arg(16)->Arg(32)->Iterations(15)->UseManualTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
