// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that a join keeps of one side: chained by key, and known by the time at which they leave.

#include <tidemark/state/numbered_rows.hpp>
#include <tidemark/state/radix_deadlines.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tidemark {

// Each row has a number that is its own while it is kept, also over a restart. Rows of a key form a chain, the newest first;
// its first number is with the key. Taking out the rows that leave costs what leaves. References to rows are good until the
// next one is added.
template <class R>
struct join_entry {
  R row;
  std::int64_t leaves_at;  // in microseconds
  std::uint32_t key;  // the number of its key, or none: the row is in no chain
  std::uint32_t previous;
  std::uint32_t next;
  bool was_matched;
};

// A row has changed when it was added, or matched for the first time.
template <class R>
class join_side : public numbered_rows<join_entry<R>> {
  using base = numbered_rows<join_entry<R>>;

 public:
  using row_type = R;
  using base::never;
  using base::none;
  using typename base::entry;
  using typename base::number;

  // Adds a row in front of the chain that begins with `first`.
  number add(entry&& one, number& first) {
    const number n = this->add_entry(std::move(one));
    note_leaving(n);
    link(n, first);
    return n;
  }
  // Takes it out of its chain.
  void remove(number n, number& first) {
    const entry& gone = (*this)[n];
    if (gone.previous != none) (*this)[gone.previous].next = gone.next;
    else if (first == n) first = gone.next;
    if (gone.next != none) (*this)[gone.next].previous = gone.previous;
    this->remove_entry(n);
  }
  void note_match(number n) {
    if ((*this)[n].was_matched) return;
    (*this)[n].was_matched = true;
    this->mark(n);
  }

  // Calls leave(number) for each row that leaves at or before this time, in no order. It must remove that row.
  template <class F>
  void take_leaving(std::int64_t through, F&& leave) {
    due_.take_through(through, [&](std::int64_t at, number n) {
      if (is_due(at, n)) leave(n);
    });
    due_.forget_stale(this->size(), [this](std::int64_t at, number n) { return is_due(at, n); });
  }

  // Of an image: a row under the number that it had. `loaded` must follow the last one.
  void put(number n, entry&& one, number& first) {
    this->put_entry(n, std::move(one));
    link(n, first);
  }
  void loaded() {
    this->settle();
    due_.clear();
    this->for_each([this](number n, const entry& /*one*/) { note_leaving(n); });
  }

  void clear() {
    this->clear_entries();
    due_.clear();
  }
  std::size_t bytes_of_memory() const { return this->bytes_of_entries() + due_.bytes_of_memory(); }

 private:
  void note_leaving(number n) {
    if ((*this)[n].leaves_at != never) due_.add((*this)[n].leaves_at, n);
  }
  bool is_due(std::int64_t at, number n) const { return this->lives(n) && (*this)[n].leaves_at == at; }

  void link(number n, number& first) {
    entry& added = (*this)[n];
    added.previous = none;
    added.next = none;
    if (added.key == none) return;
    added.next = first;
    if (first != none) (*this)[first].previous = n;
    first = n;
  }

  radix_deadlines due_;
};

}  // namespace tidemark
