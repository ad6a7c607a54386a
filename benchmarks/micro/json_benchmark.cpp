// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// M17: JSON lines into typed rows, against simdjson on the same columns.
//
// Both read the same text, which lies in memory; a round is A B B A, and what is reported is the median of the rounds' ratios
// (below 1: tidemark is quicker) with the quartiles, and nanoseconds a line of each. Before that both must give one checksum.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

#include <tidemark/formats/json_lines.hpp>
#include <tidemark/row/record.hpp>

#include "../hand/json_simdjson.hpp"

namespace {

std::uint64_t allocations = 0;

}  // namespace

// Not inlined, or the compiler sees a free for a new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

struct page_view {
  std::string_view user;
  std::string_view page;
  tidemark::timestamp time;
  std::int64_t count{};
};
BOOST_HANA_ADAPT_STRUCT(page_view, user, page, time, count);

struct owned_page_view {
  std::string user;
  std::string page;
  tidemark::timestamp time;
  std::int64_t count{};
};
BOOST_HANA_ADAPT_STRUCT(owned_page_view, user, page, time, count);

struct ad_event {
  std::string_view user_id;
  std::string_view page_id;
  std::string_view ad_id;
  std::string_view ad_type;
  std::string_view event_type;
  std::int64_t event_time{};
  std::string_view ip_address;
};
BOOST_HANA_ADAPT_STRUCT(ad_event, user_id, page_id, ad_id, ad_type, event_type, event_time, ip_address);

struct bid {
  std::int64_t auction{};
  std::int64_t bidder{};
  std::int64_t price{};
  std::string_view channel;
  std::string_view url;
  tidemark::timestamp time;
  std::string_view extra;
};
BOOST_HANA_ADAPT_STRUCT(bid, auction, bidder, price, channel, url, time, extra);

namespace {

using hand::checksum;
using tidemark::name_list;

constexpr std::size_t line_count = 20'000;
constexpr std::size_t padding = 64;

std::string random_text(std::mt19937_64& random, std::size_t size) {
  std::string text(size, ' ');
  for (char& c : text) c = "0123456789abcdef"[random() % 16];
  return text;
}
std::string random_uuid(std::mt19937_64& random) {
  return random_text(random, 8) + "-" + random_text(random, 4) + "-" + random_text(random, 4) + "-" + random_text(random, 4) +
         "-" + random_text(random, 12);
}
std::string random_time(std::mt19937_64& random) {
  std::string text;
  tidemark::append_timestamp(text, tidemark::timestamp::from_millis(1'767'607'200'000 + static_cast<std::int64_t>(random() % 3'600'000)));
  return text;
}

// Lines of about 85 bytes: {"user":"u1234","page":"/p/77","time":"2026-01-05T10:00:00.123Z","count":17}
std::string view_lines() {
  std::mt19937_64 random(1);
  std::string text;
  for (std::size_t i = 0; i < line_count; ++i)
    text += "{\"user\":\"u" + std::to_string(random() % 10'000) + "\",\"page\":\"/p/" + std::to_string(random() % 100) +
            "\",\"time\":\"" + random_time(random) + "\",\"count\":" + std::to_string(random() % 100) + "}\n";
  return text;
}

// Lines of 254 bytes, the events of the Yahoo streaming benchmark.
std::string ad_lines() {
  std::mt19937_64 random(2);
  constexpr std::string_view types[] = {"banner", "modal", "sponsored-search", "mail", "mobile"};
  constexpr std::string_view events[] = {"view", "click", "purchase"};
  std::string text;
  for (std::size_t i = 0; i < line_count; ++i)
    text += "{\"user_id\":\"" + random_uuid(random) + "\",\"page_id\":\"" + random_uuid(random) + "\",\"ad_id\":\"" +
            random_uuid(random) + "\",\"ad_type\":\"" + std::string(types[random() % 5]) + "\",\"event_type\":\"" +
            std::string(events[random() % 3]) + "\",\"event_time\":" + std::to_string(1'767'607'200'000 + i) +
            ",\"ip_address\":\"" + std::to_string(random() % 256) + ".2.3." + std::to_string(random() % 256) + "\"}\n";
  return text;
}

// Lines of about 250 bytes, the bids of NEXMark.
std::string bid_lines() {
  std::mt19937_64 random(3);
  std::string text;
  for (std::size_t i = 0; i < line_count; ++i)
    text += "{\"auction\":" + std::to_string(1000 + random() % 5000) + ",\"bidder\":" + std::to_string(1000 + random() % 9000) +
            ",\"price\":" + std::to_string(random() % 10'000'000) + ",\"channel\":\"channel-" + std::to_string(random() % 10'000) +
            "\",\"url\":\"https://www.nexmark.com/" + random_text(random, 12) + "/item.htm?query=1&channel_id=" +
            std::to_string(random() % 100'000'000) + "\",\"time\":\"" + random_time(random) + "\",\"extra\":\"" +
            random_text(random, 40 + random() % 20) + "\"}\n";
  return text;
}

template <class R, class Columns>
checksum read_columns(std::string_view text) {
  static tidemark::json_line_reader<R, Columns> lines;
  checksum result;
  lines.open(text);
  lines.read(static_cast<std::size_t>(-1), [&](const R& record) {
    [&]<tidemark::name... Names>(name_list<Names...>) {
      const auto add = [&](const auto& value) {
        if constexpr (std::is_same_v<decltype(value), const tidemark::timestamp&>) result.add(static_cast<std::uint64_t>(value.micros));
        else if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>) result.add(static_cast<std::uint64_t>(value));
        else result.add(std::string_view(value));
      };
      (add(tidemark::get<Names>(record)), ...);
    }(Columns{});
    ++result.rows;
  });
  return result;
}

double seconds_of(checksum (*read)(std::string_view), std::string_view text) {
  const auto start = std::chrono::steady_clock::now();
  benchmark::DoNotOptimize(read(text));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double quantile(std::vector<double>& values, double at) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(at * static_cast<double>(values.size() - 1))];
}

// The text and how both read it, by the name of the case.
struct comparison {
  const char* name;
  std::string (*text)();
  checksum (*ours)(std::string_view);
  checksum (*theirs)(std::string_view);
};

void compare(benchmark::State& state, const comparison& each) {
  const auto ours = each.ours;
  const auto theirs = each.theirs;
  const std::string padded = each.text() + std::string(padding, ' ');
  const std::string_view text = std::string_view(padded).substr(0, padded.size() - padding);
  const checksum result = ours(text);
  if (!(result == theirs(text)) || result.rows != line_count) return state.SkipWithError("the two readers read different rows");
  std::vector<double> ratios;
  std::vector<double> our_times;
  std::vector<double> their_times;
  const std::uint64_t allocations_before = allocations;
  ours(text);
  const std::uint64_t allocated = allocations - allocations_before;
  for (auto _ : state) {
    const double first = seconds_of(ours, text);
    const double second = seconds_of(theirs, text);
    const double third = seconds_of(theirs, text);
    const double fourth = seconds_of(ours, text);
    ratios.push_back((first + fourth) / (second + third));
    our_times.push_back((first + fourth) / 2);
    their_times.push_back((second + third) / 2);
    state.SetIterationTime(first + fourth);
  }
  constexpr double nanoseconds_a_line = 1e9 / line_count;
  state.counters["ratio"] = quantile(ratios, 0.5);
  state.counters["ratio_q1"] = quantile(ratios, 0.25);
  state.counters["ratio_q3"] = quantile(ratios, 0.75);
  state.counters["ns"] = quantile(our_times, 0.5) * nanoseconds_a_line;
  state.counters["ns_simdjson"] = quantile(their_times, 0.5) * nanoseconds_a_line;
  state.counters["bytes_a_line"] = static_cast<double>(text.size()) / line_count;
  state.counters["allocations_a_line"] = static_cast<double>(allocated) / line_count;
}

using view_columns = name_list<"user", "page", "time", "count">;
using ad_columns = tidemark::fields_of<ad_event>::names;
using bid_columns = tidemark::fields_of<bid>::names;

constexpr comparison comparisons[] = {
    {"views_4_of_4", view_lines, read_columns<page_view, view_columns>, hand::simdjson_views},
    {"views_4_of_4_owned", view_lines, read_columns<owned_page_view, view_columns>, hand::simdjson_views},
    {"ads_3_of_7", ad_lines, read_columns<ad_event, name_list<"ad_id", "event_type", "event_time">>, hand::simdjson_ads_three},
    {"ads_7_of_7", ad_lines, read_columns<ad_event, ad_columns>, hand::simdjson_ads_seven},
    {"bids_3_of_7", bid_lines, read_columns<bid, name_list<"auction", "price", "time">>, hand::simdjson_bids_three},
    {"bids_7_of_7", bid_lines, read_columns<bid, bid_columns>, hand::simdjson_bids_seven},
};

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  for (const comparison& each : comparisons)
    benchmark::RegisterBenchmark(each.name, compare, each)->UseManualTime()->Iterations(61);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
