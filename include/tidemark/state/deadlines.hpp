// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The times at which entries of a table are due.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace tidemark {

// The deadline of an entry that is never due.
inline constexpr std::int64_t no_deadline = (std::numeric_limits<std::int64_t>::max)();

// A queue of notices (time, number of an entry), the earliest first. A deadline that moves leaves its old notice behind, which
// costs nothing until its time has come: the owner knows the deadline in force and passes over the others. Times are of any
// unit. Taking costs what is taken, asking for nothing due costs nothing.
class deadlines {
 public:
  using number = std::uint32_t;

  void add(std::int64_t time, number entry) {
    notices_.emplace_back(time, entry);
    std::push_heap(notices_.begin(), notices_.end(), std::greater<>{});
  }

  // Calls take(time, number) for every notice up to this time, and forgets it. `take` may add others; those up to this time are
  // taken too.
  template <class F>
  void take_through(std::int64_t time, F&& take) {
    while (!notices_.empty() && notices_.front().first <= time) {
      const auto [due, entry] = notices_.front();
      std::pop_heap(notices_.begin(), notices_.end(), std::greater<>{});
      notices_.pop_back();
      take(due, entry);
    }
  }

  // Forgets the notices that are no longer in force once they are more than those of `live` entries: is_in_force(time, number).
  template <class F>
  void forget_stale(std::size_t live, F&& is_in_force) {
    if (notices_.size() <= 2 * live + 64) return;
    std::erase_if(notices_, [&](const auto& one) { return !is_in_force(one.first, one.second); });
    std::make_heap(notices_.begin(), notices_.end(), std::greater<>{});
  }

  // The time of the first notice, whether or not it is in force; no_deadline if there is none.
  std::int64_t earliest() const { return notices_.empty() ? no_deadline : notices_.front().first; }
  std::size_t size() const { return notices_.size(); }
  void clear() { notices_.clear(); }
  std::size_t bytes_of_memory() const { return notices_.capacity() * sizeof(notices_[0]); }

 private:
  std::vector<std::pair<std::int64_t, number>> notices_;  // a heap
};

}  // namespace tidemark
