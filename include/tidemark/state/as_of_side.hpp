// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that later ones of another stream look back at: of each key the newest at or before a time.

#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/numbered_rows.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tidemark {

// Kept: of each key the rows by time, one a time. Let go, at a watermark: rows of a key that a newer one at or before it has
// taken the place of, and rows that are too old for whoever comes behind it.
//
// The rows of a key are a treap: a search tree by time that is a heap by a hash of the rows' numbers, so it stays balanced in
// whatever order they come, and needs no memory beside the entries. Its root is with the key. Each row has a number that is its
// own while it is kept, also over a restart. Adding, finding and letting go of a row cost the logarithm of its key's rows.
template <class R>
struct as_of_entry {
  R row;
  std::int64_t time;  // in microseconds, as all times here
  std::uint32_t key;
  std::int64_t due;  // the notice in force: its time, then that from which on it is too old
  std::uint32_t earlier;
  std::uint32_t later;
};

// A row has changed when it was added, or another took its place.
template <class R>
class as_of_side : public numbered_rows<as_of_entry<R>> {
  using base = numbered_rows<as_of_entry<R>>;

 public:
  using base::never;
  using base::none;
  using typename base::entry;
  using typename base::number;

  // A row of the same key and time gives way to it.
  void add(R&& row, std::int64_t time, number key, number& root) {
    if (const number same = newest_through(root, time); same != none && (*this)[same].time == time) {
      (*this)[same].row = std::move(row);
      this->mark(same);
      return;
    }
    const number n = this->add_entry({std::move(row), time, key, time, none, none});
    due_.add(time, n);
    link(n, root);
  }
  void remove(number n, number& root) {
    unlink(n, root);
    this->remove_entry(n);
  }

  // The newest row at or before this time, or none.
  number newest_through(number root, std::int64_t time) const {
    number found = none;
    for (number n = root; n != none;) {
      const bool is_through = (*this)[n].time <= time;
      if (is_through) found = n;
      n = is_through ? (*this)[n].later : (*this)[n].earlier;
    }
    return found;
  }

  // Several searches side by side, so that their cache misses overlap: from the root `at`, for the newest row at or before
  // `time`.
  struct search {
    number at = none;
    std::int64_t time = 0;
    number found = none;
  };
  void prefetch_root(number root) const {
    if (root != none) this->prefetch(root);
  }
  void find_newest(std::span<search> all) const {
    for (bool is_open = true; is_open;) {
      is_open = false;
      for (search& one : all) {
        if (one.at == none) continue;
        const entry& here = (*this)[one.at];
        const bool is_through = here.time <= one.time;
        if (is_through) one.found = one.at;
        one.at = is_through ? here.later : here.earlier;
        if (one.at == none) continue;
        this->prefetch(one.at);
        is_open = true;
      }
    }
  }

  // Lets go of the rows that nobody behind this time looks back at. A row is too old when it is older than `tolerance`, or
  // `never`. `root_of(key)` is the root of a key, and `gone(key)` is called when its last row has left. Costs the rows whose
  // time has come, or which have become too old.
  template <class RootOf, class Gone>
  void let_go(std::int64_t through, std::int64_t tolerance, RootOf&& root_of, Gone&& gone) {
    due_.take_through(through, [&](std::int64_t at, number n) {
      if (!is_due(at, n)) return;
      const number key = (*this)[n].key;
      number& root = root_of(key);
      const number newest = newest_through(root, through);
      const std::int64_t time = (*this)[newest].time;
      number earlier = none;
      split(std::exchange(root, none), time, earlier, root);
      drop_all(earlier);
      const std::int64_t too_old_at = tolerance == never ? never : saturating_add(time, tolerance);
      (*this)[newest].due = too_old_at;
      if (too_old_at <= through) {
        remove(newest, root);
        if (root == none) gone(key);
      } else if (too_old_at != never) {
        due_.add(too_old_at, newest);
      }
    });
    due_.forget_stale(this->size(), [this](std::int64_t at, number n) { return is_due(at, n); });
  }

  // Of an image: a row under the number that it had. `loaded` must follow the last one.
  void put(number n, R&& row, std::int64_t time, number key, number& root) {
    this->put_entry(n, {std::move(row), time, key, time, none, none});
    link(n, root);
  }
  void loaded() {
    this->settle();
    due_.clear();
    this->for_each([this](number n, const entry& one) { due_.add(one.due, n); });
  }

  void clear() {
    this->clear_entries();
    due_.clear();
  }
  std::size_t bytes_of_memory() const { return this->bytes_of_entries() + due_.bytes_of_memory(); }

 private:
  bool is_due(std::int64_t at, number n) const { return this->lives(n) && (*this)[n].due == at; }
  // All rows below a node, and itself.
  void drop_all(number n) {
    while (n != none) {
      drop_all((*this)[n].earlier);
      const number later = (*this)[n].later;
      this->remove_entry(n);
      n = later;
    }
  }

  // Which of two rows stands nearer to the root.
  static bool outranks(number a, number b) { return memory_hash<number>::of(a) > memory_hash<number>::of(b); }

  // Puts the row where it outranks all below, and parts these by its time.
  void link(number n, number& root) {
    const std::int64_t time = (*this)[n].time;
    number* place = &root;
    while (*place != none && outranks(*place, n)) place = &towards(*place, time);
    split(std::exchange(*place, n), time, (*this)[n].earlier, (*this)[n].later);
  }
  // Parts a tree into the rows before a time and the others.
  void split(number below, std::int64_t time, number& before, number& others) {
    number* earlier = &before;
    number* later = &others;
    while (below != none) {
      if ((*this)[below].time < time) {
        *std::exchange(earlier, &(*this)[below].later) = below;
        below = *earlier;
      } else {
        *std::exchange(later, &(*this)[below].earlier) = below;
        below = *later;
      }
    }
    *earlier = none;
    *later = none;
  }
  // Puts what is below the row in its place.
  void unlink(number n, number& root) {
    number* place = &root;
    while (*place != n) place = &towards(*place, (*this)[n].time);
    number earlier = (*this)[n].earlier;
    number later = (*this)[n].later;
    while (earlier != none && later != none) {
      if (outranks(earlier, later)) {
        *std::exchange(place, &(*this)[earlier].later) = earlier;
        earlier = *place;
      } else {
        *std::exchange(place, &(*this)[later].earlier) = later;
        later = *place;
      }
    }
    *place = earlier != none ? earlier : later;
  }
  number& towards(number n, std::int64_t time) { return time < (*this)[n].time ? (*this)[n].earlier : (*this)[n].later; }

  deadlines due_;
};

}  // namespace tidemark
