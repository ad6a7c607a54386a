// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Stateful processors: what the engine takes and refuses. Notation and numbers as in accepted.cpp.

#include "rules/pipelines.hpp"

#include <tidemark/operators/drop_duplicates_within_watermark.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/transform_with_state.hpp>

#include <string_view>

namespace rules_test {

using events_of_key = std::vector<event>;

// Rows as they are.
struct to_same {
  events_of_key handle_rows(const std::string& /*k*/, std::span<const event> rows, auto& /*timers*/) {
    return {rows.begin(), rows.end()};
  }
};
struct to_same_by_timer : to_same {
  events_of_key handle_timer(const std::string& /*k*/, auto& /*timers*/, timestamp /*time*/) { return {}; }
};
struct reads_times {
  events_of_key handle_rows(const std::string& /*k*/, auto /*rows*/, auto& timers) {
    static_cast<void>(timers.current_watermark());
    static_cast<void>(timers.current_processing_time());
    return {};
  }
};
struct registers : to_same_by_timer {
  events_of_key handle_rows(const std::string& /*k*/, auto /*rows*/, auto& timers) {
    timers.register_timer(timers.current_processing_time() + 1h);
    return {};
  }
};
struct counts : to_same {
  value_state<std::int64_t> count;
};
struct lives_an_hour : to_same {
  value_state<std::int64_t> count;
  map_state<std::string, event, 1h> seen;
};
struct lives_an_hour_in_all : to_same {
  list_state<event, 1h> seen;
};
struct lives_no_time : to_same {
  value_state<std::int64_t, 0s> count;
};
struct lives_no_millisecond : to_same {
  value_state<std::int64_t, std::chrono::microseconds(999)> count;
};
struct keeps_a_view : to_same {
  list_state<std::string_view> seen;
};
struct keeps_bits : to_same {
  list_state<bool> seen;
};
struct has_a_limit : to_same {
  std::int64_t limit = 0;
};
struct lists_a_limit : has_a_limit {};
struct begins : to_same {
  void handle_initial_state(const std::string& /*k*/, const event& /*row*/, auto& /*timers*/) {}
};
struct handles_nothing {};
struct handles_rows_only_of_numbers {
  events_of_key handle_rows(std::int64_t /*k*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
struct has_two_results : to_same {
  std::vector<key> handle_timer(const std::string& /*k*/, auto& /*timers*/, timestamp /*time*/) { return {}; }
};
struct timed_key {
  std::string k;
  timestamp t;
};
struct to_one_event {
  event handle_rows(const std::string& /*k*/, auto rows, auto& /*timers*/) { return rows.front(); }
};

}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::timed_key, k, t);
BOOST_HANA_ADAPT_STRUCT(rules_test::counts, count);
BOOST_HANA_ADAPT_STRUCT(rules_test::lives_an_hour, count, seen);
BOOST_HANA_ADAPT_STRUCT(rules_test::lives_an_hour_in_all, seen);
BOOST_HANA_ADAPT_STRUCT(rules_test::lives_no_time, count);
BOOST_HANA_ADAPT_STRUCT(rules_test::lives_no_millisecond, count);
BOOST_HANA_ADAPT_STRUCT(rules_test::keeps_a_view, seen);
BOOST_HANA_ADAPT_STRUCT(rules_test::keeps_bits, seen);
BOOST_HANA_ADAPT_STRUCT(rules_test::lists_a_limit, limit);

namespace rules_test {

inline constexpr auto NO = no_time;
inline constexpr auto PT = processing_time_mode;
inline constexpr auto ET = event_time_mode;

// The engine's notation: tws(S, mode, out=t) is S | by_k() | tws(mode, "t"_c).
inline auto by_k() { return group_by_key("k"_c); }
template <class Mode, class... Out>
auto tws(Mode mode, Out... out) {
  return transform_with_state(to_same_by_timer(), mode, out...);
}
template <class Processor, class Mode>
using as_step = decltype(transform_with_state(std::declval<Processor>(), std::declval<Mode>()));

using S_k = decltype(S() | by_k());
using S_t_k = decltype(S_t() | by_k());

// ---- Modes of the query.

// M257 S > transformWithState(none) => Update;  V275 Append;  V249 Complete
static_assert(query<decltype(S() | by_k() | tws(NO)), update> == ok{});
static_assert(query<decltype(S() | by_k() | tws(NO)), append> == ok{});
static_assert(query<decltype(S() | by_k() | tws(NO)), complete> == complete_needs_aggregation{});
// M259 S^t > transformWithState(event) => Append;  M261 Complete
static_assert(query<decltype(S_t() | by_k() | tws(ET)), append> == ok{});
static_assert(query<decltype(S_t() | by_k() | tws(ET)), complete> == complete_needs_aggregation{});

// ---- Chains.

// M127, M129 S^t > win aggregation > transformWithState(none) => Append, Complete
using windows = decltype(S_t() | group_by(win_t, "k"_c) | count());
struct to_keys {
  std::vector<key> handle_rows(const std::string& k, auto /*rows*/, auto& /*timers*/) { return {{k}}; }
};
static_assert(query<decltype(std::declval<windows>() | by_k() | transform_with_state(to_keys(), NO)), append> == ok{});
static_assert(query<decltype(std::declval<windows>() | by_k() | transform_with_state(to_keys(), NO)), complete> ==
              chain_aggregation_non_append{});
// M263 S > transformWithState(none) > groupBy(k).count => Update
static_assert(query<decltype(S() | by_k() | tws(NO) | group_by("k"_c) | count()), update> == ok{});
// M267 S^t > transformWithState(out=t) > groupBy(win(t)).count => Complete;  and Append
static_assert(query<decltype(S_t() | by_k() | tws(ET, "t"_c) | group_by(win_t) | count()), complete> == ok{});
static_assert(query<decltype(S_t() | by_k() | tws(ET, "t"_c) | group_by(win_t) | count()), append> == ok{});
// M269 S^t > transformWithState(out=t) > dropDuplicatesWithinWatermark(k) => Update
static_assert(query<decltype(S_t() | by_k() | tws(ET, "t"_c) | drop_duplicates_within_watermark("k"_c)), update> == ok{});
// M209 (S1^t join_inner S2^u interval) > select(k,t,x) > transformWithState(event, out=t) => Update
struct to_timed_keys {
  std::vector<timed_key> handle_rows(const std::string& /*k*/, auto /*rows*/, auto& /*timers*/) { return {}; }
};
static_assert(query<decltype(S_t() |
                             join(S_t() | select("k"_c.as("k2"_c), "t"_c.as("v"_c)), inner,
                                  "k"_c == right("k2"_c) && right("v"_c) >= "t"_c && right("v"_c) <= "t"_c + 1h) |
                             select("k"_c, "t"_c, "x"_c) | by_k() | transform_with_state(to_timed_keys(), ET, "t"_c)),
                    update> == ok{});
// V227 (S^t > transformWithState(out=t)) join_inner S2 => Append
static_assert(
    query<decltype(S_t() | by_k() | tws(ET, "t"_c) | join(S() | select("k"_c.as("k2"_c)), inner, "k"_c == right("k2"_c))),
          append> == ok{});
// V253 S^t > transformWithState(event) > groupBy(win(t)).count => Append: the rows carry no watermark
static_assert(query<decltype(S_t() | by_k() | tws(ET) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
// M271 S^t > transformWithState(out=t) > transformWithState(out=t) => Append;  M273 Complete;  M275 then groupBy(win(t)).count
static_assert(query<decltype(S_t() | by_k() | tws(ET, "t"_c) | by_k() | tws(ET, "t"_c)), append> == ok{});
static_assert(query<decltype(S_t() | by_k() | tws(ET, "t"_c) | by_k() | tws(ET, "t"_c)), complete> ==
              complete_needs_aggregation{});
static_assert(query<decltype(S_t() | by_k() | tws(ET, "t"_c) | by_k() | tws(ET, "t"_c) | group_by(win_t) | count()), update> ==
              ok{});
// V447 S^t > transformWithState(none) > withWatermark(t) => Append
static_assert(behind<decltype(S_t() | by_k() | tws(NO)), decltype(with_watermark("t"_c, 10s))> == watermark_redefined{});

// ---- The column that carries the watermark on.

static_assert(accepts<S_t_k, decltype(tws(NO, "t"_c))>);
static_assert(behind<S_k, decltype(tws(ET, "t"_c))> == transform_with_state_event_column_needs_watermark{});
// V251 out=k, a string
static_assert(behind<S_t_k, decltype(tws(ET, "k"_c))> == transform_with_state_event_column_missing{});
static_assert(behind<S_t_k, decltype(tws(ET, "missing"_c))> == transform_with_state_event_column_missing{});

// ---- Time modes.

// V255 registering a timer;  V257, V259, V261, V485 without a watermark, and reading times in any mode
static_assert(accepts<S_k, as_step<registers, time_mode::processing_time>>);
static_assert(accepts<S_k, as_step<registers, time_mode::event_time>>);
static_assert(accepts<S_k, as_step<reads_times, time_mode::none>>);
static_assert(accepts<S_t_k, as_step<reads_times, time_mode::none>>);
static_assert(accepts<S_k, as_step<reads_times, time_mode::event_time>>);
// V263 a time to live
static_assert(accepts<S_k, as_step<lives_an_hour, time_mode::processing_time>>);
static_assert(behind<S_k, as_step<lives_an_hour, time_mode::none>> == transform_with_state_ttl_time_mode{});
static_assert(behind<S_t_k, as_step<lives_an_hour, time_mode::event_time>> == transform_with_state_ttl_time_mode{});
static_assert(behind<S_k, as_step<lives_no_time, time_mode::processing_time>> == transform_with_state_ttl_positive{});
static_assert(behind<S_k, as_step<lives_no_millisecond, time_mode::processing_time>> == transform_with_state_ttl_positive{});
// two times that carry a watermark, where it matters
using two_times = decltype(S_t() | select("k"_c, "t"_c, "t"_c.as("again"_c)) | by_k());
struct to_keys_by_timer : to_keys {};
static_assert(accepts<two_times, as_step<to_keys, time_mode::none>>);
static_assert(behind<two_times, as_step<to_keys_by_timer, time_mode::event_time>> == watermark_two_columns{});

// ---- The processor.

static_assert(accepts<S_k, as_step<counts, time_mode::none>>);
static_assert(behind<decltype(S()), as_step<counts, time_mode::none>> == function_needs_keyed_groups{});
static_assert(behind<S_k, as_step<has_a_limit, time_mode::none>> == transform_with_state_variables_unlisted{});
static_assert(behind<S_k, as_step<lists_a_limit, time_mode::none>> == transform_with_state_variables_unlisted{});
static_assert(behind<S_k, as_step<keeps_a_view, time_mode::none>> == group_state_has_no_form{});
static_assert(behind<S_k, as_step<keeps_bits, time_mode::none>> == group_state_has_no_form{});
static_assert(behind<S_k, as_step<handles_nothing, time_mode::none>> == transform_with_state_signature{});
static_assert(behind<S_k, as_step<handles_rows_only_of_numbers, time_mode::none>> == transform_with_state_signature{});
static_assert(behind<S_k, as_step<has_two_results, time_mode::processing_time>> == transform_with_state_signature{});
static_assert(behind<S_k, as_step<to_one_event, time_mode::none>> == result_is_not_a_record{});

// ---- Initial state.

template <class Processor, class Table>
using begun = decltype(transform_with_state(std::declval<Processor>(), NO, initial_state(std::declval<Table>())));
static_assert(accepts<S_k, begun<begins, decltype(B())>>);
static_assert(behind<S_k, begun<begins, decltype(S())>> == groups_with_state_initial_state_batch{});
static_assert(behind<S_k, begun<to_same, decltype(B())>> == transform_with_state_initial_signature{});
static_assert(behind<S_k, begun<begins, decltype(B() | drop("k"_c))>> == transform_with_state_initial_signature{});

static_assert(std::is_same_v<decltype(transform_with_state(begins(), NO, initial_state(rejected{}))), rejected>);
static_assert(std::is_same_v<decltype(transform_with_state(begins(), NO, "t"_c, initial_state(rejected{}))), rejected>);

// ---- Bounds: all that is kept has a time to live.

static_assert(is_state_bounded<decltype(S() | by_k() | transform_with_state(lives_an_hour_in_all(), PT)), update>);
static_assert(!is_state_bounded<decltype(S() | by_k() | transform_with_state(lives_an_hour(), PT)), update>);
static_assert(!is_state_bounded<decltype(S() | by_k() | transform_with_state(counts(), NO)), update>);

}  // namespace rules_test
