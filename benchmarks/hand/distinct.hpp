// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The different values of a tumbling window, counted by hand: one flat set a window.

#include "event.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>

namespace hand {

// Over the windows that were closed, in any order.
struct counted_windows {
  std::uint64_t windows = 0;
  std::uint64_t sum = 0;

  void add(std::int64_t start, std::int64_t count) {
    ++windows;
    sum += (static_cast<std::uint64_t>(start) ^ static_cast<std::uint64_t>(count) * 0xd6e8feb86659fd93) * 0x9e3779b97f4a7c15;
  }
  friend bool operator==(const counted_windows&, const counted_windows&) = default;
};

// The set at hand is cached; windows close between batches.
class distinct {
 public:
  explicit distinct(std::int64_t width) : width_(width) {}

  [[gnu::noinline]] void process(std::span<const event> batch) {
    std::int64_t observed = observed_;
    std::int64_t start = -1;
    set* seen = nullptr;
    for (const event& one : batch) {
      observed = std::max(observed, one.time);
      if (start < 0 || static_cast<std::uint64_t>(one.time - start) >= static_cast<std::uint64_t>(width_)) {
        start = one.time / width_ * width_;
        seen = start + width_ <= watermark_ ? nullptr : &windows_[start];
      }
      if (seen != nullptr) seen->insert(one.key);
    }
    observed_ = observed;
    watermark_ = std::max(watermark_, observed_ / 1000 * 1000);
    for (; !windows_.empty() && windows_.begin()->first + width_ <= watermark_; windows_.erase(windows_.begin()))
      closed_.add(windows_.begin()->first, static_cast<std::int64_t>(windows_.begin()->second.size()));
  }
  const counted_windows& closed() const { return closed_; }

 private:
  using set = boost::unordered_flat_set<std::int64_t>;

  std::int64_t width_;
  std::int64_t observed_ = 0;
  std::int64_t watermark_ = 0;
  std::map<std::int64_t, set> windows_;
  counted_windows closed_;
};

}  // namespace hand
