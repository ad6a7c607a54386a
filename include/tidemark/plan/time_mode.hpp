// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// By which time the timers of a stateful processor fire: `td::no_time`, `td::processing_time_mode`, `td::event_time_mode`.

namespace tidemark {

namespace time_mode {

// There are no timers, and nothing expires.
struct none {
  static constexpr const char* word = "no time";
  void print(auto& out) const { out += word; }
};
// By the time of batches. Wants a batch at every trigger.
struct processing_time {
  static constexpr const char* word = "processing time";
  void print(auto& out) const { out += word; }
};
// By the watermark.
struct event_time {
  static constexpr const char* word = "event time";
  void print(auto& out) const { out += word; }
};

}  // namespace time_mode

inline constexpr time_mode::none no_time{};
inline constexpr time_mode::processing_time processing_time_mode{};
inline constexpr time_mode::event_time event_time_mode{};

template <class T>
concept TimeMode =
    __is_same(T, time_mode::none) || __is_same(T, time_mode::processing_time) || __is_same(T, time_mode::event_time);

}  // namespace tidemark
