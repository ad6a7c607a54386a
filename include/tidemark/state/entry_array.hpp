// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Entries that lie dense in memory, each under a number that does not change while the entry lives.

#include <tidemark/row/error.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// What is known of an entry beside itself is a bit by number: whether it lives, and whether it has changed. Freed numbers are
// used again, last first. Grows by half: fixed-width entries by realloc, which moves pages, others one by one.
template <class Entry>
class entry_array {
 public:
  using number = std::uint32_t;

  entry_array() = default;
  entry_array(entry_array&& other) noexcept { swap(other); }
  entry_array& operator=(entry_array&& other) noexcept {
    entry_array(std::move(other)).swap(*this);
    return *this;
  }
  ~entry_array() {
    destroy_all();
    release(entries_);
  }

  void swap(entry_array& other) noexcept {
    std::swap(entries_, other.entries_);
    std::swap(capacity_, other.capacity_);
    std::swap(used_, other.used_);
    std::swap(has_changes_, other.has_changes_);
    live_.swap(other.live_);
    changed_.swap(other.changed_);
    freed_.swap(other.freed_);
  }

  // Requires: the entry lives.
  [[gnu::always_inline]] Entry& operator[](number n) { return entries_[n]; }
  [[gnu::always_inline]] const Entry& operator[](number n) const { return entries_[n]; }
  [[gnu::always_inline]] void prefetch(number n) const { __builtin_prefetch(&entries_[n]); }

  std::size_t size() const { return used_ - freed_.size(); }
  std::size_t capacity() const { return capacity_; }
  std::size_t bytes_of_memory() const {
    return capacity_ * sizeof(Entry) + (live_.capacity() + changed_.capacity()) * 8 + freed_.capacity() * sizeof(number);
  }
  bool has_changes() const { return has_changes_; }
  bool lives(number n) const { return n < used_ && (live_[n / 64] >> (n % 64) & 1) != 0; }

  // Takes the entry in, as a changed one.
  number add(Entry&& entry) {
    if (freed_.empty() && used_ == capacity_) set_capacity((std::max)(std::size_t{8}, capacity() + capacity() / 2));
    const number n = freed_.empty() ? used_ : freed_.back();
    std::construct_at(entries_ + n, std::move(entry));
    if (n == used_) ++used_;
    else freed_.pop_back();
    live_[n / 64] |= bit_of(n);
    mark(n);
    return n;
  }

  // Takes the entry in under a number that it had before; settle() must come before add(). Requires: nothing lives there.
  void add_at(number n, Entry&& entry) {
    if (n >= capacity_) set_capacity((std::max)(std::size_t{n} + 1, capacity() + capacity() / 2));
    std::construct_at(entries_ + n, std::move(entry));
    used_ = (std::max)(used_, n + 1);
    live_[n / 64] |= bit_of(n);
    mark(n);
  }
  // All numbers under which nothing lives are free.
  void settle() {
    freed_.clear();
    for (number n = used_; n-- > 0;)
      if (!lives(n)) freed_.push_back(n);
  }

  // Requires: the entry lives.
  void remove(number n) {
    freed_.push_back(n);
    live_[n / 64] &= ~bit_of(n);
    changed_[n / 64] &= ~bit_of(n);
    std::destroy_at(entries_ + n);
  }

  bool is_marked(number n) const { return (changed_[n / 64] & bit_of(n)) != 0; }
  // Set without a test: cheaper than looking first.
  [[gnu::always_inline]] void mark(number n) {
    changed_.data()[n / 64] |= bit_of(n);
    has_changes_ = true;
  }
  void clear_marks() {
    if (has_changes_) std::fill_n(changed_.begin(), words(used_), std::uint64_t{0});
    has_changes_ = false;
  }

  // Calls f(number) in order of numbers. `f` may remove the entry it is given, and may not add one.
  template <class F>
  void for_each(F&& f) const {
    visit(live_, f);
  }
  template <class F>
  void for_each_changed(F&& f) const {
    if (has_changes_) visit(changed_, f);
  }

  std::size_t changed_count() const {
    std::size_t count = 0;
    if (has_changes_)
      for (std::size_t word = 0; word < words(used_); ++word) count += static_cast<std::size_t>(std::popcount(changed_[word]));
    return count;
  }

  void reserve(std::size_t entries) {
    if (entries > capacity_) set_capacity(entries);
  }

  // Keeps the memory.
  void clear() {
    destroy_all();
    std::fill_n(live_.begin(), words(used_), std::uint64_t{0});
    std::fill_n(changed_.begin(), words(used_), std::uint64_t{0});
    has_changes_ = false;
    freed_.clear();
    used_ = 0;
  }

 private:
  static constexpr std::size_t most = 0xfffffffe;
  // realloc knows only malloc's alignment.
  static constexpr bool moves_as_bytes = std::is_trivially_copyable_v<Entry> && alignof(Entry) <= alignof(std::max_align_t);

  [[gnu::always_inline]] static constexpr std::uint64_t bit_of(number n) { return std::uint64_t{1} << (n % 64); }
  static constexpr std::size_t words(std::size_t numbers) { return (numbers + 63) / 64; }

  template <class F>
  void visit(const std::vector<std::uint64_t>& bits, F& f) const {
    for (std::size_t word = 0; word < words(used_); ++word)
      for (std::uint64_t left = bits[word]; left != 0; left &= left - 1)
        f(static_cast<number>(word * 64 + static_cast<unsigned>(std::countr_zero(left))));
  }

  void set_capacity(std::size_t wanted) {
    if (wanted > most && capacity_ < most) wanted = most;
    if (wanted > most)
      throw error("too_many_keys_in_state", "one partition has more than 4294967294 keys in a state; use more partitions");
    live_.resize(words(wanted));
    changed_.resize(words(wanted));
    if constexpr (moves_as_bytes) {
      void* const larger = std::realloc(static_cast<void*>(entries_), wanted * sizeof(Entry));
      if (larger == nullptr) throw std::bad_alloc{};
      entries_ = static_cast<Entry*>(larger);
    } else {
      auto* const larger = static_cast<Entry*>(::operator new(wanted * sizeof(Entry), std::align_val_t{alignof(Entry)}));
      move_all_to(larger);
      release(entries_);
      entries_ = larger;
    }
    capacity_ = static_cast<number>(wanted);
  }

  void move_all_to(Entry* to) noexcept {
    for_each([&](number n) {
      std::construct_at(to + n, std::move(entries_[n]));
      std::destroy_at(entries_ + n);
    });
  }
  void destroy_all() {
    if constexpr (!std::is_trivially_destructible_v<Entry>) for_each([&](number n) { std::destroy_at(entries_ + n); });
  }
  static void release(Entry* entries) {
    if constexpr (moves_as_bytes) std::free(static_cast<void*>(entries));
    else ::operator delete(static_cast<void*>(entries), std::align_val_t{alignof(Entry)});
  }

  Entry* entries_ = nullptr;
  number capacity_ = 0;
  number used_ = 0;
  bool has_changes_ = false;
  std::vector<std::uint64_t> live_;
  std::vector<std::uint64_t> changed_;
  std::vector<number> freed_;
};

}  // namespace tidemark
