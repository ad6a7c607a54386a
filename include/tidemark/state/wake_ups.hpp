// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// When entries of a table want to be looked at, where each may want that at several times.

#include <tidemark/state/deadlines.hpp>

#include <cstddef>
#include <cstdint>

namespace tidemark {

// Of each entry only the earliest time has a notice in force; the entry keeps that time, no_deadline if it has none. When it
// has come the entry says when it wants to be looked at next.
class wake_ups {
 public:
  using number = deadlines::number;

  // The entry wants to be looked at, at this time at the latest. `notice` is what it keeps.
  void want(std::int64_t time, std::int64_t& notice, number entry) {
    if (time >= notice) return;
    notice = time;
    queue_.add(time, entry);
  }

  // Calls wake(number) for each entry that wanted that up to this time. `notice_of(number)` points to what an entry keeps, null
  // if it is gone. `for_each_entry(f)` calls f(number) for all; it is used once the queue has grown far beyond `live` entries.
  template <class NoticeOf, class Wake, class ForEachEntry>
  void take_through(std::int64_t time, NoticeOf&& notice_of, Wake&& wake, std::size_t live, ForEachEntry&& for_each_entry) {
    queue_.take_through(time, [&](std::int64_t at, number entry) {
      std::int64_t* const notice = notice_of(entry);
      if (notice == nullptr || *notice != at) return;
      *notice = no_deadline;
      wake(entry);
    });
    if (queue_.size() <= 2 * live + 64) return;
    queue_.clear();
    for_each_entry([&](number entry) {
      const std::int64_t notice = *notice_of(entry);
      if (notice != no_deadline) queue_.add(notice, entry);
    });
  }

  void clear() { queue_.clear(); }
  std::size_t bytes_of_memory() const { return queue_.bytes_of_memory(); }

 private:
  deadlines queue_;
};

}  // namespace tidemark
