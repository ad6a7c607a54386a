// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Count and sum by key and session, written by hand: the latest session of a key lies in a flat map, the others in a vector
// beside it, and a queue tells which keys to look at when time has gone on.

#include "event.hpp"
#include "tumbling.hpp"

#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace hand {

class sessions {
 public:
  sessions(std::int64_t gap, std::int64_t delay) : gap_(gap), delay_(delay) {}

  [[gnu::noinline]] void process(std::span<const event> batch) {
    std::int64_t observed = observed_;
    for (const event& one : batch) {
      observed = std::max(observed, one.time);
      const std::int64_t end = one.time + gap_;
      if (end <= late_) continue;
      const auto [place, is_new] = keys_.try_emplace(one.key);
      open_sessions& open = place->second;
      if (is_new) {
        open.latest = {one.time, end, {}};
        await(open, one.key, end);
      } else if (one.time < open.latest.start || one.time > open.latest.end) {
        add(*this, open, one, end);
        continue;
      }
      open.latest.end = std::max(open.latest.end, end);
      ++open.latest.value.count;
      open.latest.value.sum += one.value;
    }
    observed_ = observed;
    late_ = watermark_;
    close();
    watermark_ = std::max(watermark_, observed / 1000 * 1000 - delay_);
  }
  // A last batch without rows.
  const checksum& finished() {
    process({});
    return closed_;
  }

 private:
  // Closes what has ended at the watermark of the batches before.
  void close() {
    while (!queue_.empty() && queue_.top().first <= watermark_) {
      const auto [due, key] = queue_.top();
      queue_.pop();
      const auto place = keys_.find(key);
      if (place == keys_.end() || place->second.due != due) continue;
      open_sessions& open = place->second;
      auto first_open = open.earlier.begin();
      while (first_open != open.earlier.end() && first_open->end <= watermark_) put_out(key, *first_open++);
      open.earlier.erase(open.earlier.begin(), first_open);
      if (open.latest.end <= watermark_) {
        put_out(key, open.latest);
        keys_.erase(place);
      } else {
        await(open, key, open.earlier.empty() ? open.latest.end : open.earlier.front().end);
      }
    }
  }
  struct session {
    std::int64_t start = 0;
    std::int64_t end = 0;
    totals value;
  };
  struct open_sessions {
    session latest;
    std::vector<session> earlier;  // by start
    std::int64_t due = 0;
  };

  // A row that does not begin within the latest session.
  [[gnu::noinline]] static void add(sessions& all, open_sessions& open, const event& one, std::int64_t end) {
    session made{one.time, end, {1, one.value}};
    if (open.latest.end < one.time) {
      open.earlier.push_back(std::exchange(open.latest, made));
      return;
    }
    const bool joins_latest = open.latest.start <= end;
    if (joins_latest) absorb(made, open.latest);
    auto last = open.earlier.end();
    while (!joins_latest && last != open.earlier.begin() && std::prev(last)->start > end) --last;
    auto first = last;
    while (first != open.earlier.begin() && std::prev(first)->end >= one.time) absorb(made, *--first);
    if (joins_latest) {
      open.earlier.erase(first, last);
      open.latest = made;
    } else if (first != last) {
      *first = made;
      open.earlier.erase(first + 1, last);
    } else {
      open.earlier.insert(first, made);
      if (end < open.due) all.await(open, one.key, end);
    }
  }
  static void absorb(session& into, const session& other) {
    into.start = std::min(into.start, other.start);
    into.end = std::max(into.end, other.end);
    into.value.count += other.value.count;
    into.value.sum += other.value.sum;
  }
  void await(open_sessions& open, std::int64_t key, std::int64_t end) { queue_.emplace(open.due = end, key); }
  void put_out(std::int64_t key, const session& one) { closed_.add(one.start ^ one.end << 20, key, one.value); }

  using notice = std::pair<std::int64_t, std::int64_t>;

  std::int64_t gap_;
  std::int64_t delay_;
  std::int64_t observed_ = 0;
  std::int64_t late_ = 0;
  std::int64_t watermark_ = 0;
  boost::unordered_flat_map<std::int64_t, open_sessions> keys_;
  std::priority_queue<notice, std::vector<notice>, std::greater<>> queue_;
  checksum closed_;
};

}  // namespace hand
