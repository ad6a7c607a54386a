// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A keyed table as a part of state, in which each entry may have a time at which it is due.

#include <tidemark/row/codec.hpp>
#include <tidemark/state/deadlines.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/state_of.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// Kept: one value for each key. `DeadlineOf{}(value)` is the time at which the value is due, no_deadline if it is not; its unit
// is the owner's. Which entries are due is found without a look at the others, by `Deadlines`: deadlines where the earliest has
// to come first, radix_deadlines where the order does not count.
template <class Key, class Value, class DeadlineOf, class Deadlines = deadlines>
class expiring_table {
 public:
  using table_type = keyed_state<Key, Value>;
  using number = typename table_type::number;
  static constexpr number none = table_type::none;
  using entry = typename table_type::entry;
  using key_type = Key;
  using value_type = Value;

  const table_type& keys() const { return keys_; }

  // As in keyed_state; a new deadline counts from now on.
  template <class Probe, class Change, class Make>
  [[gnu::always_inline]] number update(std::uint64_t hash, const Probe& key, Change&& change, Make&& make) {
    bool is_new = false;
    std::int64_t before = no_deadline;
    std::int64_t after = no_deadline;
    const number n = keys_.update(
        hash, key,
        [&](Value& value) {
          if (!is_new) before = DeadlineOf{}(value);
          change(value);
          after = DeadlineOf{}(value);
        },
        [&] {
          is_new = true;
          return make();
        });
    if (after != before && after != no_deadline) due_.add(after, n);
    return n;
  }
  // Requires: the key is not there.
  void insert(std::uint64_t hash, Key key, Value value) {
    const std::int64_t at = DeadlineOf{}(value);
    const number n = keys_.insert(hash, std::move(key), std::move(value));
    if (at != no_deadline) due_.add(at, n);
  }
  // Marks the entry as changed and calls change(value).
  template <class Change>
  [[gnu::always_inline]] void change(number n, Change&& change) {
    Value& value = keys_.change(n);
    const std::int64_t before = DeadlineOf{}(value);
    change(value);
    const std::int64_t after = DeadlineOf{}(value);
    if (after != before && after != no_deadline) due_.add(after, n);
  }
  template <class Probe>
  [[gnu::always_inline]] number find(std::uint64_t hash, const Probe& key) const {
    return keys_.find(hash, key);
  }
  void erase(number n) { keys_.erase_entry(n); }

  // The steps of a block of look-ups (look_up_block.hpp).
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { keys_.prefetch(hash); }
  [[gnu::always_inline]] number candidate(std::uint64_t hash) const { return keys_.candidate(hash); }
  [[gnu::always_inline]] void prefetch_entry(number n) const { keys_.prefetch_entry(n); }

  // Calls due(number) for each entry whose deadline is at or before this time. It may change or erase that entry and no other.
  template <class F>
  void take_due(std::int64_t time, F&& due) {
    due_.take_through(time, [&](std::int64_t at, number n) {
      if (is_in_force(at, n)) due(n);
    });
    forget_stale();
  }
  // Erases them all, a block at a time, so that their cache misses overlap. Gives how many they were.
  std::int64_t erase_due(std::int64_t time) {
    const std::size_t before = keys_.size();
    std::pair<std::int64_t, number> notices[table_type::most_erased_together];
    std::size_t noticed = 0;
    const auto erase_noticed = [&] {
      number due[table_type::most_erased_together];
      std::size_t count = 0;
      for (const auto& [at, n] : std::span(notices, noticed))
        if (is_in_force(at, n)) due[count++] = n;
      keys_.erase_entries({due, count});
      noticed = 0;
    };
    due_.take_through(time, [&](std::int64_t at, number n) {
      keys_.prefetch_entry(n);
      notices[noticed++] = {at, n};
      if (noticed == std::size(notices)) erase_noticed();
    });
    erase_noticed();
    forget_stale();
    return static_cast<std::int64_t>(before - keys_.size());
  }

  void clear() {
    keys_.clear();
    due_.clear();
  }
  void loaded() {
    due_.clear();
    keys_.for_each_number([this](number n) {
      const std::int64_t at = DeadlineOf{}(keys_.value(n));
      if (at != no_deadline) due_.add(at, n);
    });
  }
  void commit() { keys_.commit(); }
  std::int64_t rows() const { return static_cast<std::int64_t>(keys_.size()); }
  std::int64_t bytes_of_memory() const { return static_cast<std::int64_t>(keys_.bytes_of_memory() + due_.bytes_of_memory()); }

  void write_changes(auto&& into) const {
    keys_.for_each_erased([&](const Key& key) { into.erase([&](std::string& out) { key_codec<Key>::encode(out, key); }); });
    keys_.for_each_changed([&](const Key& key, const Value& value) { write(into, key, value); });
  }
  void write_all(auto&& into) const {
    keys_.for_each([&](const Key& key, const Value& value) { write(into, key, value); });
  }
  void put(std::string_view key, std::string_view value) {
    const Key at = decoded(key);
    const char* from = value.data();
    keys_.update(
        memory_hash<Key>::of(at), at, [&](Value& into) { into = codec<Value>::decode(from, value.data() + value.size()); },
        [&] { return at; });
  }
  void erase(std::string_view key) {
    const Key at = decoded(key);
    keys_.erase(memory_hash<Key>::of(at), at);
  }

 private:
  bool is_in_force(std::int64_t at, number n) const { return keys_.lives(n) && DeadlineOf{}(keys_.value(n)) == at; }

  void forget_stale() {
    due_.forget_stale(keys_.size(), [this](std::int64_t at, number n) { return is_in_force(at, n); });
  }

  static Key decoded(std::string_view bytes) {
    const char* from = bytes.data();
    return key_codec<Key>::decode(from, from + bytes.size());
  }
  static void write(auto& into, const Key& key, const Value& value) {
    into.put([&](std::string& out) { key_codec<Key>::encode(out, key); },
             [&](std::string& out) { codec<Value>::encode(out, value); });
  }

  table_type keys_;
  Deadlines due_;
};

}  // namespace tidemark
