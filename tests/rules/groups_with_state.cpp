// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Functions over groups: what the engine takes and refuses. Notation and numbers as in accepted.cpp.

#include "rules/pipelines.hpp"

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/initial_state.hpp>
#include <tidemark/operators/map_groups.hpp>
#include <tidemark/operators/map_groups_with_state.hpp>

#include <string_view>

namespace rules_test {

struct counted_key {
  std::string k;
  std::int64_t n;
};

}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::counted_key, k, n);

namespace rules_test {

struct to_count {
  counted_key operator()(const std::string& k, auto rows, auto& state) const {
    state.update(static_cast<std::int64_t>(rows.size()));
    return {k, state.get()};
  }
};
struct to_events {
  std::vector<event> operator()(const std::string& /*k*/, std::span<const event> rows, auto& /*state*/) const {
    return {rows.begin(), rows.end()};
  }
};
struct to_key {
  key operator()(const std::string& k, auto /*rows*/) const { return {k}; }
};
struct to_key_of_state {
  key operator()(const std::string& k, auto /*rows*/, auto& /*state*/) const { return {k}; }
};
struct to_keys_of_state {
  std::vector<key> operator()(const std::string& k, auto /*rows*/, auto& /*state*/) const { return {{k}}; }
};
struct to_number {
  int operator()(const std::string& /*k*/, auto /*rows*/) const { return 1; }
};
struct to_no_key {
  to_number operator()(const event& /*one*/) const { return {}; }
};
struct to_keys {
  std::vector<key> operator()(const std::string& k, auto /*rows*/) const { return {{k}}; }
};

inline constexpr auto NT = no_timeout;
inline constexpr auto PT = processing_time_timeout;
inline constexpr auto ET = event_time_timeout;

// The engine's notation: mg(S) is S | by_k() | mg().
inline auto by_k() { return group_by_key("k"_c); }
template <class Timeout = group_timeout::none>
auto mg(Timeout timeout = {}) {
  return map_groups_with_state<std::int64_t>(timeout, to_count());
}
template <class Mode, class Timeout = group_timeout::none>
auto fm(Mode mode, Timeout timeout = {}) {
  return flat_map_groups_with_state<std::int64_t>(mode, timeout, to_events());
}

using S_k = decltype(S() | by_k());
using S_t_k = decltype(S_t() | by_k());

// ---- One function with state.

// A29 S^t > mapGroupsWithState(event timeout) => Update
static_assert(query<decltype(S_t() | by_k() | mg(ET)), update> == ok{});
static_assert(query<decltype(S() | by_k() | mg()), update> == ok{});
static_assert(query<decltype(S() | by_k() | mg(PT)), update> == ok{});
// R29a, M211 S > mapGroupsWithState => Append
static_assert(query<decltype(S() | by_k() | mg()), append> == map_groups_with_state_update_only{});
// M213 S > mapGroupsWithState(none) => Complete;  M225 S > flatMapGroupsWithState(append,none) => Complete
static_assert(query<decltype(S() | by_k() | mg()), complete> == complete_needs_aggregation{});
static_assert(query<decltype(S() | by_k() | fm(append)), complete> == complete_needs_aggregation{});
// flatMapGroupsWithState: its own mode is the query's
static_assert(query<decltype(S() | by_k() | fm(append)), append> == ok{});
static_assert(query<decltype(S() | by_k() | fm(update)), update> == ok{});
static_assert(query<decltype(S() | by_k() | fm(append)), update> == flat_map_groups_with_state_mode_match{});
static_assert(query<decltype(S() | by_k() | fm(update)), append> == flat_map_groups_with_state_mode_match{});
static_assert(accepts<S_k, decltype(fm(update))>);
static_assert(behind<S_k, decltype(fm(complete))> == flat_map_groups_with_state_operator_mode_complete{});
// R31a S > mapGroupsWithState(event timeout): a watermark must be there, on a column that is still there
static_assert(accepts<S_t_k, decltype(mg(ET))>);
static_assert(accepts<S_t_k, decltype(fm(append, ET))>);
static_assert(behind<S_k, decltype(mg(ET))> == groups_with_state_event_timeout_watermark{});
static_assert(behind<S_k, decltype(fm(append, ET))> == groups_with_state_event_timeout_watermark{});
static_assert(behind<decltype(S_t() | map(same_event()) | by_k()), decltype(mg(ET))> ==
              groups_with_state_event_timeout_watermark{});
static_assert(behind<decltype(S_t() | select("k"_c, "x"_c) | by_k()), decltype(mg(ET))> ==
              groups_with_state_event_timeout_watermark{});
// V095 two columns with a watermark
static_assert(accepts<decltype(S_t() | with_column((cast<timestamp>("t"_c)).as("again"_c)) | by_k()), decltype(mg())>);
static_assert(behind<decltype(S_t() | select("k"_c, "t"_c, "t"_c.as("again"_c)) | by_k()), decltype(mg())> ==
              watermark_two_columns{});

// ---- Several.

// A31, M247 S > flatMapGroupsWithState(append,none) > flatMapGroupsWithState(append,none) => Append
static_assert(query<decltype(S() | by_k() | fm(append) | by_k() | fm(append)), append> == ok{});
// R29b S > mapGroupsWithState > mapGroupsWithState => Update
static_assert(query<decltype(S() | by_k() | mg() | by_k() | mg()), update> == map_groups_with_state_single{});
// R29c S > flatMapGroupsWithState(update) > mapGroupsWithState => Update
static_assert(query<decltype(S() | by_k() | fm(update) | by_k() | mg()), update> == groups_with_state_mixed{});
// M251 update, update => Update;  M249 append, append => Complete;  M255 the same, then groupBy(k).count => Complete
static_assert(query<decltype(S() | by_k() | fm(update) | by_k() | fm(update)), update> ==
              flat_map_groups_with_state_multiple{});
static_assert(query<decltype(S() | by_k() | fm(append) | by_k() | fm(append)), complete> ==
              flat_map_groups_with_state_multiple{});
static_assert(query<decltype(S() | by_k() | fm(append) | by_k() | fm(append) | group_by("k"_c) | count()), complete> ==
              flat_map_groups_with_state_multiple{});
// R31b S^t > flatMapGroupsWithState(append,event) > flatMapGroupsWithState(append,none) => Append
static_assert(query<decltype(S_t() | by_k() | fm(append, ET) | by_k() | fm(append)), append> == chain_event_timeout{});
static_assert(query<decltype(S_t() | by_k() | fm(append, PT) | by_k() | fm(append)), append> == ok{});

// ---- With aggregations.

// M215, V231 S > mapGroupsWithState(none) > groupBy(k).count => Update
static_assert(query<decltype(S() | by_k() | mg() | group_by("k"_c) | count()), update> == ok{});
// M217 S > mapGroupsWithState(processing) > groupBy(k).count => Append;  M219 => Complete
static_assert(query<decltype(S() | by_k() | mg(PT) | group_by("k"_c) | count()), append> ==
              append_aggregation_needs_watermark{});
static_assert(query<decltype(S() | by_k() | mg(PT) | group_by("k"_c) | count()), complete> ==
              map_groups_with_state_update_only{});
// M221 S^t > mapGroupsWithState(event) > groupBy(k).count => Update;  M243 flatMapGroupsWithState(append,event) => Complete
static_assert(query<decltype(S_t() | by_k() | mg(ET) | group_by("k"_c) | count()), update> == chain_event_timeout{});
static_assert(query<decltype(S_t() | by_k() | fm(append, ET) | group_by("k"_c) | count()), complete> == chain_event_timeout{});
// M229 S > flatMapGroupsWithState(append,none) > groupBy(k).count => Append;  M231, M237 => Complete;  and Update
static_assert(query<decltype(S() | by_k() | fm(append) | group_by("k"_c) | count()), append> ==
              append_aggregation_needs_watermark{});
static_assert(query<decltype(S() | by_k() | fm(append) | group_by("k"_c) | count()), complete> == ok{});
static_assert(query<decltype(S_t() | by_k() | fm(append) | group_by(win_t) | count()), complete> == ok{});
static_assert(query<decltype(S() | by_k() | fm(append) | group_by("k"_c) | count()), update> == ok{});
// M235, M241 the watermark is lost in the function
static_assert(query<decltype(S_t() | by_k() | fm(append) | group_by(win_t) | count()), append> ==
              append_aggregation_watermark_not_key{});
static_assert(query<decltype(S_t() | by_k() | fm(append, ET) | group_by("k"_c) | count()), append> ==
              append_aggregation_watermark_not_key{});
// M233 S > flatMapGroupsWithState(append,processing) > withWatermark(t) > groupBy(win(t)).count => Update
static_assert(query<decltype(S() | by_k() | fm(append, PT) | with_watermark("t"_c, 10s) | group_by(win_t) | count()), update> ==
              ok{});
// M239, V443 behind the function a watermark begins anew
static_assert(query<decltype(S_t() | by_k() | fm(append) | with_watermark("t"_c, 10s) | group_by(win_t) | count()), update> ==
              ok{});
static_assert(query<decltype(S_t() | by_k() | fm(append) | with_watermark("t"_c, 10s)), append> == ok{});
// M245 S > flatMapGroupsWithState(update,none) > groupBy(k).count => Update
static_assert(query<decltype(S() | by_k() | fm(update) | group_by("k"_c) | count()), update> ==
              flat_map_groups_with_state_update_with_aggregation{});
// M123 S^t > win aggregation > flatMapGroupsWithState(append,none) => Complete;  M125, V217 mapGroupsWithState => Update
using windows = decltype(S_t() | group_by(win_t, "k"_c) | count());
static_assert(
    query<decltype(std::declval<windows>() | by_k() | flat_map_groups_with_state<std::int64_t>(append, NT, to_keys_of_state())),
          complete> == chain_aggregation_non_append{});
static_assert(query<decltype(std::declval<windows>() | by_k() | mg()), update> == chain_aggregation_non_append{});
static_assert(
    query<decltype(std::declval<windows>() | by_k() | flat_map_groups_with_state<std::int64_t>(append, NT, to_keys_of_state())),
          append> == ok{});

// ---- Without state.

// V205 and its kin: works batch by batch
static_assert(query<decltype(S() | by_k() | map_groups(to_key())), append> == ok{});
static_assert(query<decltype(S() | by_k() | flat_map_groups(to_keys())), update> == ok{});
static_assert(query<decltype(S() | by_k() | map_groups(to_key())), complete> == complete_needs_aggregation{});
static_assert(is_state_bounded<decltype(S() | by_k() | map_groups(to_key()))>);
static_assert(!is_state_bounded<decltype(S() | by_k() | mg()), update>);

// ---- Groups, keys, functions.

static_assert(behind<S_k, decltype(where("x"_c > 1))> == keyed_groups_need_function{});
static_assert(behind<S_k, decltype(agg(count()))> == keyed_groups_need_function{});
static_assert(behind<S_k, decltype(union_with(S()))> == keyed_groups_need_function{});
static_assert(behind<decltype(S()), decltype(union_with(S() | by_k()))> == keyed_groups_need_function{});
static_assert(query<S_k, append> == keyed_groups_need_function{});
static_assert(behind<decltype(S()), decltype(mg())> == function_needs_keyed_groups{});
static_assert(behind<decltype(S()), decltype(map_groups(to_key()))> == function_needs_keyed_groups{});
static_assert(behind<decltype(S() | group_by("k"_c)), decltype(mg())> == groups_need_aggregation{});
static_assert(behind<decltype(S()), decltype(group_by_key("missing"_c))> ==
              unknown_column<name<8>{"missing"}, fields_of<event>::names>{});
static_assert(behind<decltype(S()), decltype(group_by_key("x"_c + 1))> == expression_needs_name{});
static_assert(behind<decltype(S()), decltype(group_by_key(window("t"_c, 1h)))> == window_outside_group_by{});
static_assert(behind<decltype(S() | select("k"_c)), decltype(group_by_key(has_x()))> == function_does_not_take_row{});
static_assert(accepts<decltype(S()), decltype(group_by_key(has_x()))>);
static_assert(behind<decltype(S()), decltype(group_by_key(to_no_key()))> == group_key_has_no_form{});
static_assert(behind<S_k, decltype(map_groups(has_x()))> == group_function_signature{});
static_assert(behind<S_k, decltype(map_groups(to_count()))> == group_function_signature{});
static_assert(behind<S_k, decltype(map_groups_with_state<std::int64_t>(NT, to_key()))> == group_function_signature{});
static_assert(behind<S_k, decltype(map_groups(to_number()))> == result_is_not_a_record{});
static_assert(behind<S_k, decltype(flat_map_groups(to_key()))> == result_is_not_a_record{});

// ---- State.

static_assert(accepts<S_k, decltype(map_groups_with_state<counted_key>(NT, to_key_of_state()))>);
static_assert(behind<S_k, decltype(map_groups_with_state<std::string_view>(NT, to_key_of_state()))> ==
              group_state_has_no_form{});
static_assert(behind<S_k, decltype(map_groups_with_state<to_key>(NT, to_key_of_state()))> == group_state_has_no_form{});
template <class Table>
using begun = decltype(map_groups_with_state<std::int64_t>(NT, to_count(), initial_state(std::declval<Table>())));
using counts_of_k = decltype(B() | select("k"_c, "x"_c));
static_assert(accepts<S_k, begun<counts_of_k>>);
static_assert(behind<S_k, begun<decltype(S() | select("k"_c, "x"_c))>> == groups_with_state_initial_state_batch{});
static_assert(behind<S_k, begun<decltype(B())>> == initial_state_does_not_fit{});
static_assert(behind<S_k, begun<decltype(B() | select("k"_c))>> == initial_state_does_not_fit{});
static_assert(behind<S_k, begun<decltype(B() | select("x"_c.as("k"_c), "x"_c))>> == initial_state_does_not_fit{});

}  // namespace rules_test
