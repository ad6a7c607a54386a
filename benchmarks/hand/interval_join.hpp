// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A symmetric hash join by hand: clicks from 0 to a range behind the impression of their key. Rows must come in the order of
// time on each side.

#include "event.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>

namespace hand {

struct pair_sum {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;
  void add(std::int64_t left, std::int64_t right) {
    ++rows;
    sum += static_cast<std::uint64_t>(left) * 31 + static_cast<std::uint64_t>(right);
  }
  friend bool operator==(const pair_sum&, const pair_sum&) = default;
};

// The rows of one side, oldest first, chained newest first by running numbers; what lies below the first one is gone.
class join_rows {
 public:
  struct kept {
    event row;
    std::int64_t before;
    bool was_matched;
  };

  void add(const event& row, bool was_matched) {
    const std::int64_t number = first_ + static_cast<std::int64_t>(rows_.size());
    auto [place, is_new] = newest_.try_emplace(row.key, number);
    rows_.push_back({row, is_new ? -1 : place->second, was_matched});
    place->second = number;
  }
  template <class F>
  void for_each_of(std::int64_t key, F&& f) {
    const auto place = newest_.find(key);
    if (place == newest_.end()) return;
    for (std::int64_t n = place->second; n >= first_; n = at(n).before) f(at(n));
  }
  template <class F>
  void evict_through(std::int64_t time, F&& f) {
    while (!rows_.empty() && rows_.front().row.time <= time) {
      f(rows_.front());
      const auto place = newest_.find(rows_.front().row.key);
      if (place != newest_.end() && place->second == first_) newest_.erase(place);
      rows_.pop_front();
      ++first_;
    }
  }

 private:
  kept& at(std::int64_t number) { return rows_[static_cast<std::size_t>(number - first_)]; }

  std::deque<kept> rows_;
  std::int64_t first_ = 0;
  boost::unordered_flat_map<std::int64_t, std::int64_t> newest_;
};

// `IsLeftOuter`: impressions without a click come out when none can come any more. Time is in microseconds, as the watermark.
template <bool IsLeftOuter>
class interval_join {
 public:
  explicit interval_join(std::int64_t range) : range_(range) {}

  void process(std::span<const event> impressions, std::span<const event> clicks) {
    for (const event& one : impressions) {
      bool is_matched = false;
      clicks_.for_each_of(one.key, [&](const join_rows::kept& other) {
        if (other.row.time < one.time || other.row.time > one.time + range_) return;
        is_matched = true;
        sum_.add(one.value, other.row.value);
      });
      impressions_.add(one, is_matched);
    }
    for (const event& one : clicks) {
      impressions_.for_each_of(one.key, [&](join_rows::kept& other) {
        if (one.time < other.row.time || one.time > other.row.time + range_) return;
        other.was_matched = true;
        sum_.add(other.row.value, one.value);
      });
      if (one.time >= watermark_) clicks_.add(one, false);
    }
    evict();
    if (!impressions.empty())
      watermark_ = std::max(watermark_, std::min(impressions.back().time, clicks.back().time) / 1000 * 1000);
  }
  // A last batch without rows.
  pair_sum finished() {
    process({}, {});
    return sum_;
  }

 private:
  void evict() {
    impressions_.evict_through(watermark_ - range_ - 1000, [&](const join_rows::kept& one) {
      if (IsLeftOuter && !one.was_matched) sum_.add(one.row.value, 0);
    });
    clicks_.evict_through(watermark_ - 1000, [](const join_rows::kept&) {});
  }

  std::int64_t range_;
  std::int64_t watermark_ = 0;
  join_rows impressions_;
  join_rows clicks_;
  pair_sum sum_;
};

}  // namespace hand
