// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Stateful processors by the clock: timers, times to live, initial state with both.

#include "catch2_any_version.hpp"
#include "clock_case.hpp"
#include "event.hpp"

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/transform_with_state.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

using engine_cases::clock_schedule;
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
struct handled {
  key_type key;
  std::string what;
  std::int64_t at;
  std::int64_t n;
  numbers timers;
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
BOOST_HANA_ADAPT_STRUCT(handled, key, what, at, n, timers);
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

BOOST_HANA_ADAPT_STRUCT(clock_timers, count);
BOOST_HANA_ADAPT_STRUCT(short_value, kept);
BOOST_HANA_ADAPT_STRUCT(short_list, elements);
BOOST_HANA_ADAPT_STRUCT(short_counts, counts);
BOOST_HANA_ADAPT_STRUCT(short_kinds, value, list, map);
BOOST_HANA_ADAPT_STRUCT(short_entries, entries);
BOOST_HANA_ADAPT_STRUCT(begun_and_timed, total, kept);

namespace {

// Groups the events by key for a processor.
template <class Processor>
constexpr auto processed(Processor processor) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::transform_with_state(processor, td::processing_time_mode);
  };
}

}  // namespace

TEST_CASE("engine: timers by the clock") {
  run_clock_case("clock_transform_timers_boundary", td::update, processed(clock_timers{}));
  run_clock_case("clock_transform_timers_delete", td::update, processed(clock_timers{}));
  run_clock_case("clock_random_timers_1", td::update, processed(clock_timers{}));
}

TEST_CASE("engine: state variables with a time to live") {
  run_clock_case("clock_transform_ttl_value", td::update, processed(short_value{}));
  run_clock_case("clock_random_ttl_1", td::update, processed(short_value{}));
  run_clock_case("clock_transform_ttl_list", td::update, processed(short_list{}));
  run_clock_case("clock_transform_ttl_map", td::update, processed(short_counts{}));
  run_clock_case("clock_transform_ttl_cleared_and_written_again", td::update, processed(short_kinds{}));
}

TEST_CASE("engine: initial state with a timer and a time to live") {
  run_clock_case("clock_transform_initial_state", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::transform_with_state(begun_and_timed{}, td::processing_time_mode,
                                    td::initial_state(sources.table<start>("starts")));
  });
}

// The engine forgets an entry that was removed and written again when the first one would have expired. Here each has a time to
// live of its own.
TEST_CASE("engine: an entry of a map that is removed and written again lives for as long as any other") {
  const engine_cases::recorded_case recorded("clock_transform_ttl_map_key_removed");
  const clock_schedule schedule(recorded);
  case_sources sources(recorded);
  td::testing::batch_driver query{processed(short_entries{})(sources), td::update};
  for (std::size_t step = 0; step < schedule.steps(); ++step) {
    CAPTURE(step);
    query.clock().set_ms(schedule.time_ms(step));
    sources.feed(step);
    const auto ours = query.run_batch();
    REQUIRE(ours.has_value());
    if (step < 4 || step > 6) {
      CHECK(engine_cases::difference_in(recorded, recorded.batches()[step], *ours).empty());
    } else {
      REQUIRE(ours->rows.size() == 1);
      CHECK(ours->rows[0].entries == texts{"1:1767607206000"});
      CHECK(ours->state[0].num_rows_total == 1);
      CHECK(ours->state[0].num_rows_removed == (step == 4 ? 1 : 0));
    }
  }
}
