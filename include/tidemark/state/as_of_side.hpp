// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that later ones of another stream look back at: of each key the newest at or before a time.

#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/entry_array.hpp>
#include <tidemark/state/memory_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tidemark {

// Kept: of each key the rows by time, one a time. Let go, at a watermark: rows of a key that a newer one at or before it has
// taken the place of, and rows that are too old for whoever comes behind it.
//
// The rows of a key are a treap: a search tree by time that is a heap by a hash of the rows' numbers, so it stays balanced in
// whatever order they come, and needs no memory beside the entries. Its root is with the key. Each row has a number that is its
// own while it is kept, also over a restart. Adding, finding and letting go of a row cost the logarithm of its key's rows.
template <class R>
class as_of_side {
 public:
  using number = std::uint32_t;
  static constexpr number none = 0xffffffff;
  static constexpr std::int64_t never = (std::numeric_limits<std::int64_t>::max)();

  struct entry {
    R row;
    std::int64_t time;  // in microseconds, as all times here
    number key;
    std::int64_t due;  // the notice in force: its time, then that from which on it is too old
    number earlier;
    number later;
  };

  std::size_t size() const { return entries_.size(); }
  bool lives(number n) const { return entries_.lives(n); }
  const entry& at(number n) const { return entries_[n]; }

  // A row of the same key and time gives way to it.
  void add(R&& row, std::int64_t time, number key, number& root) {
    if (const number same = newest_through(root, time); same != none && entries_[same].time == time) {
      entries_[same].row = std::move(row);
      entries_.mark(same);
      return;
    }
    const number n = entries_.add({std::move(row), time, key, time, none, none});
    due_.add(time, n);
    link(n, root);
  }
  void remove(number n, number& root) {
    unlink(n, root);
    drop(n);
  }

  // The newest row at or before this time, or none.
  number newest_through(number root, std::int64_t time) const {
    number found = none;
    for (number n = root; n != none;) {
      const bool is_through = entries_[n].time <= time;
      if (is_through) found = n;
      n = is_through ? entries_[n].later : entries_[n].earlier;
    }
    return found;
  }

  // Lets go of the rows that nobody behind this time looks back at. A row is too old when it is older than `tolerance`, or
  // `never`. `root_of(key)` is the root of a key, and `gone(key)` is called when its last row has left. Costs the rows whose
  // time has come, or which have become too old.
  template <class RootOf, class Gone>
  void let_go(std::int64_t through, std::int64_t tolerance, RootOf&& root_of, Gone&& gone) {
    due_.take_through(through, [&](std::int64_t at, number n) {
      if (!is_due(at, n)) return;
      const number key = entries_[n].key;
      number& root = root_of(key);
      const number newest = newest_through(root, through);
      const std::int64_t time = entries_[newest].time;
      number earlier = none;
      split(std::exchange(root, none), time, earlier, root);
      drop_all(earlier);
      const std::int64_t too_old_at = tolerance == never ? never : saturating_add(time, tolerance);
      entries_[newest].due = too_old_at;
      if (too_old_at <= through) {
        remove(newest, root);
        if (root == none) gone(key);
      } else if (too_old_at != never) {
        due_.add(too_old_at, newest);
      }
    });
    due_.forget_stale(entries_.size(), [this](std::int64_t at, number n) { return is_due(at, n); });
  }

  // Calls f(number, entry) for the rows that were added or replaced since the last commit, and f(number) for those that were
  // removed and are not there.
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
  void put(number n, R&& row, std::int64_t time, number key, number& root) {
    entries_.add_at(n, {std::move(row), time, key, time, none, none});
    link(n, root);
  }
  void loaded() {
    entries_.settle();
    due_.clear();
    entries_.for_each([this](number n) { due_.add(entries_[n].due, n); });
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
  bool is_due(std::int64_t at, number n) const { return entries_.lives(n) && entries_[n].due == at; }
  void drop(number n) {
    entries_.remove(n);
    removed_.push_back(n);
  }
  // All rows below a node, and itself.
  void drop_all(number n) {
    while (n != none) {
      drop_all(entries_[n].earlier);
      const number later = entries_[n].later;
      drop(n);
      n = later;
    }
  }

  // Which of two rows stands nearer to the root.
  static bool outranks(number a, number b) { return memory_hash<number>::of(a) > memory_hash<number>::of(b); }

  // Puts the row where it outranks all below, and parts these by its time.
  void link(number n, number& root) {
    const std::int64_t time = entries_[n].time;
    number* place = &root;
    while (*place != none && outranks(*place, n)) place = &towards(*place, time);
    split(std::exchange(*place, n), time, entries_[n].earlier, entries_[n].later);
  }
  // Parts a tree into the rows before a time and the others.
  void split(number below, std::int64_t time, number& before, number& others) {
    number* earlier = &before;
    number* later = &others;
    while (below != none) {
      if (entries_[below].time < time) {
        *std::exchange(earlier, &entries_[below].later) = below;
        below = *earlier;
      } else {
        *std::exchange(later, &entries_[below].earlier) = below;
        below = *later;
      }
    }
    *earlier = none;
    *later = none;
  }
  // Puts what is below the row in its place.
  void unlink(number n, number& root) {
    number* place = &root;
    while (*place != n) place = &towards(*place, entries_[n].time);
    number earlier = entries_[n].earlier;
    number later = entries_[n].later;
    while (earlier != none && later != none) {
      if (outranks(earlier, later)) {
        *std::exchange(place, &entries_[earlier].later) = earlier;
        earlier = *place;
      } else {
        *std::exchange(place, &entries_[later].earlier) = later;
        later = *place;
      }
    }
    *place = earlier != none ? earlier : later;
  }
  number& towards(number n, std::int64_t time) { return time < entries_[n].time ? entries_[n].earlier : entries_[n].later; }

  entry_array<entry> entries_;
  deadlines due_;
  std::vector<number> removed_;  // since the last commit
};

}  // namespace tidemark
