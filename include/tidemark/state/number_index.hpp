// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A hash index that knows no keys: it finds the numbers that were put under a hash.

#include <tidemark/state/index_group.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace tidemark {

// Numbers under hashes, in groups of one cache line; a full group sends on to another. Does not grow by
// itself, since it cannot hash a number: when is_full(), whoever owns it makes a larger one and puts the numbers in again.
//
// Filled to at most 9 of 12 places. The top bits of the hash choose the first group, so they have to be good.
class number_index {
 public:
  using number = std::uint32_t;
  static constexpr number none = 0xffffffff;
  static constexpr std::size_t fill = 9;  // of index_group::places

  number_index() = default;
  explicit number_index(std::size_t group_count) : shift_(64 - std::countr_zero(group_count)), free_(group_count * fill) {
    groups_ = static_cast<index_group*>(::operator new(group_count * sizeof(index_group), alignment));
    std::memset(static_cast<void*>(groups_), 0, group_count * sizeof(index_group));
  }
  number_index(number_index&& other) noexcept { swap(other); }
  number_index& operator=(number_index&& other) noexcept {
    number_index(std::move(other)).swap(*this);
    return *this;
  }
  ~number_index() {
    if (groups_ != empty_) ::operator delete(groups_, alignment);
  }

  void swap(number_index& other) noexcept {
    std::swap(groups_, other.groups_);
    std::swap(shift_, other.shift_);
    std::swap(free_, other.free_);
  }

  // A power of two, at least 2, that holds so many numbers.
  static std::size_t groups_for(std::size_t numbers) {
    const std::size_t groups = std::bit_ceil((numbers + fill - 1) / fill);
    return groups < 2 ? 2 : groups;
  }
  std::size_t group_count() const { return std::size_t{1} << (64 - shift_); }
  // Whether there are more than so many groups; for a constant a single comparison.
  [[gnu::always_inline]] bool has_more_groups_than(std::size_t most) const {
    return shift_ < 65 - static_cast<int>(std::bit_width(most));
  }
  std::size_t capacity() const { return groups_ == empty_ ? 0 : group_count() * fill; }
  std::size_t bytes_of_memory() const { return groups_ == empty_ ? 0 : group_count() * sizeof(index_group); }

  // The number under this hash for which is(number) is true; if there is none, what missing() gives. `is` is asked for one in
  // 255 wrong numbers too.
  template <class Is, class Missing>
  [[gnu::always_inline]] number find(std::uint64_t hash, Is&& is, Missing&& missing) const {
    const index_group* group = &groups_[hash >> shift_];
    while (true) {
      for (unsigned matches = group->matches(hash); matches != 0; matches &= matches - 1) {
        const number candidate = group->numbers[first_of(matches)];
        if (is(candidate)) [[likely]]
          return candidate;
      }
      if (!group->was_passed()) [[likely]]
        break;
      group = further(*this, hash, group);
      if (group == nullptr) break;
    }
    return missing();
  }
  template <class Is>
  [[gnu::always_inline]] number find(std::uint64_t hash, Is&& is) const {
    return find(hash, is, [] { return none; });
  }

  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { __builtin_prefetch(&groups_[hash >> shift_]); }
  // The first number with the hash's tag in its first group, or none: very probably the number sought. Without a branch:
  // whether there is one cannot be foretold where many are new.
  [[gnu::always_inline]] number candidate(std::uint64_t hash) const {
    const index_group& group = groups_[hash >> shift_];
    const unsigned matches = group.matches(hash);
    const number first = group.numbers[first_of(matches | 1U << (index_group::places - 1))];
    return matches == 0 ? none : first;
  }

  bool is_full() const { return free_ == 0; }

  // Requires: not is_full(), and the number is not there.
  void insert(std::uint64_t hash, number value) {
    std::size_t at = hash >> shift_;
    while (true) {
      index_group& group = groups_[at];
      if (const unsigned places = group.free_places(); places != 0) {
        const unsigned slot = first_of(places);
        group.tags[slot] = index_group::tag_of(hash);
        group.numbers[slot] = value;
        --free_;
        return;
      }
      group.overflow = static_cast<std::uint8_t>(group.overflow | index_group::overflow_bit_of(hash));
      at = after(at, hash);
    }
  }

  // Requires: the number is there under this hash. A slot of a group that was passed is not counted as free again: it still
  // lengthens searches, so after many erasures the index becomes full, and is made anew.
  void erase(std::uint64_t hash, number value) {
    for (std::size_t at = hash >> shift_;; at = after(at, hash)) {
      index_group& group = groups_[at];
      for (unsigned matches = group.matches(hash); matches != 0; matches &= matches - 1) {
        const unsigned slot = first_of(matches);
        if (group.numbers[slot] != value) continue;
        group.tags[slot] = 0;
        if (group.overflow == 0) ++free_;
        return;
      }
    }
  }

  // Keeps the memory.
  void clear() {
    if (groups_ == empty_) return;
    std::memset(static_cast<void*>(groups_), 0, bytes_of_memory());
    free_ = capacity();
  }

 private:
  [[gnu::always_inline]] static unsigned first_of(unsigned bits) { return static_cast<unsigned>(std::countr_zero(bits)); }

  // The next group of a search. The steps of a hash are its own and odd, so that it comes by all groups.
  std::size_t after(std::size_t at, std::uint64_t hash) const { return (at + (hash >> 11 | 1)) & (group_count() - 1); }

  // Not in line, and given nothing by reference that the row path keeps in registers.
  [[gnu::noinline]] static const index_group* further(const number_index& index, std::uint64_t hash, const index_group* group) {
    if (!group->was_passed_by(hash)) return nullptr;
    return &index.groups_[index.after(static_cast<std::size_t>(group - index.groups_), hash)];
  }

  static constexpr std::align_val_t alignment{alignof(index_group)};
  static inline constinit index_group empty_[2]{};  // never written: an index on it is full

  index_group* groups_ = empty_;
  int shift_ = 63;
  std::size_t free_ = 0;
};

}  // namespace tidemark
