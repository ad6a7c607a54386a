// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where watermarks may and must stand.

#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// Only a point in time, or a window of it, can carry a watermark.
struct watermark_type : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark watermark_type: with_watermark needs a column of type td::timestamp or td::time_window; make one "
                  "with with_column before it");
  }
};

// A stream has one watermark: declared once between its source and the next step that ends it.
struct watermark_redefined : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark watermark_redefined: a watermark is declared already below this one; declare it once a source, and "
                  "move it on with td::window_time where windows are grouped again");
  }
};

// An operator can follow one event time only.
struct watermark_two_columns : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark watermark_two_columns: two columns that this step would go by carry a watermark; group by one of them, or "
        "cast or drop the other");
  }
};

// Keys are forgotten by event time, so there must be one.
struct drop_duplicates_within_watermark_needs_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark drop_duplicates_within_watermark_needs_watermark: drop_duplicates_within_watermark needs a column "
                  "that carries a watermark; put with_watermark before it, and keep that column");
  }
};

// A table that does not grow has no watermark.
struct batch_drop_duplicates_within_watermark : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark batch_drop_duplicates_within_watermark: a static table has no watermark for "
                  "drop_duplicates_within_watermark; use drop_duplicates");
  }
};

// Windows and sessions are made of time.
struct window_needs_time : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark window_needs_time: td::window and td::session_window need a column of type td::timestamp or "
                  "td::time_window; cast it with td::cast<td::timestamp>(...)");
  }
};

// A row can be put into windows by one rule at a time.
struct one_window_per_node : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark one_window_per_node: there is more than one td::window or td::session_window among the grouping keys; "
        "group by one of them, and what that gives by the other");
  }
};

}  // namespace tidemark
