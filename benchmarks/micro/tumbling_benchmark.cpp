// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// M1: a chain of where and map, M5: count and sum by key and tumbling window, as whole queries (source to sink, with watermark,
// batches and progress counters) against the hand-written loops.

#include "rounds.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <vector>

#include <tidemark/tidemark.hpp>

#include "../hand/tumbling_flat_map.hpp"
#include "../hand/tumbling_own_table.hpp"

namespace td = tidemark;
using namespace td::literals;

struct event {
  std::int64_t key;
  td::timestamp time;
  std::int64_t value;
};
BOOST_HANA_ADAPT_STRUCT(event, key, time, value);

namespace {

// Batches of rows that lie in memory; the offset is the number of batches.
class resident_source {
 public:
  using row = event;
  static constexpr td::source_capabilities capabilities{};
  static constexpr std::size_t rows_in_batch = 65'536;

  explicit resident_source(std::span<const event> rows) : rows_(rows) {}

  std::string description() const { return "resident rows"; }

  class reader {
   public:
    explicit reader(std::span<const event> rows) : rows_(rows) {}
    std::size_t size() const { return rows_.size(); }
    template <class F>
    void read_part(std::size_t first, std::size_t count, F&& f) const {
      for (const event& one : rows_.subspan(first, count)) f(one);
    }

   private:
    std::span<const event> rows_;
  };

  class open_source {
   public:
    explicit open_source(std::span<const event> rows) : rows_(rows) {}
    std::optional<td::source_offset> latest_offset(const std::optional<td::source_offset>& start, std::int64_t, td::read_limit) {
      const std::size_t done = start ? std::stoul(*start) : 0;
      return std::to_string(std::min(done + 1, (rows_.size() + rows_in_batch - 1) / rows_in_batch));
    }
    void freeze(std::int64_t) {}
    void commit(const td::source_offset&) {}
    void interrupt() {}
    template <class Columns>
    reader rows(const std::optional<td::source_offset>& start, const td::source_offset& end) const {
      const std::size_t first = (start ? std::stoul(*start) : 0) * rows_in_batch;
      return reader(rows_.subspan(first, std::min(std::stoul(end) * rows_in_batch, rows_.size()) - first));
    }

   private:
    std::span<const event> rows_;
  };
  open_source open(const td::source_place&) const { return open_source(rows_); }

 private:
  std::span<const event> rows_;
};

// Sums up what comes out, so that programs can be compared.
class checking_sink {
 public:
  static constexpr td::sink_capabilities capabilities{};
  explicit checking_sink(hand::checksum& sum) : sum_(&sum) {}
  std::string description() const { return "checksum"; }

  class open_sink {
   public:
    struct writer_type {
      hand::checksum* sum;
      [[gnu::always_inline]] void write(const auto& row) {
        sum->add(td::get<"window">(row).start.micros, td::get<"key">(row), {td::get<"count">(row), td::get<"sum">(row)});
      }
    };
    explicit open_sink(hand::checksum& sum) : writer_{&sum} {}
    void begin(td::batch_id, td::output) {}
    writer_type& writer(std::size_t) { return writer_; }
    void prepare(td::batch_id) {}
    void commit(td::batch_id) {}
    std::int64_t output_rows() const { return -1; }

   private:
    writer_type writer_;
  };
  template <class R>
  open_sink open(const td::sink_place&) const {
    return open_sink(*sum_);
  }

 private:
  hand::checksum* sum_;
};

template <class Query>
void run_query(const Query& query) {
  td::query_parts parts = td::assemble<td::memory_state>(query, td::start_options<td::memory_state>{}, nullptr, td::local_files());
  td::query_engine engine(std::move(parts));
  engine.recover();
  while (engine.runner().run_trigger() != nullptr) {
  }
}

std::int64_t id(std::uint64_t number) { return static_cast<std::int64_t>(number * 0xd6e8feb86659fd93 >> 1); }

template <class Theirs>
void tumbling_query(benchmark::State& state) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  const std::size_t rows = keys <= 1'000'000 ? 8'000'000 : 16'000'000;
  const auto width = static_cast<std::int64_t>(rows / 4);
  std::mt19937_64 random(20260105);
  std::vector<hand::event> events(rows);
  std::vector<event> ours(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    events[i] = {id(random() % keys), static_cast<std::int64_t>(i), static_cast<std::int64_t>(random() % 1000)};
    ours[i] = {events[i].key, td::timestamp(events[i].time), events[i].value};
  }
  // Both close the last windows by one row far ahead.
  events.push_back({0, static_cast<std::int64_t>(rows) * 1000, 0});
  ours.push_back({0, td::timestamp(static_cast<std::int64_t>(rows) * 1000), 0});

  hand::checksum our_sum;
  hand::checksum their_sum;
  const auto totals = td::read_stream(resident_source(ours)) | td::with_watermark("time"_c, std::chrono::milliseconds(0)) |
                      td::group_by(td::window("time"_c, std::chrono::microseconds(width)), "key"_c) |
                      td::agg(td::count(), td::sum("value"_c).as("sum"_c));
  const auto query = totals | td::write_stream(checking_sink(our_sum), td::append);
  micro::compare(
      state, rows,
      [&] {
        our_sum = {};
        run_query(query);
      },
      [&] {
        Theirs program(width, 0);
        for (std::size_t at = 0; at < events.size(); at += resident_source::rows_in_batch)
          program.process(std::span(events).subspan(at, std::min(resident_source::rows_in_batch, events.size() - at)));
        their_sum = program.closed();
      });
  if (!(our_sum == their_sum) || our_sum.rows == 0) state.SkipWithError("the programs disagree");
}

void from_empty(benchmark::internal::Benchmark* one) {
  for (const std::int64_t keys : {100, 10'000, 100'000, 1'000'000}) one->Arg(keys);
  one->Iterations(9)->UseManualTime()->Unit(benchmark::kMillisecond);
}
BENCHMARK_TEMPLATE(tumbling_query, hand::tumbling_flat_map)->Apply(from_empty);
BENCHMARK_TEMPLATE(tumbling_query, hand::tumbling_own_table)->Apply(from_empty);

}  // namespace

BENCHMARK_MAIN();
