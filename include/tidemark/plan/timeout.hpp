// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When a group of one's own is called without rows: `td::no_timeout`, `td::processing_time_timeout`, `td::event_time_timeout`.

namespace tidemark {

namespace group_timeout {

// Never.
struct none {
  static constexpr const char* word = "no timeout";
  void print(auto& out) const { out += word; }
};
// Some time after the batch in which it was set, by the time of batches. Wants a batch at every trigger.
struct processing_time {
  static constexpr const char* word = "processing time timeout";
  void print(auto& out) const { out += word; }
};
// When the watermark has passed a time.
struct event_time {
  static constexpr const char* word = "event time timeout";
  void print(auto& out) const { out += word; }
};

}  // namespace group_timeout

inline constexpr group_timeout::none no_timeout{};
inline constexpr group_timeout::processing_time processing_time_timeout{};
inline constexpr group_timeout::event_time event_time_timeout{};

template <class T>
concept GroupTimeout = __is_same(T, group_timeout::none) || __is_same(T, group_timeout::processing_time) ||
                       __is_same(T, group_timeout::event_time);

}  // namespace tidemark
