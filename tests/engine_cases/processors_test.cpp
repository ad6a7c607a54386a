// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Stateful processors: state variables, timers by the watermark and by the clock, times to live, initial state.

#include "catch2_any_version.hpp"
#include "clock_case.hpp"
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

using engine_cases::run_clock_case;

namespace {

using key_type = std::optional<std::string>;
using numbers = std::vector<std::int64_t>;
using texts = std::vector<std::string>;

struct one_number {
  std::int64_t n;
};
struct start {
  key_type key;
  std::int64_t n;
};
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
struct looked_at {
  key_type key;
  bool existed;
  std::optional<std::int64_t> before;
  bool exists;
  std::optional<std::int64_t> after;
  std::int64_t now;
};
struct looked_at_list {
  key_type key;
  bool existed;
  numbers before;
  bool exists;
  numbers after;
  std::int64_t now;
};
struct looked_at_map {
  key_type key;
  bool existed;
  texts before;
  bool has1;
  bool exists;
  numbers keys;
  numbers values;
  std::int64_t now;
};
struct entries_of_key {
  key_type key;
  texts entries;
  std::int64_t now;
};
struct kinds_of_key {
  key_type key;
  bool value;
  numbers list;
  numbers map;
  std::int64_t now;
};
struct begun_total {
  key_type key;
  std::string what;
  std::int64_t total;
  std::optional<std::int64_t> kept;
  numbers timers;
  std::int64_t now;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(one_number, n);
BOOST_HANA_ADAPT_STRUCT(start, key, n);
BOOST_HANA_ADAPT_STRUCT(start_of_total, key, start);
BOOST_HANA_ADAPT_STRUCT(known_total, key, known, total);
BOOST_HANA_ADAPT_STRUCT(total_of_key, key, total);
BOOST_HANA_ADAPT_STRUCT(list_of_key, key, exists, values);
BOOST_HANA_ADAPT_STRUCT(pairs_of_key, key, exists, pairs);
BOOST_HANA_ADAPT_STRUCT(handled, key, what, at, n, timers);
BOOST_HANA_ADAPT_STRUCT(left_of_key, key, left, at, watermark);
BOOST_HANA_ADAPT_STRUCT(second_of_key, key, at, total);
BOOST_HANA_ADAPT_STRUCT(looked_at, key, existed, before, exists, after, now);
BOOST_HANA_ADAPT_STRUCT(looked_at_list, key, existed, before, exists, after, now);
BOOST_HANA_ADAPT_STRUCT(looked_at_map, key, existed, before, has1, exists, keys, values, now);
BOOST_HANA_ADAPT_STRUCT(entries_of_key, key, entries, now);
BOOST_HANA_ADAPT_STRUCT(kinds_of_key, key, value, list, map, now);
BOOST_HANA_ADAPT_STRUCT(begun_total, key, what, total, kept, timers, now);

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
std::optional<std::int64_t> number_in(const auto& variable) {
  if (!variable.exists()) return std::nullopt;
  return variable.get().n;
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

// By the value: above 0 registers a timer that many ms after now, 0 only looks, below 0 deletes the timer that many ms after
// the row's time. Sends what is registered.
struct clock_timers {
  td::value_state<std::int64_t> count;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    const td::timestamp now = timers.current_processing_time();
    std::int64_t n = count.get_or(0);
    for (const event& row : rows) {
      ++n;
      if (*row.value > 0) timers.register_timer(now + std::chrono::milliseconds(*row.value));
      if (*row.value < 0) timers.delete_timer(*row.time - std::chrono::milliseconds(*row.value));
    }
    count.update(n);
    return std::array{handled{key, "data", now.millis(), n, millis_of(timers.list_timers())}};
  }
  auto handle_timer(const key_type& key, auto& timers, td::timestamp time) {
    return std::array{handled{key, "timer of " + std::to_string(time.millis()), timers.current_processing_time().millis(),
                              count.get_or(0), millis_of(timers.list_timers())}};
  }
};

// A value that lives for 10 s. Rows: above 0 update, below 0 clear, 0 only look.
struct short_value {
  td::value_state<one_number, 10s> kept;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    const bool existed = kept.exists();
    const auto before = number_in(kept);
    for (const event& row : rows) {
      if (*row.value > 0) kept.update({*row.value});
      if (*row.value < 0) kept.clear();
    }
    return std::array{
        looked_at{key, existed, before, kept.exists(), number_in(kept), timers.current_processing_time().millis()}};
  }
};

// Elements that live for 10 s. Rows: above 0 append, 0 only look, -1 clear, below -1 put a list of the two numbers 1 and that
// one's opposite.
struct short_list {
  td::list_state<std::int64_t, 10s> elements;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    const bool existed = elements.exists();
    const numbers before = numbers_of(elements.get());
    for (const event& row : rows) {
      if (*row.value > 0) elements.append(*row.value);
      if (*row.value == -1) elements.clear();
      if (*row.value < -1) elements.put(numbers{1, -*row.value});
    }
    return std::array{looked_at_list{key, existed, before, elements.exists(), numbers_of(elements.get()),
                                     timers.current_processing_time().millis()}};
  }
};

// Counts per value in entries that live for 10 s. Rows: above 0 count that one, 0 only look.
struct short_counts {
  td::map_state<std::int64_t, std::int64_t, 10s> counts;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    looked_at_map seen{key, counts.exists(), pairs_in(counts), counts.contains(1), false, {}, {}, 0};
    for (const event& row : rows)
      if (*row.value > 0) counts.update(*row.value, counts.get_or(*row.value, 0) + 1);
    seen.exists = counts.exists();
    counts.for_each([&](std::int64_t of, std::int64_t count) {
      seen.keys.push_back(of);
      seen.values.push_back(count);
    });
    std::sort(seen.keys.begin(), seen.keys.end());
    std::sort(seen.values.begin(), seen.values.end());
    seen.now = timers.current_processing_time().millis();
    return std::array{seen};
  }
};

// The same in a value, a list and a map. Rows: above 0 write it, below 0 clear, 0 only look.
struct short_kinds {
  td::value_state<one_number, 10s> value;
  td::list_state<std::int64_t, 10s> list;
  td::map_state<std::int64_t, std::int64_t, 10s> map;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    for (const event& row : rows) {
      if (*row.value > 0) {
        value.update({*row.value});
        list.append(*row.value);
        map.update(*row.value, 1);
      }
      if (*row.value < 0) {
        value.clear();
        list.clear();
        map.clear();
      }
    }
    kinds_of_key kinds{key, value.exists(), numbers_of(list.get()), {}, timers.current_processing_time().millis()};
    map.for_each([&](std::int64_t of, std::int64_t /*one*/) { kinds.map.push_back(of); });
    std::sort(kinds.map.begin(), kinds.map.end());
    return std::array{kinds};
  }
};

// A map with a time to live of 10 s. Rows: above 0 write that entry, below 0 remove the entry of its opposite, 0 only look.
struct short_entries {
  td::map_state<std::int64_t, std::int64_t, 10s> entries;

  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    const std::int64_t now = timers.current_processing_time().millis();
    for (const event& row : rows) {
      if (*row.value > 0) entries.update(*row.value, now);
      if (*row.value < 0) entries.remove(-*row.value);
    }
    return std::array{entries_of_key{key, pairs_in(entries), now}};
  }
};

// total lives on, kept for 10 s; initial state sets both and a timer 8 s after now.
struct begun_and_timed {
  td::value_state<one_number> total;
  td::value_state<one_number, 10s> kept;

  void handle_initial_state(const key_type& /*key*/, const start& row, auto& timers) {
    total.update({row.n});
    kept.update({row.n});
    timers.register_timer(timers.current_processing_time() + 8s);
  }
  auto handle_rows(const key_type& key, auto rows, auto& timers) {
    std::int64_t sum = total.get_or({0}).n;
    for (const event& row : rows) sum += *row.value;
    total.update({sum});
    return said(key, "data", timers);
  }
  auto handle_timer(const key_type& key, auto& timers, td::timestamp /*time*/) { return said(key, "timer", timers); }

 private:
  std::array<begun_total, 1> said(const key_type& key, const char* what, auto& timers) const {
    return {begun_total{key, what, total.get_or({0}).n, number_in(kept), millis_of(timers.list_timers()),
                        timers.current_processing_time().millis()}};
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
BOOST_HANA_ADAPT_STRUCT(clock_timers, count);
BOOST_HANA_ADAPT_STRUCT(short_value, kept);
BOOST_HANA_ADAPT_STRUCT(short_list, elements);
BOOST_HANA_ADAPT_STRUCT(short_counts, counts);
BOOST_HANA_ADAPT_STRUCT(short_kinds, value, list, map);
BOOST_HANA_ADAPT_STRUCT(short_entries, entries);
BOOST_HANA_ADAPT_STRUCT(begun_and_timed, total, kept);

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

TEST_CASE("engine: timers by the clock") {
  run_clock_case("clock_transform_timers_boundary", td::update, processed(clock_timers{}, td::processing_time_mode));
  run_clock_case("clock_transform_timers_delete", td::update, processed(clock_timers{}, td::processing_time_mode));
  run_clock_case("clock_random_timers_1", td::update, processed(clock_timers{}, td::processing_time_mode));
}

TEST_CASE("engine: state variables with a time to live") {
  run_clock_case("clock_transform_ttl_value", td::update, processed(short_value{}, td::processing_time_mode));
  run_clock_case("clock_random_ttl_1", td::update, processed(short_value{}, td::processing_time_mode));
  run_clock_case("clock_transform_ttl_list", td::update, processed(short_list{}, td::processing_time_mode));
  run_clock_case("clock_transform_ttl_map", td::update, processed(short_counts{}, td::processing_time_mode));
  run_clock_case("clock_transform_ttl_cleared_and_written_again", td::update,
                 processed(short_kinds{}, td::processing_time_mode));
}

TEST_CASE("engine: initial state with a timer and a time to live") {
  run_clock_case("clock_transform_initial_state", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::transform_with_state(begun_and_timed{}, td::processing_time_mode,
                                    td::initial_state(sources.table<start>("starts")));
  });
}
