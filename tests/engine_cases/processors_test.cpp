// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Stateful processors without time and by the watermark: state variables, timers, initial state, rows that carry a watermark
// on.

#include "catch2_any_version.hpp"
#include "engine_case.hpp"
#include "event.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/transform_with_state.hpp>
#include <tidemark/operators/window.hpp>
#include <tidemark/operators/with_watermark.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace {

using key_type = std::optional<std::string>;
using numbers = std::vector<std::int64_t>;
using texts = std::vector<std::string>;

struct start_of_total {
  key_type key;
  std::int64_t start;
};
struct known_total {
  key_type key;
  bool known;
  std::int64_t total;
};
struct total_of_key {
  key_type key;
  std::int64_t total;
};
struct list_of_key {
  key_type key;
  bool exists;
  numbers values;
};
struct pairs_of_key {
  key_type key;
  bool exists;
  texts pairs;
};
struct handled {
  key_type key;
  std::string what;
  std::int64_t at;
  std::int64_t n;
  numbers timers;
};
struct left_of_key {
  key_type key;
  std::int64_t left;
  std::int64_t at;
  std::int64_t watermark;
};
struct second_of_key {
  key_type key;
  td::timestamp at;
  std::int64_t total;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(start_of_total, key, start);
BOOST_HANA_ADAPT_STRUCT(known_total, key, known, total);
BOOST_HANA_ADAPT_STRUCT(total_of_key, key, total);
BOOST_HANA_ADAPT_STRUCT(list_of_key, key, exists, values);
BOOST_HANA_ADAPT_STRUCT(pairs_of_key, key, exists, pairs);
BOOST_HANA_ADAPT_STRUCT(handled, key, what, at, n, timers);
BOOST_HANA_ADAPT_STRUCT(left_of_key, key, left, at, watermark);
BOOST_HANA_ADAPT_STRUCT(second_of_key, key, at, total);

namespace {

numbers millis_of(auto times) {
  numbers millis;
  for (const td::timestamp time : times) millis.push_back(time.millis());
  return millis;
}
numbers numbers_of(auto range) { return numbers(range.begin(), range.end()); }
texts pairs_in(const auto& map) {
  texts pairs;
  map.for_each(
      [&](std::int64_t key, std::int64_t value) { pairs.push_back(std::to_string(key) + ":" + std::to_string(value)); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

struct totals {
  td::value_state<std::int64_t> total;

  auto handle_rows(const key_type& key, auto rows, auto& /*timers*/) {
    const bool known = total.exists();
    std::int64_t sum = total.get_or(0);
    for (const event& row : rows) sum = *row.value == 0 ? 0 : sum + *row.value;
    if (sum == 0) total.clear();
    else total.update(sum);
    return std::array{known_total{key, known, sum}};
  }
};

struct begun_totals {
  td::value_state<std::int64_t> total;

  void handle_initial_state(const key_type& /*key*/, const start_of_total& row, auto& /*timers*/) { total.update(row.start); }
  auto handle_rows(const key_type& key, auto rows, auto& /*timers*/) {
    std::int64_t sum = total.get_or(0);
    for (const event& row : rows) sum += *row.value;
    total.update(sum);
    return std::array{total_of_key{key, sum}};
  }
};

struct seen_values {
  td::list_state<std::int64_t> seen;

  auto handle_rows(const key_type& key, auto rows, auto& /*timers*/) {
    for (const event& row : rows) {
      if (*row.value == 0) seen.clear();
      else if (*row.value < 0) seen.put(numbers{*row.value, -*row.value});
      else seen.append(*row.value);
    }
    return std::array{list_of_key{key, seen.exists(), numbers_of(seen.get())}};
  }
};

// Counts per value; value 0 clears the map, a negative one removes that entry.
struct counts_of_values {
  td::map_state<std::int64_t, std::int64_t> counts;

  auto handle_rows(const key_type& key, auto rows, auto& /*timers*/) {
    for (const event& row : rows) {
      if (*row.value == 0) counts.clear();
      else if (*row.value < 0) counts.remove(-*row.value);
      else counts.update(*row.value, counts.get_or(*row.value, 0) + 1);
    }
    return std::array{pairs_of_key{key, counts.exists(), pairs_in(counts)}};
  }
};

// Registers a timer 10 s after each row; value < 0 deletes the timers of the key; sends what is registered.
struct timers_of_rows {
  td::value_state<std::int64_t> count;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    std::int64_t n = count.get_or(0);
    for (const event& row : rows) {
      ++n;
      if (*row.value < 0)
        while (!timers.list_timers().empty()) timers.delete_timer(timers.list_timers().front());
      else timers.register_timer(*row.time + 10s);
    }
    count.update(n);
    return std::array{handled{key, "data", timers.current_watermark().millis(), n, millis_of(timers.list_timers())}};
  }
  auto handle_timer(const key_type& key, auto& timers, td::timestamp time) {
    return std::array{handled{key, "timer", time.millis(), count.get_or(0), millis_of(timers.list_timers())}};
  }
};

struct chain_of_timers {
  td::value_state<std::int64_t> left;

  std::vector<left_of_key> handle_rows(const key_type& /*key*/, auto rows, auto& timers) {
    for (const event& row : rows) {
      left.update(*row.value);
      timers.register_timer(*row.time + 5s);
    }
    return {};
  }
  std::vector<left_of_key> handle_timer(const key_type& key, auto& timers, td::timestamp time) {
    if (!left.exists()) return {};
    const std::int64_t n = left.get();
    if (n > 1) {
      left.update(n - 1);
      timers.register_timer(time + 5s);
    } else {
      left.clear();
    }
    return {{key, n, time.millis(), timers.current_watermark().millis()}};
  }
};

// Sends the total of a key and second when the watermark reaches the end of that second.
struct totals_of_seconds {
  td::map_state<std::int64_t, std::int64_t> totals;

  std::vector<second_of_key> handle_rows(const key_type& /*key*/, auto rows, auto& timers) {
    for (const event& row : rows) {
      const std::int64_t second = row.time->millis() / 1000 + 1;
      totals.update(second, totals.get_or(second, 0) + *row.value);
      timers.register_timer(td::timestamp::from_millis(second * 1000));
    }
    return {};
  }
  std::vector<second_of_key> handle_timer(const key_type& key, auto& /*timers*/, td::timestamp time) {
    const std::int64_t second = time.millis() / 1000;
    const std::int64_t total = totals.get(second);
    totals.remove(second);
    return {{key, time, total}};
  }
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(totals, total);
BOOST_HANA_ADAPT_STRUCT(begun_totals, total);
BOOST_HANA_ADAPT_STRUCT(seen_values, seen);
BOOST_HANA_ADAPT_STRUCT(counts_of_values, counts);
BOOST_HANA_ADAPT_STRUCT(timers_of_rows, count);
BOOST_HANA_ADAPT_STRUCT(chain_of_timers, left);
BOOST_HANA_ADAPT_STRUCT(totals_of_seconds, totals);

namespace {

// Groups the events by key for a processor.
template <class Processor, class Mode>
constexpr auto processed(Processor processor, Mode mode) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) | td::transform_with_state(processor, mode);
  };
}
template <class Processor>
constexpr auto processed_by_watermark(Processor processor) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::transform_with_state(processor, td::event_time_mode);
  };
}

}  // namespace

TEST_CASE("engine: values, lists and maps of a stateful processor") {
  run_case("transform_value_state", td::update, processed(totals{}, td::no_time));
  run_case("transform_list_state", td::update, processed(seen_values{}, td::no_time));
  run_case("transform_map_state", td::update, processed(counts_of_values{}, td::no_time));
  run_case("transform_initial_state", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::transform_with_state(begun_totals{}, td::no_time, td::initial_state(sources.table<start_of_total>("starts")));
  });
}

TEST_CASE("engine: timers by the watermark") {
  run_case("transform_timers_inclusive", td::update, processed_by_watermark(timers_of_rows{}));
  run_case("transform_timers_delete", td::update, processed_by_watermark(timers_of_rows{}));
  run_case("transform_timer_registers_timer", td::append, processed_by_watermark(chain_of_timers{}));
}

TEST_CASE("engine: a stateful processor whose rows carry the watermark on") {
  run_case("transform_then_window", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 1s) | td::group_by_key("key"_c) |
           td::transform_with_state(totals_of_seconds{}, td::event_time_mode, "at"_c) |
           td::group_by(td::window("at"_c, 5s), "key"_c) |
           td::agg(td::sum("total"_c).as("total"_c), td::count().as("seconds"_c));
  });
}
