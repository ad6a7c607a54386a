// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// M17: JSON lines into typed rows, against simdjson on the same columns.
//
// Both read the same text, which lies in memory; a round is A B B A, and what is reported is the median of the rounds' ratios
// (below 1: tidemark is quicker) with the quartiles, and nanoseconds a line of each. Before that both must give one checksum.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <time.h>

#include <benchmark/benchmark.h>

#include <tidemark/formats/json_lines.hpp>
#include <tidemark/row/record.hpp>

#include "../hand/json_simdjson.hpp"
#include "counted_allocations.hpp"

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

constexpr std::size_t line_count = 4'000;
constexpr std::size_t padding = 64;

// Text with random parts, made in the same order by every compiler.
class text_maker {
 public:
  explicit text_maker(std::uint64_t seed) : random_(seed) {}

  text_maker& operator<<(std::string_view part) { return text_ += part, *this; }
  text_maker& number(std::uint64_t below, std::uint64_t from = 0) { return *this << std::to_string(from + random_() % below); }
  text_maker& hex(std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) text_ += "0123456789abcdef"[random_() % 16];
    return *this;
  }
  text_maker& uuid() { return (hex(8) << "-").hex(4) << "-", (hex(4) << "-").hex(4) << "-", hex(12); }
  text_maker& one_of(const std::vector<std::string_view>& values) { return *this << values[random_() % values.size()]; }
  text_maker& time() {
    const auto millis = static_cast<std::int64_t>(random_() % 3'600'000);
    tidemark::append_timestamp(text_, tidemark::timestamp::from_millis(1'767'607'200'000 + millis));
    return *this;
  }

  std::string text() && { return std::move(text_); }

 private:
  std::mt19937_64 random_;
  std::string text_;
};

// Lines of about 77 bytes.
std::string view_lines() {
  text_maker make(1);
  for (std::size_t i = 0; i < line_count; ++i) {
    (make << "{\"user\":\"u").number(10'000) << "\",\"page\":\"/p/";
    make.number(100) << "\",\"time\":\"";
    make.time() << "\",\"count\":";
    make.number(100) << "}\n";
  }
  return std::move(make).text();
}

// Lines of about 242 bytes, the events of the Yahoo streaming benchmark.
std::string ad_lines() {
  text_maker make(2);
  for (std::size_t i = 0; i < line_count; ++i) {
    (make << "{\"user_id\":\"").uuid() << "\",\"page_id\":\"";
    make.uuid() << "\",\"ad_id\":\"";
    make.uuid() << "\",\"ad_type\":\"";
    make.one_of({"banner", "modal", "sponsored-search", "mail", "mobile"}) << "\",\"event_type\":\"";
    make.one_of({"view", "click", "purchase"}) << "\",\"event_time\":";
    make.number(3'600'000, 1'767'607'200'000) << ",\"ip_address\":\"";
    make.number(256) << ".2.3.";
    make.number(256) << "\"}\n";
  }
  return std::move(make).text();
}

// Lines of about 248 bytes, the bids of NEXMark.
std::string bid_lines() {
  text_maker make(3);
  for (std::size_t i = 0; i < line_count; ++i) {
    (make << "{\"auction\":").number(5000, 1000) << ",\"bidder\":";
    make.number(9000, 1000) << ",\"price\":";
    make.number(10'000'000) << ",\"channel\":\"channel-";
    make.number(10'000) << "\",\"url\":\"https://www.nexmark.com/";
    make.hex(12) << "/item.htm?query=1&channel_id=";
    make.number(100'000'000) << "\",\"time\":\"";
    make.time() << "\",\"extra\":\"";
    make.hex(40 + i % 20) << "\"}\n";
  }
  return std::move(make).text();
}

template <class R, class Columns>
checksum read_columns(std::string_view text) {
  static tidemark::json_line_reader<R, Columns> lines;
  checksum result;
  lines.open(text);
  lines.read(static_cast<std::size_t>(-1), [&](const R& record) {
    [&]<tidemark::name... Names>(name_list<Names...>) {
      const auto add = [&](const auto& value) {
        if constexpr (std::is_same_v<decltype(value), const tidemark::timestamp&>)
          result.add(static_cast<std::uint64_t>(value.micros));
        else if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(value)>>)
          result.add(static_cast<std::uint64_t>(value));
        else result.add(std::string_view(value));
      };
      (add(tidemark::get<Names>(record)), ...);
    }(Columns{});
    ++result.rows;
  });
  return result;
}

// Time this thread has run, so that others on the machine are not counted.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds_of(checksum (*read)(std::string_view), std::string_view text) {
  const double start = thread_seconds();
  benchmark::DoNotOptimize(read(text));
  return thread_seconds() - start;
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
    {"views_4_of_4_owned", view_lines, read_columns<owned_page_view, view_columns>, hand::simdjson_views_owned},
    {"ads_3_of_7", ad_lines, read_columns<ad_event, name_list<"ad_id", "event_type", "event_time">>, hand::simdjson_ads_three},
    {"ads_7_of_7", ad_lines, read_columns<ad_event, ad_columns>, hand::simdjson_ads_seven},
    {"bids_3_of_7", bid_lines, read_columns<bid, name_list<"auction", "price", "time">>, hand::simdjson_bids_three},
    {"bids_7_of_7", bid_lines, read_columns<bid, bid_columns>, hand::simdjson_bids_seven},
};

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  for (const comparison& each : comparisons)
    benchmark::RegisterBenchmark(each.name, compare, each)->UseManualTime()->Iterations(301);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
