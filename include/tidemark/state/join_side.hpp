// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that a join keeps of one side: chained by key, and known by the time at which they leave.

#include <tidemark/state/entry_array.hpp>
#include <tidemark/state/radix_deadlines.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tidemark {

// Each row has a number that is its own while it is kept, also over a restart. Rows of a key form a chain, the newest first;
// its first number is with the key. Taking out the rows that leave costs what leaves. References to rows are good until the
// next one is added.
template <class R>
class join_side {
 public:
  using row_type = R;
  using number = std::uint32_t;
  static constexpr number none = 0xffffffff;
  static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

  struct entry {
    R row;
    std::int64_t leaves_at;  // in microseconds
    number key;  // the number of its key, or none: the row is in no chain
    number previous;
    number next;
    bool was_matched;
  };

  std::size_t size() const { return entries_.size(); }
  bool lives(number n) const { return entries_.lives(n); }
  const entry& at(number n) const { return entries_[n]; }
  // The row was added, or matched for the first time, since the last commit.
  bool has_changed(number n) const { return entries_.is_marked(n); }

  // Adds a row in front of the chain that begins with `first`.
  number add(entry&& one, number& first) {
    const number n = entries_.add(std::move(one));
    if (entries_[n].leaves_at != never) due_.add(entries_[n].leaves_at, n);
    link(n, first);
    return n;
  }
  // Takes it out of its chain.
  void remove(number n, number& first) {
    const entry& gone = entries_[n];
    if (gone.previous != none) entries_[gone.previous].next = gone.next;
    else if (first == n) first = gone.next;
    if (gone.next != none) entries_[gone.next].previous = gone.previous;
    entries_.remove(n);
    removed_.push_back(n);
  }
  void note_match(number n) {
    if (entries_[n].was_matched) return;
    entries_[n].was_matched = true;
    entries_.mark(n);
  }

  // Calls leave(number) for each row that leaves at or before this time, in no order. It must remove that row.
  template <class F>
  void take_leaving(std::int64_t through, F&& leave) {
    due_.take_through(through, [&](std::int64_t at, number n) {
      if (is_due(at, n)) leave(n);
    });
    due_.forget_stale(entries_.size(), [this](std::int64_t at, number n) { return is_due(at, n); });
  }

  // Calls f(number, entry) for the rows that has_changed, and f(number) for those that were removed and are not there.
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

  // Of an image: a row under the number that it had. `loaded` must follow the last one.
  void put(number n, entry&& one, number& first) {
    entries_.add_at(n, std::move(one));
    link(n, first);
  }
  void loaded() {
    entries_.settle();
    due_.clear();
    entries_.for_each([this](number n) {
      if (entries_[n].leaves_at != never) due_.add(entries_[n].leaves_at, n);
    });
  }

  void clear() {
    entries_.clear();
    due_.clear();
    removed_.clear();
  }
  std::size_t bytes_of_memory() const {
    return entries_.bytes_of_memory() + due_.bytes_of_memory() + removed_.capacity() * sizeof(number);
  }

 private:
  bool is_due(std::int64_t at, number n) const { return entries_.lives(n) && entries_[n].leaves_at == at; }

  void link(number n, number& first) {
    entry& added = entries_[n];
    added.previous = none;
    added.next = none;
    if (added.key == none) return;
    added.next = first;
    if (first != none) entries_[first].previous = n;
    first = n;
  }

  entry_array<entry> entries_;
  radix_deadlines due_;
  std::vector<number> removed_;  // since the last commit
};

}  // namespace tidemark
