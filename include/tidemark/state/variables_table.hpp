// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The state variables of all keys, and their timers, as a table of state.

#include <tidemark/row/codec.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>
#include <tidemark/state/variable_rows.hpp>
#include <tidemark/state/variable_slots.hpp>
#include <tidemark/state/wake_ups.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// Kept, by key: a row of slots (state/variable_slots.hpp), a column for each variable, and timers. An entry is found once and
// has all of its variables at hand; in the image each variable of a key has rows of its own, so that what has not changed is
// not written. Which entries have timers that are due, or something that has expired, is found without a look at the others.
// At most 255 variables.
template <class Key, Row Slots>
class variables_table {
  using variables = fields_of<Slots>;
  static constexpr std::size_t timers_number = variables::size;

  struct kept {
    Slots by_name{};
    timer_slot timers{};
    mutable std::int64_t expiry_notice = no_deadline;  // what wake_ups keep of an entry is no part of it
    mutable std::int64_t timer_notice = no_deadline;
  };
  using table_type = keyed_state<Key, kept>;

 public:
  using number = typename table_type::number;
  struct due_timer {
    timestamp time;
    number of;
  };

  const Key& key(number n) const { return keys_.key(n); }

  // The entry of a key, which is made if it is not there. No number is good beyond erase_if_empty.
  number at(std::uint64_t hash, const auto& probe) {
    const number found = keys_.find(hash, probe);
    return found != table_type::none ? found : keys_.insert(hash, as_row<Key>(probe));
  }

  // Calls change(slots, timers), which may change them. True if nothing is left there.
  template <class Change>
  bool change(number n, Change&& change) {
    kept& one = keys_.change(n);
    rows_ -= rows_of(one);
    change(one.by_name, one.timers);
    settle(n, one);
    return is_empty(one);
  }

  // The timers at or before this time, the earliest first over all keys. They stay until they are removed.
  void find_due_timers(timestamp time, std::vector<due_timer>& into) {
    into.clear();
    timers_.take_through(
        time.micros, [this](number n) { return keys_.lives(n) ? &keys_.value(n).timer_notice : nullptr; },
        [&](number n) {
          const kept& one = keys_.value(n);
          for (const timestamp each : one.timers.times())
            if (each <= time) into.push_back({each, n});
          const auto later = std::upper_bound(one.timers.times().begin(), one.timers.times().end(), time);
          if (later != one.timers.times().end()) timers_.want(later->micros, one.timer_notice, n);
        },
        keys_.size(), [this](auto&& f) { keys_.for_each_number(f); });
    std::sort(into.begin(), into.end(),
              [](const due_timer& a, const due_timer& b) { return a.time != b.time ? a.time < b.time : a.of < b.of; });
  }

  // Removes what has expired at this time, and says how much that was.
  std::int64_t remove_expired(std::int64_t now_ms) {
    std::int64_t removed = 0;
    expiries_.take_through(
        now_ms, [this](number n) { return keys_.lives(n) ? &keys_.value(n).expiry_notice : nullptr; },
        [&](number n) {
          kept& one = keys_.change(n);
          rows_ -= rows_of(one);
          for_each_slot(one, [&](auto& slot, std::size_t /*which*/) { removed += slot.remove_expired(now_ms); });
          settle(n, one);
          erase_if_empty(n);
        },
        keys_.size(), [this](auto&& f) { keys_.for_each_number(f); });
    return removed;
  }

  // A key of which nothing is left goes. It may have gone already.
  void erase_if_empty(number n) {
    if (!keys_.lives(n) || !is_empty(keys_.value(n))) return;
    for_each_slot(keys_.value(n), [&](const auto& slot, std::size_t which) {
      slot.write_erased(variable_rows(gone_, static_cast<char>(which), keys_.key(n)));
    });
    keys_.erase_entry(n);
  }

  void clear() {
    keys_.clear();
    gone_.clear();
    expiries_.clear();
    timers_.clear();
    rows_ = 0;
  }
  void loaded() {
    keys_.for_each_number([this](number n) {
      if (is_empty(keys_.value(n))) keys_.erase_entry(n);
      else settle(n, keys_.value(n));
    });
  }
  void commit() {
    keys_.for_each_changed_number(
        [this](number n) { for_each_slot(keys_.change(n), [](auto& slot, std::size_t /*which*/) { slot.commit(); }); });
    keys_.commit();
    gone_.clear();
  }
  std::int64_t rows() const { return rows_; }
  // Without what lists and maps keep elsewhere.
  std::int64_t bytes_of_memory() const {
    return static_cast<std::int64_t>(keys_.bytes_of_memory() + expiries_.bytes_of_memory() + timers_.bytes_of_memory());
  }

  void write_changes(auto&& into) const {
    gone_.for_each([&](std::string_view key) { into.erase(key); });
    keys_.for_each_changed([&](const Key& key, const kept& one) {
      for_each_slot(one, [&](const auto& slot, std::size_t which) {
        variable_rows rows(into, static_cast<char>(which), key);
        slot.write_erased(rows);
        slot.write_changed(rows);
      });
    });
  }
  void write_all(auto&& into) const {
    keys_.for_each([&](const Key& key, const kept& one) {
      for_each_slot(one, [&](const auto& slot, std::size_t which) {
        slot.write_all(variable_rows(into, static_cast<char>(which), key));
      });
    });
  }
  void put(std::string_view key, std::string_view value) {
    with_slot_of(key, [&](auto& slot, const char* rest, const char* end) {
      slot.load(rest, end, value.data(), value.data() + value.size());
    });
  }
  void erase(std::string_view key) {
    with_slot_of(key, [](auto& slot, const char* rest, const char* end) { slot.unload(rest, end); });
  }

 private:
  // Calls f(slot, number) for each variable, and for the timers.
  template <class Kept>
  static void for_each_slot(Kept& one, auto&& f) {
    [&]<class... Variables>(field_list<Variables...>) {
      [[maybe_unused]] std::size_t which = 0;
      (f(tidemark::get<Variables::key>(one.by_name), which++), ...);
    }(variables{});
    f(one.timers, timers_number);
  }
  static std::int64_t rows_of(const kept& one) {
    std::int64_t rows = 0;
    for_each_slot(one, [&](const auto& slot, std::size_t /*which*/) { rows += slot.rows(); });
    return rows;
  }
  static bool is_empty(const kept& one) {
    bool is_empty = true;
    for_each_slot(one, [&](const auto& slot, std::size_t /*which*/) { is_empty = is_empty && slot.is_empty(); });
    return is_empty;
  }

  // Counts the entry, and sees to it that it is looked at in time.
  void settle(number n, const kept& one) {
    std::int64_t first_expiry = no_deadline;
    for_each_slot(one, [&](const auto& slot, std::size_t /*which*/) {
      rows_ += slot.rows();
      first_expiry = (std::min)(first_expiry, slot.next_expiry());
    });
    expiries_.want(first_expiry, one.expiry_notice, n);
    timers_.want(one.timers.next(), one.timer_notice, n);
  }

  // Calls f(slot, rest of the key, end of the key).
  void with_slot_of(std::string_view bytes, auto&& f) {
    if (bytes.empty() || static_cast<unsigned char>(bytes.front()) > timers_number)
      throw_damaged("a stored key is of no variable of its step");
    const char* from = bytes.data() + 1;
    const char* const end = bytes.data() + bytes.size();
    const Key key = key_codec<Key>::decode(from, end);
    kept& one = keys_.change(at(memory_hash<Key>::of(key), key));
    for_each_slot(one, [&](auto& slot, std::size_t which) {
      if (which == static_cast<unsigned char>(bytes.front())) f(slot, from, end);
    });
  }

  table_type keys_;
  erased_keys gone_;  // rows of keys that have gone since the last commit
  wake_ups expiries_;         // in milliseconds
  wake_ups timers_;           // in microseconds
  std::int64_t rows_ = 0;
};

}  // namespace tidemark
