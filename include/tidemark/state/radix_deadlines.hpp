// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The times at which entries of a table are due, where what is due is asked for ever later times: a radix heap.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tidemark {

// As `deadlines`, but what is due comes in no order. A notice lies in the bucket of the highest bit in which its time differs
// from the time taken last. So adding is one append, and taking walks along few buckets, each from front to back: a notice
// moves down at most as often as its time has bits. Times that have passed already are due when next asked.
class radix_deadlines {
 public:
  using number = std::uint32_t;

  void add(std::int64_t time, number entry) {
    place({in_order(time), entry});
    ++size_;
  }

  // Calls take(time, number) for every notice up to this time, and forgets it. `take` may not add others.
  template <class F>
  void take_through(std::int64_t time, F&& take) {
    const std::uint64_t through = in_order(time);
    const std::size_t reached = through > last_ ? bucket_of(through) : 0;
    if (through > last_) last_ = through;
    // Whatever differs from the time taken before in a lower bit than this time does lies below it.
    for (std::size_t b = 0; b <= reached; ++b) {
      moving_.swap(buckets_[b]);
      for (const notice& one : moving_) {
        if (one.time <= through) --size_, take(in_time(one.time), one.entry);
        else place(one);
      }
      moving_.clear();
    }
    if (room() > 4 * size_ + least_room) give_back_room();
  }

  // Forgets the notices that are no longer in force once they are more than those of `live` entries: is_in_force(time, number).
  template <class F>
  void forget_stale(std::size_t live, F&& is_in_force) {
    if (size_ <= 2 * live + 64) return;
    size_ = 0;
    for (auto& bucket : buckets_) {
      std::erase_if(bucket, [&](const notice& one) { return !is_in_force(in_time(one.time), one.entry); });
      size_ += bucket.size();
    }
  }

  std::size_t size() const { return size_; }
  void clear() {
    for (auto& bucket : buckets_) bucket.clear();
    last_ = 0;
    size_ = 0;
  }
  std::size_t bytes_of_memory() const { return room() * sizeof(notice); }

 private:
  struct notice {
    std::uint64_t time;  // in_order
    number entry;
  };

  // Unsigned numbers that are ordered as times are.
  static constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  static constexpr std::uint64_t in_order(std::int64_t time) { return static_cast<std::uint64_t>(time) ^ sign; }
  static constexpr std::int64_t in_time(std::uint64_t ordered) { return static_cast<std::int64_t>(ordered ^ sign); }

  std::size_t bucket_of(std::uint64_t ordered) const {
    return ordered <= last_ ? 0 : static_cast<std::size_t>(std::bit_width(ordered ^ last_));
  }
  void place(const notice& one) { buckets_[bucket_of(one.time)].push_back(one); }

  std::size_t room() const {
    std::size_t notices = moving_.capacity();
    for (const auto& bucket : buckets_) notices += bucket.capacity();
    return notices;
  }
  // A bucket of a high bit is filled once in a long time, with nearly all that there is: so each of them would in the end keep
  // room for that.
  [[gnu::noinline]] void give_back_room() {
    moving_.shrink_to_fit();
    for (auto& bucket : buckets_)
      if (bucket.capacity() > 2 * bucket.size()) bucket.shrink_to_fit();
  }
  static constexpr std::size_t least_room = 64;  // notices

  std::array<std::vector<notice>, 65> buckets_;
  std::vector<notice> moving_;
  std::uint64_t last_ = 0;  // the latest time for which was asked
  std::size_t size_ = 0;
};

}  // namespace tidemark
