// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Entries that are known by their numbers, in memory and in the image, and which of them changed or left since the last commit.

#include <tidemark/state/entry_array.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tidemark {

// What the sides of joins are built on. A number is an entry's own while it is kept, also over a restart.
template <class Entry>
class numbered_rows {
 public:
  using entry = Entry;
  using number = std::uint32_t;
  static constexpr number none = 0xffffffff;
  static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

  std::size_t size() const { return entries_.size(); }
  bool lives(number n) const { return entries_.lives(n); }
  const Entry& at(number n) const { return entries_[n]; }
  // The entry was added or marked since the last commit.
  bool has_changed(number n) const { return entries_.is_marked(n); }

  // Both ends: an entry may lie over two lines of the cache.
  [[gnu::always_inline]] void prefetch(number n) const {
    const char* const begin = reinterpret_cast<const char*>(&entries_[n]);
    __builtin_prefetch(begin);
    __builtin_prefetch(begin + sizeof(Entry) - 1);
  }
  // The entries fill most of a second-level cache of 1/2 MiB.
  bool is_large() const { return entries_.size() * sizeof(Entry) > std::size_t{384} << 10; }

  // Calls f(number, entry) for the entries that has_changed, and f(number) for those that were removed and are not there.
  template <class F>
  void for_each_changed(F&& f) const {
    entries_.for_each_changed([&](number n) { f(n, entries_[n]); });
  }
  template <class F>
  void for_each_removed(F&& f) const {
    for (const number n : removed_)
      if (!entries_.lives(n)) f(n);
  }
  template <class F>
  void for_each(F&& f) const {
    entries_.for_each([&](number n) { f(n, entries_[n]); });
  }
  void commit() {
    entries_.clear_marks();
    removed_.clear();
  }

 protected:
  Entry& operator[](number n) { return entries_[n]; }
  const Entry& operator[](number n) const { return entries_[n]; }
  void mark(number n) { entries_.mark(n); }
  number add_entry(Entry&& one) { return entries_.add(std::move(one)); }
  void remove_entry(number n) {
    entries_.remove(n);
    removed_.push_back(n);
  }
  // Of an image: an entry under the number that it had. `settle` must follow the last one.
  void put_entry(number n, Entry&& one) { entries_.add_at(n, std::move(one)); }
  void settle() { entries_.settle(); }
  void clear_entries() {
    entries_.clear();
    removed_.clear();
  }
  std::size_t bytes_of_entries() const { return entries_.bytes_of_memory() + removed_.capacity() * sizeof(number); }

 private:
  entry_array<Entry> entries_;
  std::vector<number> removed_;  // since the last commit
};

}  // namespace tidemark
