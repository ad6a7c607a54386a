// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The two sides of most cases of joins, and the conditions on which they meet.

#include "event.hpp"

struct left_event {
  std::optional<std::string> lkey;
  std::optional<tidemark::timestamp> ltime;
  std::optional<std::int64_t> lval;
};
struct right_event {
  std::optional<std::string> rkey;
  std::optional<tidemark::timestamp> rtime;
  std::optional<std::int64_t> rval;
};
BOOST_HANA_ADAPT_STRUCT(left_event, lkey, ltime, lval);
BOOST_HANA_ADAPT_STRUCT(right_event, rkey, rtime, rval);

using std::chrono::microseconds;

inline constexpr auto same_key = "lkey"_c == td::right("rkey"_c);

// The right time lies from `least` to `most` after the left one.
inline auto in_range(microseconds least, microseconds most) {
  return same_key && td::right("rtime"_c) >= "ltime"_c + least && td::right("rtime"_c) <= "ltime"_c + most;
}
inline auto in_open_range(microseconds least, microseconds end) {
  return same_key && td::right("rtime"_c) >= "ltime"_c + least && td::right("rtime"_c) < "ltime"_c + end;
}
// 0 to 5 seconds.
inline auto in_five_seconds() {
  return same_key && td::right("rtime"_c) >= "ltime"_c && td::right("rtime"_c) <= "ltime"_c + 5s;
}

// Both sides with watermarks of these delays, joined.
template <class Type, class Condition>
auto joined(Type type, Condition condition, microseconds left_delay = 0s, microseconds right_delay = 0s) {
  return [=](case_sources& sources) {
    const auto left = sources.stream<left_event>("left") | td::with_watermark("ltime"_c, left_delay);
    const auto right = sources.stream<right_event>("right") | td::with_watermark("rtime"_c, right_delay);
    return left | td::join(right, type, condition);
  };
}
