// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Functions over groups with state under a clock: timeouts by the time of batches, triggers, batches that are run again.

#include "catch2_any_version.hpp"
#include "clock_case.hpp"
#include "event.hpp"

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

using engine_cases::run_clock_case;
using engine_cases::run_failing_clock_case;

namespace {

using key_type = std::optional<std::string>;

struct counted {
  std::int64_t n;
};
struct start {
  key_type key;
  std::int64_t n;
};
struct called_group {
  key_type key;
  std::string what;
  bool existed;
  std::int64_t n;
  std::int64_t now;
};
struct called_group_by_watermark {
  key_type key;
  std::string what;
  bool existed;
  std::int64_t n;
  std::int64_t watermark;
};
struct part {
  td::timestamp time;
  key_type key;
  std::int64_t n;
};
struct windows_of_key {
  key_type key;
  std::int64_t windows;
  std::string what;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(counted, n);
BOOST_HANA_ADAPT_STRUCT(start, key, n);
BOOST_HANA_ADAPT_STRUCT(called_group, key, what, existed, n, now);
BOOST_HANA_ADAPT_STRUCT(called_group_by_watermark, key, what, existed, n, watermark);
BOOST_HANA_ADAPT_STRUCT(part, time, key, n);
BOOST_HANA_ADAPT_STRUCT(windows_of_key, key, windows, what);

namespace {

// Does what the digits of the value say, from left to right: 1 update (one more), 2 set a timeout (`arm(state, row)`), 3
// remove, 0 nothing. What a timed-out call does is in the first part of the key: keep = nothing, update = update, again = set a
// timeout
// (`arm_again(state)`), anything else = remove. Says whether it timed out.
template <class Arm, class ArmAgain>
const char* act(const key_type& key, auto rows, auto& state, Arm arm, ArmAgain arm_again) {
  const std::int64_t before = state.get_or({0}).n;
  if (state.has_timed_out()) {
    const std::string first = key->substr(0, key->find('_'));
    if (first == "update") state.update({before + 100});
    else if (first == "again") arm_again(state);
    else if (first != "keep") state.remove();
    return "timed out";
  }
  for (const event& row : rows)
    for (const char digit : std::to_string(*row.value)) {
      if (digit == '1') state.update({before + 1});
      if (digit == '2') arm(state, row);
      if (digit == '3') state.remove();
    }
  return "data";
}

constexpr auto act_by_clock = [](const key_type& key, auto rows, auto& state) {
  const bool existed = state.exists();
  const std::int64_t n = state.get_or({0}).n;
  const char* what = act(
      key, rows, state, [](auto& one, const event& /*row*/) { one.set_timeout_duration(10s); },
      [](auto& one) { one.set_timeout_duration(5s); });
  return std::vector{called_group{key, what, existed, n, state.current_processing_time().millis()}};
};

constexpr auto acting_by_clock = [](case_sources& sources) {
  return sources.stream<event>("events") | td::group_by_key("key"_c) |
         td::flat_map_groups_with_state<counted>(td::update, td::processing_time_timeout, act_by_clock);
};

// Counts rows; the timeout is 10 s after each call that isn't timed out. What is sent is the number of rows of this call.
template <bool HasTimeout>
constexpr auto count_calls = [](const key_type& key, auto rows, auto& state) {
  const std::int64_t size = std::ssize(rows);
  const called_group call{key, state.has_timed_out() ? "timed out" : std::to_string(size) + " rows", state.exists(),
                          state.get_or({0}).n + size, state.current_processing_time().millis()};
  if (state.has_timed_out()) state.remove();
  else {
    state.update({call.n});
    if constexpr (HasTimeout) state.set_timeout_duration(10s);
  }
  return call;
};

}  // namespace

TEST_CASE("engine: timeouts by the clock") {
  run_clock_case("clock_flat_map_timeout_boundary", td::update, acting_by_clock);
  run_clock_case("clock_timeout_not_carried_over", td::update, acting_by_clock);
  run_clock_case("clock_timeout_reset_by_data", td::update, acting_by_clock);
  run_clock_case("clock_timeout_and_remove", td::update, acting_by_clock);
  run_clock_case("clock_timeout_call_keeps_updates_or_rearms", td::update, acting_by_clock);
  run_clock_case("clock_timeout_call_order", td::update, acting_by_clock);
  run_clock_case("clock_timeout_restart", td::update, acting_by_clock);
  run_clock_case("clock_random_flat_map_1", td::update, acting_by_clock);
}

TEST_CASE("engine: batches without data and batches that are run again, by the clock") {
  run_clock_case("clock_empty_batches", td::update, acting_by_clock);
  run_clock_case("clock_rerun_keeps_time", td::update, acting_by_clock);
  run_clock_case("clock_trigger_grid", td::update, acting_by_clock);
}

TEST_CASE("engine: event-time timeouts under a clock") {
  run_clock_case("clock_event_time_timeout", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<counted>(
               td::update, td::event_time_timeout, [](const key_type& key, auto rows, auto& state) {
                 const bool existed = state.exists();
                 const std::int64_t n = state.get_or({0}).n;
                 const char* what = act(
                     key, rows, state, [](auto& one, const event& row) { one.set_timeout_timestamp(*row.time + 10s); },
                     [](auto& one) { one.set_timeout_timestamp(one.current_watermark() + 5s); });
                 return std::vector{called_group_by_watermark{key, what, existed, n, state.current_watermark().millis()}};
               });
  });
}

TEST_CASE("engine: map_groups_with_state under a clock") {
  run_clock_case("clock_map_groups_timeout_boundary", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::map_groups_with_state<counted>(td::processing_time_timeout, [](const key_type& key, auto rows, auto& state) {
             const called_group call{key, state.has_timed_out() ? "timed out" : "data", state.exists(),
                                     state.get_or({0}).n + std::ssize(rows), state.current_processing_time().millis()};
             if (state.has_timed_out()) {
               state.remove();
             } else {
               state.update({call.n});
               state.set_timeout_duration(10s);
             }
             return call;
           });
  });
  run_clock_case("clock_map_groups_no_timeout", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::map_groups_with_state<counted>(td::no_timeout, [](const key_type& key, auto rows, auto& state) {
             std::int64_t n = state.get_or({0}).n;
             for (const event& row : rows) n += *row.value;
             const bool existed = state.exists();
             if (n == 0) state.remove();
             else state.update({n});
             return called_group{key, state.has_timed_out() ? "timed out" : "data", existed, n,
                                 state.current_processing_time().millis()};
           });
  });
}

TEST_CASE("engine: initial state") {
  run_clock_case("clock_map_groups_initial_state", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::map_groups_with_state<counted>(td::processing_time_timeout, count_calls<true>,
                                              td::initial_state(sources.table<start>("starts")));
  });
  run_clock_case("clock_flat_map_initial_state_no_timeout", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<counted>(
               td::update, td::no_timeout,
               [](const key_type& key, auto rows, auto& state) { return std::vector{count_calls<false>(key, rows, state)}; },
               td::initial_state(sources.table<start>("starts")));
  });
}

// The engine takes durations as text; a month has 31 days there and a year 372.
TEST_CASE("engine: how long timeouts are") {
  const auto set_for = [](std::vector<std::chrono::milliseconds> durations) {
    return [=](case_sources& sources) {
      return sources.stream<event>("events") | td::group_by_key("key"_c) |
             td::flat_map_groups_with_state<counted>(td::update, td::processing_time_timeout,
                                                     [durations](const key_type& key, auto rows, auto& state) {
                                                       const bool existed = state.exists();
                                                       const std::int64_t now = state.current_processing_time().millis();
                                                       if (state.has_timed_out()) {
                                                         state.remove();
                                                         return std::vector{called_group{key, "timed out", existed, 0, now}};
                                                       }
                                                       const std::int64_t value = *rows.front().value;
                                                       state.update({value});
                                                       state.set_timeout_duration(durations[static_cast<std::size_t>(value)]);
                                                       return std::vector{called_group{key, "data", existed, value, now}};
                                                     });
    };
  };
  run_clock_case("clock_timeout_duration_strings", td::update,
                 set_for({1500ms, 10s, 1min + 30s, 2h, 24h, 7 * 24h, 31 * 24h, 372 * 24h}));
  run_failing_clock_case("clock_timeout_zero_duration_error", td::update, "group_state_values", set_for({10s, 0s}));
}

TEST_CASE("engine: groups with state above and below windows") {
  run_clock_case("clock_flat_map_then_window", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<counted>(td::append, td::processing_time_timeout,
                                                   [](const key_type& key, auto rows, auto& state) {
                                                     std::int64_t n = state.get_or({0}).n;
                                                     for (const event& row : rows) n += *row.value;
                                                     std::vector<part> parts;
                                                     if (state.has_timed_out()) {
                                                       state.remove();
                                                       parts.push_back({state.current_processing_time(), key, n});
                                                     } else {
                                                       state.update({n});
                                                       state.set_timeout_duration(10s);
                                                     }
                                                     return parts;
                                                   }) |
           td::with_watermark("time"_c, 0s) | td::group_by(td::window("time"_c, 10s)) |
           td::agg(td::count().as("parts"_c), td::sum("n"_c).as("total"_c)) |
           td::select("window"_c["start"_c].as("start"_c), "parts"_c, "total"_c);
  });
  run_clock_case("clock_window_then_flat_map", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) |
           td::group_by(td::window("time"_c, 10s), "key"_c) | td::agg(td::count().as("n"_c)) |
           td::select("window"_c["start"_c].as("start"_c), "key"_c, "n"_c) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<counted>(td::append, td::processing_time_timeout,
                                                   [](const key_type& key, auto rows, auto& state) {
                                                     const std::int64_t windows = state.get_or({0}).n + std::ssize(rows);
                                                     const char* what = state.has_timed_out() ? "timed out" : "data";
                                                     if (state.has_timed_out()) {
                                                       state.remove();
                                                     } else {
                                                       state.update({windows});
                                                       state.set_timeout_duration(10s);
                                                     }
                                                     return std::vector{windows_of_key{key, windows, what}};
                                                   });
  });
}
