// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Count and sum by key and tumbling window, written by hand around a table of choice: what stays the same for all tables.

#include "event.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>

namespace hand {

struct totals {
  std::int64_t count = 0;
  std::int64_t sum = 0;
};

// A sum over all rows of closed windows, in any order within a window: two programs that agree have the same.
struct checksum {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;

  void add(std::int64_t window, std::int64_t key, const totals& value) {
    ++rows;
    std::uint64_t row = 0;
    for (const std::int64_t part : {window, key, value.count, value.sum})
      row = (row ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15;
    sum += row ^ row >> 32;
  }
  friend bool operator==(const checksum&, const checksum&) = default;
};

// Tumbling windows over `Table`, one table a window; the window at hand is cached, late rows are looked for when it changes,
// and windows close between batches. `Table` has add(key, value), reserve(n), size() and for_each(f(key, totals)).
template <class Table>
class tumbling {
 public:
  tumbling(std::int64_t width, std::int64_t delay) : width_(width), delay_(delay) {}

  [[gnu::noinline]] void process(std::span<const event> batch) {
    std::int64_t start = start_;
    std::int64_t observed = observed_;
    Table* table = table_;
    for (const event& one : batch) {
      observed = std::max(observed, one.time);
      if (static_cast<std::uint64_t>(one.time) - static_cast<std::uint64_t>(start) >= static_cast<std::uint64_t>(width_)) {
        start = one.time / width_ * width_;
        table = start + width_ <= watermark_ ? nullptr : &table_of(*this, start);
      }
      if (table == nullptr) continue;
      table->add(one.key, one.value);
    }
    start_ = start;
    observed_ = observed;
    table_ = table;
    close(observed - delay_);
  }

  // Closes what has ended at this time.
  void close(std::int64_t watermark) {
    watermark_ = std::max(watermark_, watermark);
    while (!windows_.empty() && windows_.begin()->first + width_ <= watermark_) {
      auto& [start, table] = *windows_.begin();
      table.for_each([&](std::int64_t key, const totals& value) { closed_.add(start, key, value); });
      expected_ = table.size();
      windows_.erase(windows_.begin());
      start_ = none;
      table_ = nullptr;
    }
  }
  const checksum& closed() const { return closed_; }

 private:
  static constexpr std::int64_t none = (std::numeric_limits<std::int64_t>::min)();

  [[gnu::noinline]] static Table& table_of(tumbling& all, std::int64_t start) {
    const auto [place, is_new] = all.windows_.try_emplace(start);
    if (is_new) place->second.reserve(all.expected_);
    return place->second;
  }

  std::int64_t width_;
  std::int64_t delay_;
  std::int64_t start_ = none;
  std::int64_t observed_ = none / 2;
  std::int64_t watermark_ = none;
  Table* table_ = nullptr;
  std::map<std::int64_t, Table> windows_;
  std::size_t expected_ = 0;
  checksum closed_;
};

}  // namespace hand
