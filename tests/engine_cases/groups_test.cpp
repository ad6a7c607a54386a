// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Functions over groups with state, by event time and without time.

#include "catch2_any_version.hpp"
#include "event.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace {

using key_type = std::optional<std::string>;

struct count_and_last {
  std::int64_t count;
  std::int64_t last;  // milliseconds
};
struct count_and_total {
  std::int64_t count;
  std::int64_t total;
};
struct ended_session {
  key_type key;
  std::int64_t count;
  td::timestamp last;
};
struct total_of_key {
  key_type key;
  std::int64_t count;
  std::int64_t total;
};
struct called_key {
  key_type key;
  std::int64_t count;
  std::string what;
  std::int64_t watermark;
};
struct said_key {
  key_type key;
  std::string what;
};
struct set_key {
  key_type key;
  std::int64_t set;
};
struct value_of_key {
  key_type key;
  std::int64_t value;
};
struct states_of_key {
  key_type key;
  std::string before;
  std::optional<std::int64_t> got;
  std::string after;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(count_and_last, count, last);
BOOST_HANA_ADAPT_STRUCT(count_and_total, count, total);
BOOST_HANA_ADAPT_STRUCT(ended_session, key, count, last);
BOOST_HANA_ADAPT_STRUCT(total_of_key, key, count, total);
BOOST_HANA_ADAPT_STRUCT(called_key, key, count, what, watermark);
BOOST_HANA_ADAPT_STRUCT(said_key, key, what);
BOOST_HANA_ADAPT_STRUCT(set_key, key, set);
BOOST_HANA_ADAPT_STRUCT(value_of_key, key, value);
BOOST_HANA_ADAPT_STRUCT(states_of_key, key, before, got, after);

namespace {

// Counts; the timeout is 10 s after the highest time seen. A value below zero: no timeout is set in this call.
constexpr auto count_until_timeout = [](const key_type& key, auto rows, auto& state) {
  const std::int64_t watermark = state.current_watermark().millis();
  if (state.has_timed_out()) {
    const std::int64_t count = state.get().count;
    state.remove();
    return std::vector{called_key{key, count, "timed out", watermark}};
  }
  count_and_last seen = state.get_or({0, 0});
  bool arms = true;
  for (const event& row : rows) {
    ++seen.count;
    seen.last = std::max(seen.last, row.time->millis());
    arms = arms && *row.value >= 0;
  }
  state.update(seen);
  if (arms) state.set_timeout_timestamp(td::timestamp::from_millis(seen.last) + 10s);
  return std::vector{called_key{key, seen.count, "data", watermark}};
};

constexpr auto count_and_sum = [](const key_type& key, auto rows, auto& state) {
  count_and_total seen = state.get_or({0, 0});
  for (const event& row : rows) {
    ++seen.count;
    seen.total += *row.value;
  }
  state.update(seen);
  return std::vector{total_of_key{key, seen.count, seen.total}};
};

}  // namespace

TEST_CASE("engine: groups with state time out when the watermark has passed") {
  const auto counted = [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<count_and_last>(td::update, td::event_time_timeout, count_until_timeout);
  };
  run_case("group_state_event_time_timeout", td::update, counted);
  run_case("group_state_timeout_not_carried_over", td::update, counted);
  run_case("group_state_timeout_reset_by_data", td::update, counted);

  run_case("group_state_timeout_at_watermark_allowed", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<std::int64_t>(
               td::update, td::event_time_timeout, [](const key_type& key, auto rows, auto& state) {
                 if (state.has_timed_out()) {
                   state.remove();
                   return std::vector{said_key{key, "timed out"}};
                 }
                 state.update(1);
                 if (!rows.empty())
                   state.set_timeout_timestamp(std::max(state.current_watermark(), td::timestamp::from_millis(1)));
                 return std::vector{said_key{key, "data"}};
               });
  });
}

TEST_CASE("engine: sessions of one's own in append mode") {
  run_case("group_state_append_sessions", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 2s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<count_and_last>(
               td::append, td::event_time_timeout, [](const key_type& key, auto rows, auto& state) {
                 std::vector<ended_session> ended;
                 if (state.has_timed_out()) {
                   ended.push_back({key, state.get().count, td::timestamp::from_millis(state.get().last)});
                   state.remove();
                   return ended;
                 }
                 count_and_last seen = state.get_or({0, 0});
                 for (const event& row : rows) {
                   ++seen.count;
                   seen.last = std::max(seen.last, row.time->millis());
                 }
                 state.update(seen);
                 state.set_timeout_timestamp(td::timestamp::from_millis(seen.last) + 5s);
                 return ended;
               });
  });
}

TEST_CASE("engine: exists, get and remove of a group's state") {
  run_case("group_state_exists_and_remove", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<std::int64_t>(
               td::update, td::event_time_timeout, [](const key_type& key, auto rows, auto& state) {
                 const auto word = [&] { return std::string(state.exists() ? "exists" : "absent"); };
                 const td::timestamp at = td::timestamp::from_millis(1767607230000);  // 2026-01-05T10:00:30
                 states_of_key said{key, word(), {}, {}};
                 if (state.exists()) said.got = state.get();
                 if (state.has_timed_out()) {
                   said.before = "timed out, " + said.before;
                   state.remove();
                   said.after = "absent";
                   return std::vector{said};
                 }
                 for (const event& row : rows) {
                   if (row.value == 0) state.update(0);
                   if (row.value == 1 || row.value == 2 || row.value == 4) state.remove();
                   if (row.value == 2 || row.value == 3) state.set_timeout_timestamp(at);
                   if (row.value == 4) state.update(4);
                 }
                 said.after = word();
                 return std::vector{said};
               });
  });
}

TEST_CASE("engine: groups with state without timeouts") {
  run_case("group_state_count_no_timeout", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<count_and_total>(td::update, td::no_timeout, count_and_sum);
  });
  run_case("group_state_no_timeout_keeps_late_rows", td::update, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<count_and_total>(td::update, td::no_timeout, count_and_sum);
  });
}

TEST_CASE("engine: groups with state in append mode, then a count") {
  run_case("group_state_append_then_count", td::complete, [](case_sources& sources) {
    return sources.stream<event>("events") | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<std::int64_t>(td::append, td::no_timeout,
                                                        [](const key_type& key, auto rows, auto& state) {
                                                          std::int64_t most = state.get_or(-1);
                                                          std::vector<value_of_key> greater;
                                                          for (const event& row : rows)
                                                            if (*row.value > most) {
                                                              most = *row.value;
                                                              greater.push_back({key, most});
                                                            }
                                                          state.update(most);
                                                          return greater;
                                                        }) |
           td::group_by("key"_c) | td::agg(td::count().as("steps"_c), td::max("value"_c).as("most"_c));
  });
}

// The function that was recorded looks at a first row in a call that has none, and so fails in the first timeout.
TEST_CASE("engine: a function that fails ends the query") {
  run_failing_case("group_state_timeout_in_past_error", td::update, "user_function_failed", [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 0s) | td::group_by_key("key"_c) |
           td::flat_map_groups_with_state<std::int64_t>(
               td::update, td::event_time_timeout, [](const key_type& key, auto rows, auto& state) {
                 state.update(1);
                 if (rows.empty()) throw std::out_of_range("there is no row");
                 state.set_timeout_timestamp(state.current_watermark() + std::chrono::milliseconds(*rows[0].value));
                 return std::vector{set_key{key, 1}};
               });
  });
}
