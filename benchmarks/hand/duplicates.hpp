// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Dropping duplicates by hand: flat sets, and what ends by the second in which it ends.

#include "event.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace hand {

// Over the rows that are kept, in any order.
struct kept_rows {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;

  void add(std::int64_t key, std::int64_t time) {
    ++rows;
    sum += (static_cast<std::uint64_t>(key) ^ static_cast<std::uint64_t>(time) * 0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15;
  }
  friend bool operator==(const kept_rows&, const kept_rows&) = default;
};

constexpr std::int64_t second = 1'000'000;

// By key and time: one set a second, dropped when the watermark has passed it; the one it is in is looked through.
class duplicates_by_time {
 public:
  explicit duplicates_by_time(std::int64_t delay) : delay_(delay) {}

  [[gnu::noinline]] void process(std::span<const event> batch) {
    std::int64_t observed = observed_;
    kept_rows kept = kept_;
    std::int64_t at = -1;
    keys* known = nullptr;
    for (const event& one : batch) {
      observed = std::max(observed, one.time);
      if (one.time <= late_) continue;
      if (one.time / second != at) {
        at = one.time / second;
        known = &seconds_[at];
      }
      if (known->emplace(one.key, one.time).second) kept.add(one.key, one.time);
    }
    observed_ = observed;
    kept_ = kept;
    late_ = watermark_;
    forget();
    watermark_ = std::max(watermark_, observed_ / 1000 * 1000 - delay_);
  }
  const kept_rows& kept() const { return kept_; }

 private:
  struct hash {
    std::size_t operator()(const std::pair<std::int64_t, std::int64_t>& key) const {
      __extension__ using wide = unsigned __int128;
      const wide product = static_cast<wide>(static_cast<std::uint64_t>(key.first) ^ 0x243f6a8885a308d3) *
                           (static_cast<std::uint64_t>(key.second) ^ 0x9e3779b97f4a7c15);
      return static_cast<std::size_t>(product) ^ static_cast<std::size_t>(product >> 64);
    }
    using is_avalanching = void;
  };
  using keys = boost::unordered_flat_set<std::pair<std::int64_t, std::int64_t>, hash>;

  void forget() {
    while (!seconds_.empty() && (seconds_.begin()->first + 1) * second - 1 <= watermark_) seconds_.erase(seconds_.begin());
    if (!seconds_.empty() && seconds_.begin()->first == watermark_ / second)
      erase_if(seconds_.begin()->second, [this](const auto& key) { return key.second <= watermark_; });
  }

  std::int64_t delay_;
  std::int64_t observed_ = 0;
  std::int64_t late_ = 0;
  std::int64_t watermark_ = 0;
  std::map<std::int64_t, keys> seconds_;
  kept_rows kept_;
};

// By key within the delay: one set, and the keys by the second in which they are forgotten.
class duplicates_within {
 public:
  explicit duplicates_within(std::int64_t delay) : delay_(delay) {}

  [[gnu::noinline]] void process(std::span<const event> batch) {
    std::int64_t observed = observed_;
    kept_rows kept = kept_;
    for (const event& one : batch) {
      observed = std::max(observed, one.time);
      if (one.time <= late_) continue;
      if (!known_.insert(one.key).second) continue;
      kept.add(one.key, one.time);
      const std::int64_t expires = one.time + delay_;
      seconds_[expires / second].emplace_back(expires, one.key);
    }
    observed_ = observed;
    kept_ = kept;
    late_ = watermark_;
    forget();
    watermark_ = std::max(watermark_, observed_ / 1000 * 1000 - delay_);
  }
  const kept_rows& kept() const { return kept_; }

 private:
  void forget() {
    const auto is_due = [this](const auto& one) {
      if (one.first > watermark_) return false;
      known_.erase(one.second);
      return true;
    };
    while (!seconds_.empty() && seconds_.begin()->first <= watermark_ / second) {
      auto& keys = seconds_.begin()->second;
      std::erase_if(keys, is_due);
      if (!keys.empty()) return;
      seconds_.erase(seconds_.begin());
    }
  }

  std::int64_t delay_;
  std::int64_t observed_ = 0;
  std::int64_t late_ = 0;
  std::int64_t watermark_ = 0;
  boost::unordered_flat_set<std::int64_t> known_;
  std::map<std::int64_t, std::vector<std::pair<std::int64_t, std::int64_t>>> seconds_;
  kept_rows kept_;
};

}  // namespace hand
