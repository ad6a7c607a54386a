// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Groups with state: what the whole query allows of them, and what their state allows in a function.

#include <tidemark/plan/facts.hpp>
#include <tidemark/plan/output_mode.hpp>
#include <tidemark/rules/verdict.hpp>

#include <cstddef>
#include <type_traits>

namespace tidemark {

// ---- In the function.

// Durations are for timeouts by the clock.
struct group_state_timeout_duration : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark group_state_timeout_duration: set_timeout_duration belongs to td::processing_time_timeout; give the "
        "step that timeout, or use set_timeout_timestamp with td::event_time_timeout");
  }
};

// Points in time are for timeouts by the watermark.
struct group_state_timeout_timestamp : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark group_state_timeout_timestamp: set_timeout_timestamp belongs to td::event_time_timeout; give the step "
        "that timeout, or use set_timeout_duration with td::processing_time_timeout");
  }
};

// Without a watermark there is none to ask for.
struct group_state_watermark_read : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark group_state_watermark_read: current_watermark needs a column that carries a watermark in the rows; "
                  "put with_watermark before group_by_key");
  }
};

// ---- Where the step stands.

// Complete output is the table of an aggregation, and a function makes none.
struct flat_map_groups_with_state_operator_mode_complete : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark flat_map_groups_with_state_operator_mode_complete: flat_map_groups_with_state puts out rows in append "
        "or update mode; give it td::append or td::update");
  }
};

// The watermark is what makes time pass.
struct groups_with_state_event_timeout_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark groups_with_state_event_timeout_watermark: td::event_time_timeout needs a column that carries a "
                  "watermark; put with_watermark before group_by_key, and keep that column");
  }
};

// ---- In the whole query.

// Each call gives the group's row anew.
struct map_groups_with_state_update_only : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark map_groups_with_state_update_only: map_groups_with_state puts a group's row out again whenever it "
                  "changes; use update output, or flat_map_groups_with_state(td::append, …)");
  }
};

struct map_groups_with_state_single : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark map_groups_with_state_single: there is more than one map_groups_with_state in the query; put both "
                  "states into one, or split the query in two");
  }
};

struct groups_with_state_mixed : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark groups_with_state_mixed: map_groups_with_state and flat_map_groups_with_state stand in one query; use "
        "flat_map_groups_with_state for both");
  }
};

// What an upper one of several gets must not change any more.
struct flat_map_groups_with_state_multiple : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark flat_map_groups_with_state_multiple: several flat_map_groups_with_state need td::append, each of them "
        "and the output; use append throughout, or split the query in two");
  }
};

// What the rows mean is said twice, to the step and to the sink.
struct flat_map_groups_with_state_mode_match : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark flat_map_groups_with_state_mode_match: flat_map_groups_with_state and the output are in different "
                  "modes; give both td::append, or both td::update");
  }
};

struct flat_map_groups_with_state_update_with_aggregation : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark flat_map_groups_with_state_update_with_aggregation: an aggregation can't follow or feed rows of "
                  "flat_map_groups_with_state that change; give it td::append");
  }
};

// ---- Facts of a step: it is a function with state that returns a row, or any number of them in its own output mode.

template <class Step>
inline constexpr bool maps_groups = requires { requires Step::maps_groups; };
template <class Step>
inline constexpr bool flat_maps_groups = requires { typename Step::operator_mode; };

template <class Step, class Mode>
inline constexpr bool has_operator_mode = false;
template <class Step, class Mode>
  requires flat_maps_groups<Step>
inline constexpr bool has_operator_mode<Step, Mode> = std::is_same_v<typename Step::operator_mode, Mode>;

namespace detail {

// What is judged before the output mode, and behind it.
template <class Mode, class Lineage>
struct groups_verdict;
template <class Mode, class... Steps>
struct groups_verdict<Mode, lineage<Steps...>> {
  static constexpr std::size_t maps = (std::size_t{0} + ... + (maps_groups<Steps> ? 1 : 0));
  static constexpr std::size_t flat_maps = (std::size_t{0} + ... + (flat_maps_groups<Steps> ? 1 : 0));
  static constexpr bool aggregates = (Steps::aggregates || ... || false);
  static constexpr bool all_append = ((!flat_maps_groups<Steps> || has_operator_mode<Steps, output_mode::append>)&&... && true);
  static constexpr bool all_match = ((!flat_maps_groups<Steps> || has_operator_mode<Steps, Mode>)&&... && true);

  using count = first_violation<
      demand<maps <= 1, map_groups_with_state_single>, demand<maps == 0 || flat_maps == 0, groups_with_state_mixed>,
      demand<flat_maps <= 1 || (std::is_same_v<Mode, output_mode::append> && all_append), flat_map_groups_with_state_multiple>>;
  using mode =
      first_violation<demand<maps == 0 || std::is_same_v<Mode, output_mode::update>, map_groups_with_state_update_only>,
                      demand<aggregates || all_match, flat_map_groups_with_state_mode_match>,
                      demand<!aggregates || all_append, flat_map_groups_with_state_update_with_aggregation>>;
};

}  // namespace detail

// The verdict on how many functions with state a query has, and on their modes.
template <OutputMode Mode, PlanNode Plan>
using groups_count_verdict = typename detail::groups_verdict<Mode, lineage_of<Plan>>::count;
template <OutputMode Mode, PlanNode Plan>
using groups_mode_verdict = typename detail::groups_verdict<Mode, lineage_of<Plan>>::mode;

}  // namespace tidemark
