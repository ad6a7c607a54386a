// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// An as-of join by hand: each trade with the newest quote of its key at or before its time, once the watermark has passed it.

#include "event.hpp"
#include "interval_join.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace hand {

// Rows may come in any order within the delay. Quotes of a key are in order of time; those that are not needed any more leave
// when the next one of their key comes. Time is in microseconds, as the watermark.
class as_of_join {
 public:
  explicit as_of_join(std::int64_t delay) : delay_(delay) {}

  void process(std::span<const event> trades, std::span<const event> quotes) {
    for (const event& one : trades) {
      waiting_.push({one.time, one.key, one.value});
      latest_trade_ = std::max(latest_trade_, one.time);
    }
    for (const event& one : quotes) {
      add(one);
      latest_quote_ = std::max(latest_quote_, one.time);
    }
    for (; !waiting_.empty() && waiting_.top().time <= watermark_; waiting_.pop()) put_out(waiting_.top());
    watermark_ = std::max(watermark_, (std::min(latest_trade_, latest_quote_) - delay_) / 1000 * 1000);
  }
  // A last batch without rows.
  pair_sum finished() {
    process({}, {});
    return sum_;
  }

 private:
  struct trade {
    std::int64_t time;
    std::int64_t key;
    std::int64_t value;
    friend bool operator>(const trade& a, const trade& b) { return a.time > b.time; }
  };
  using quotes_of_key = std::deque<std::pair<std::int64_t, std::int64_t>>;

  void add(const event& one) {
    quotes_of_key& all = quotes_[one.key];
    auto place = all.end();
    while (place != all.begin() && (place - 1)->first > one.time) --place;
    all.insert(place, {one.time, one.value});
    // The trades of this batch may still look back to the watermark of the one before.
    while (all.size() > 1 && all[1].first <= watermark_before_due()) all.pop_front();
  }
  std::int64_t watermark_before_due() const {
    return waiting_.empty() ? watermark_ : std::min(watermark_, waiting_.top().time);
  }
  void put_out(const trade& one) {
    const auto found = quotes_.find(one.key);
    std::int64_t value = 0;
    if (found != quotes_.end()) {
      const auto behind = std::upper_bound(found->second.begin(), found->second.end(), one.time,
                                           [](std::int64_t time, const auto& quote) { return time < quote.first; });
      if (behind != found->second.begin()) value = (behind - 1)->second;
    }
    sum_.add(one.value, value);
  }

  std::int64_t delay_;
  std::int64_t watermark_ = 0;
  std::int64_t latest_trade_ = 0;
  std::int64_t latest_quote_ = 0;
  std::priority_queue<trade, std::vector<trade>, std::greater<>> waiting_;
  boost::unordered_flat_map<std::int64_t, quotes_of_key> quotes_;
  pair_sum sum_;
};

}  // namespace hand
