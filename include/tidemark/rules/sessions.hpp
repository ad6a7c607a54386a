// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where sessions may stand.

#include <tidemark/rules/verdict.hpp>

namespace tidemark {

// How long a session waits for its next row is a span of time.
struct session_gap_needs_duration : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark session_gap_needs_duration: the gap of td::session_window is no duration; give a std::chrono "
                  "duration, or an expression of one: td::when(\"kind\"_c == \"long\", 20s).otherwise(5s)");
  }
};

// Sessions of all rows together could be made by one partition only.
struct session_window_needs_key : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(
        Holds,
        "tidemark session_window_needs_key: td::session_window is the only key that differs from row to row; group by a "
        "further column, whose sessions are meant");
  }
};

// A session grows into others; what update output said of it before could not be taken back.
struct update_session_window : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark update_session_window: sessions grow and become one, so they cannot be put out as updates; use "
                  "append output with a watermark on their time, or complete output");
  }
};

}  // namespace tidemark
