// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The times at which entries of a table are due.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace tidemark {

// The deadline of an entry that is never due.
inline constexpr std::int64_t no_deadline = (std::numeric_limits<std::int64_t>::max)();

// A queue of notices (time, number of an entry), the earliest first. A deadline that moves leaves its old notice behind, which
// costs nothing until its time has come: the owner knows the deadline in force and passes over the others. Times are of any
// unit. Taking costs what is taken, asking for nothing due costs nothing.
//
// Notices of the nearest stretch of time are a heap; those beyond wait by their stretch, in no order, until it is the nearest.
// So adding far ahead costs no more than to put a notice down.
class deadlines {
 public:
  using number = std::uint32_t;

  void add(std::int64_t time, number entry) {
    ++size_;
    if (time <= near_end_) {
      near_.emplace_back(time, entry);
      std::push_heap(near_.begin(), near_.end(), std::greater<>{});
    } else {
      if (last_ == nullptr || last_stretch_ != stretch_of(time)) find(*this, stretch_of(time));
      last_->emplace_back(time, entry);
    }
  }

  // Calls take(time, number) for every notice up to this time, and forgets it. `take` may add others; those up to this time are
  // taken too.
  template <class F>
  void take_through(std::int64_t time, F&& take) {
    do {
      while (!near_.empty() && near_.front().first <= time) {
        const auto [due, entry] = near_.front();
        std::pop_heap(near_.begin(), near_.end(), std::greater<>{});
        near_.pop_back();
        --size_;
        take(due, entry);
      }
    } while (near_.empty() && come_nearer(time));
  }

  // Forgets the notices that are no longer in force once they are more than those of `live` entries: is_in_force(time, number).
  template <class F>
  void forget_stale(std::size_t live, F&& is_in_force) {
    if (size_ <= 2 * live + 64) return;
    const auto forget = [&](notices& all) {
      size_ -= std::erase_if(all, [&](const auto& one) { return !is_in_force(one.first, one.second); });
    };
    forget(near_);
    std::make_heap(near_.begin(), near_.end(), std::greater<>{});
    for (auto& [stretch, all] : beyond_) forget(all);
    std::erase_if(beyond_, [](const auto& stretch) { return stretch.second.empty(); });
    last_ = nullptr;
  }

  // A time at or before that of the first notice, whether or not it is in force; no_deadline if there is none.
  std::int64_t earliest() const {
    if (!near_.empty()) return near_.front().first;
    return beyond_.empty() ? no_deadline : beyond_.begin()->first << bits_of_stretch;
  }
  std::size_t size() const { return size_; }
  void clear() { *this = deadlines(); }
  std::size_t bytes_of_memory() const {
    std::size_t room = near_.capacity();
    for (const auto& [stretch, all] : beyond_) room += all.capacity();
    return room * sizeof(notices::value_type);
  }

 private:
  using notices = std::vector<std::pair<std::int64_t, number>>;

  // A million units: a second or a quarter of an hour.
  static constexpr int bits_of_stretch = 20;
  static constexpr std::int64_t stretch_of(std::int64_t time) { return time >> bits_of_stretch; }

  [[gnu::noinline]] static void find(deadlines& all, std::int64_t stretch) {
    all.last_ = &all.beyond_[stretch];
    all.last_stretch_ = stretch;
  }

  // Makes the next stretch the nearest, if it begins by this time. Requires: the nearest one is empty.
  bool come_nearer(std::int64_t time) {
    if (beyond_.empty() || beyond_.begin()->first > stretch_of(time)) return false;
    const auto next = beyond_.begin();
    near_.swap(next->second);
    near_end_ = next->first << bits_of_stretch | ((std::int64_t{1} << bits_of_stretch) - 1);
    std::make_heap(near_.begin(), near_.end(), std::greater<>{});
    beyond_.erase(next);
    last_ = nullptr;
    return true;
  }

  notices near_;  // a heap
  std::int64_t near_end_ = (std::numeric_limits<std::int64_t>::min)();
  std::map<std::int64_t, notices> beyond_;
  notices* last_ = nullptr;  // of `beyond_`, the one asked for last
  std::int64_t last_stretch_ = 0;
  std::size_t size_ = 0;
};

}  // namespace tidemark
