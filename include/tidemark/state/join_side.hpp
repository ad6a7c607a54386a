// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows that a join keeps of one side: chained by key, and known by the times at which they leave.

#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/numbered_rows.hpp>
#include <tidemark/state/radix_deadlines.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

// The clocks by which a row may leave: the first that reaches its time takes it out.
inline constexpr std::size_t by_event_time = 0;
inline constexpr std::size_t by_batch_time = 1;

// Each row has a number that is its own while it is kept, also over a restart. Rows of a key form a chain, the newest first;
// its first number is with the key. Taking out the rows that leave costs what leaves. References to rows are good until the
// next one is added.
template <class R, std::size_t Clocks = 1>
struct join_entry {
  using times = std::array<std::int64_t, Clocks>;
  static constexpr std::uint32_t none = 0xffffffff;

  [[no_unique_address]] R row;
  times leaves_at;  // by each clock, in microseconds
  std::uint32_t key;  // the number of its key, or none: the row is in no chain
  std::uint32_t previous = none;
  std::uint32_t next = none;
  bool was_matched;

  join_entry(R kept, const times& until, std::uint32_t key_number, bool has_partner)
      : row(std::move(kept)), leaves_at(until), key(key_number), was_matched(has_partner) {}
};

// A row has changed when it was added, or matched for the first time.
template <class R, std::size_t Clocks = 1>
class join_side : public numbered_rows<join_entry<R, Clocks>> {
  using base = numbered_rows<join_entry<R, Clocks>>;

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

  // Calls leave(number) for each row that leaves by this clock at or before this time, in no order. They are to be removed
  // before one is added.
  template <std::size_t Clock, class F>
  void take_leaving(std::int64_t through, F&& leave) {
    auto& due = notices<Clock>();
    due.take_through(through, [&](std::int64_t at, number n) {
      if (is_due<Clock>(at, n)) leave(n);
    });
    due.forget_stale(this->size(), [this](std::int64_t at, number n) { return is_due<Clock>(at, n); });
  }
  // A time at or before that by which the next row leaves by the time of batches.
  std::int64_t next_by_batch_time() const
    requires(Clocks > by_batch_time)
  {
    return by_batch_time_.earliest();
  }

  // Of an image: a row under the number that it had. `loaded` must follow the last one.
  void put(number n, entry&& one, number& first) {
    this->put_entry(n, std::move(one));
    link(n, first);
  }
  void loaded() {
    this->settle();
    clear_notices();
    this->for_each([this](number n, const entry& /*one*/) { note_leaving(n); });
  }

  void clear() {
    this->clear_entries();
    clear_notices();
  }
  std::size_t bytes_of_memory() const {
    std::size_t bytes = this->bytes_of_entries() + by_event_time_.bytes_of_memory();
    if constexpr (Clocks > by_batch_time) bytes += by_batch_time_.bytes_of_memory();
    return bytes;
  }

 private:
  void note_leaving(number n) {
    note<by_event_time>(n);
    if constexpr (Clocks > by_batch_time) note<by_batch_time>(n);
  }
  template <std::size_t Clock>
  void note(number n) {
    const std::int64_t at = (*this)[n].leaves_at[Clock];
    if (at != never) notices<Clock>().add(at, n);
  }
  template <std::size_t Clock>
  auto& notices() {
    if constexpr (Clock == by_event_time) return by_event_time_;
    else return by_batch_time_;
  }
  template <std::size_t Clock>
  bool is_due(std::int64_t at, number n) const {
    return this->lives(n) && (*this)[n].leaves_at[Clock] == at;
  }
  void clear_notices() {
    by_event_time_.clear();
    if constexpr (Clocks > by_batch_time) by_batch_time_.clear();
  }

  void link(number n, number& first) {
    entry& added = (*this)[n];
    if (added.key == none) return;
    added.next = first;
    if (first != none) (*this)[first].previous = n;
    first = n;
  }

  struct none_kept {};

  // Rows come in any order of event time, and leave many at once; by the time of batches they leave as they have come.
  radix_deadlines by_event_time_;
  [[no_unique_address]] std::conditional_t<(Clocks > by_batch_time), deadlines, none_kept> by_batch_time_;
};

}  // namespace tidemark
