// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// CSV lines into typed rows and back, against what one writes by hand. Also says how many allocations a line costs (none, once
// strings have their memory).

#include "../hand/csv_views.hpp"
#include "counted_allocations.hpp"
#include "rounds.hpp"

#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/row/record.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

struct page_view {
  std::string user;
  std::string page;
  td::timestamp time;
  std::int64_t count{};
};
BOOST_HANA_ADAPT_STRUCT(page_view, user, page, time, count);

namespace {

constexpr std::size_t line_count = 4'000;
constexpr std::size_t all = static_cast<std::size_t>(-1);

// Lines of about 47 bytes; or of about 90, with a page in quotes.
std::vector<page_view> made_views(bool has_quotes) {
  std::mt19937_64 random(1);
  std::vector<page_view> views;
  for (std::size_t i = 0; i < line_count; ++i) {
    const auto page = "/p/" + std::to_string(random() % 100);
    views.push_back({"u" + std::to_string(random() % 10'000),
                     has_quotes ? page + "?q=one,two&said=\"this and that\"&more" : page,
                     td::timestamp::from_millis(1'767'607'200'000 + static_cast<std::int64_t>(random() % 3'600'000)),
                     static_cast<std::int64_t>(random() % 100)});
  }
  return views;
}

std::string text_of(const std::vector<page_view>& views) {
  std::string text;
  const td::csv_lines format;
  for (const auto& one : views) format.append<page_view>(text, one);
  return text;
}

struct checksum {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;

  void add(std::string_view user, std::string_view page, std::int64_t time, std::int64_t count) {
    ++rows;
    sum = sum * 31 + user.size() + page.size() * 7 + static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(count);
  }
  friend bool operator==(const checksum&, const checksum&) = default;
};

void read(benchmark::State& state, bool has_quotes) {
  const std::string text = text_of(made_views(has_quotes));
  auto lines = td::csv_lines().reader<page_view, td::fields_of<page_view>::names, td::malformed::fail>();
  const auto ours = [&] {
    checksum result;
    lines.open(text);
    lines.read(all, [&](const page_view& one) { result.add(one.user, one.page, one.time.micros, one.count); });
    benchmark::DoNotOptimize(result);
    return result;
  };
  hand::csv_view view;
  const auto theirs = [&] {
    checksum result;
    hand::csv_view_reader reader(text);
    while (reader.next(view)) result.add(view.user, view.page, view.time_us, view.count);
    benchmark::DoNotOptimize(result);
    return result;
  };
  if (!(ours() == theirs()) || ours().rows != line_count) return state.SkipWithError("the two readers read different rows");
  const auto before = allocations;
  ours();
  state.counters["allocations"] = static_cast<double>(allocations - before);
  micro::compare(state, line_count, ours, theirs);
}

void write(benchmark::State& state, bool has_quotes) {
  const auto views = made_views(has_quotes);
  std::vector<hand::csv_view> hand_views;
  for (const auto& one : views) hand_views.push_back({one.user, one.page, one.time.micros, one.count});
  std::string our_text;
  std::string their_text;
  const td::csv_lines format;
  const auto ours = [&] {
    our_text.clear();
    for (const auto& one : views) format.append<page_view>(our_text, one);
    benchmark::DoNotOptimize(our_text.data());
  };
  const auto theirs = [&] {
    their_text.clear();
    for (const auto& one : hand_views) hand::append_csv_view(their_text, one);
    benchmark::DoNotOptimize(their_text.data());
  };
  ours(), theirs();
  if (our_text != their_text) return state.SkipWithError("the two writers write different texts");
  const auto before = allocations;
  ours();
  state.counters["allocations"] = static_cast<double>(allocations - before);
  micro::compare(state, line_count, ours, theirs);
}

BENCHMARK_CAPTURE(read, plain, false)->UseManualTime()->Iterations(301);
BENCHMARK_CAPTURE(read, quoted, true)->UseManualTime()->Iterations(301);
BENCHMARK_CAPTURE(write, plain, false)->UseManualTime()->Iterations(301);
BENCHMARK_CAPTURE(write, quoted, true)->UseManualTime()->Iterations(301);

}  // namespace
