// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stateful processors: what they must have, and what their time mode allows.

#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// Variables are found by the names of the members.
struct transform_with_state_variables_unlisted : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark transform_with_state_variables_unlisted: the processor has members and does not say which are its "
                  "state variables; list these, and no others, by BOOST_HANA_ADAPT_STRUCT(processor, …)");
  }
};

// The calls have a fixed form.
struct transform_with_state_signature : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark transform_with_state_signature: the processor can't be called; give it handle_rows(const Key& key, auto "
        "rows, "
        "auto& timers), which returns a range of records, and the same type from handle_timer(const Key& key, auto& timers, "
        "td::timestamp time)");
  }
};

// A table of initial state is handed to the processor row by row.
struct transform_with_state_initial_signature : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark transform_with_state_initial_signature: the processor can't take initial state; give it "
                  "handle_initial_state(const Key& key, const auto& row, auto& timers), and the table the columns of the key");
  }
};

// Timers go by a time.
struct transform_with_state_timer_time_mode : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark transform_with_state_timer_time_mode: timers need a time to go by; give the step "
                  "td::processing_time_mode or td::event_time_mode in place of td::no_time");
  }
};

// Whoever registers a timer wants to be called.
struct transform_with_state_timer_handler : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark transform_with_state_timer_handler: a timer is registered that nobody answers; give the processor "
                  "handle_timer(const Key& key, auto& timers, td::timestamp time)");
  }
};

// What lives for some time ends by the time of batches.
struct transform_with_state_ttl_time_mode : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark transform_with_state_ttl_time_mode: a time to live goes by the clock; give the step "
                  "td::processing_time_mode, or take the time to live from the variable");
  }
};

struct transform_with_state_ttl_positive : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark transform_with_state_ttl_positive: a time to live is less than a millisecond; give a longer one, or "
        "none where values stay");
  }
};

// The rows that come out can carry the watermark on, if there is one and they have a time.
struct transform_with_state_event_column_needs_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark transform_with_state_event_column_needs_watermark: no watermark comes in that the named column could "
        "carry on; put with_watermark before group_by_key");
  }
};
struct transform_with_state_event_column_missing : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark transform_with_state_event_column_missing: the rows of the processor have no column of this name and of "
        "type td::timestamp or td::time_window; name one that they have");
  }
};

}  // namespace tidemark
