// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The typed working table of a stateful step: one value a key, knowing which keys have changed since the last commit.

#include <tidemark/state/entry_array.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/number_index.hpp>
#include <tidemark/state/same_key.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// Keeps every key with its value until it is erased, or the whole table is dropped (state/expiry_groups.hpp). One thread.
//
// Each entry has a number that is its own while its key lives, so other structures may refer to it. References to keys and
// values are good until the next insertion. Keys are looked up by anything that same_key compares with them and that has their
// memory_hash: std::string by std::string_view, a row by a view with the same columns.
//
// `hash` is always memory_hash<Key>::of(key):
//   counts.update(memory_hash<Key>::of(key), key, [](std::int64_t& n) { ++n; }, [&] { return Key(key); });
template <class Key, class Value>
class keyed_state {
 public:
  using key_type = Key;
  using value_type = Value;
  using number = std::uint32_t;

  // What find gives for a key that is not there.
  static constexpr number none = number_index::none;

  // A value without members takes no room.
  struct entry {
    Key key;
    [[no_unique_address]] Value value;

    constexpr explicit entry(Key of) : key(std::move(of)), value() {}
    constexpr entry(Key of, Value kept) : key(std::move(of)), value(std::move(kept)) {}
  };

  // Finds the key or inserts it, marks it as changed, and calls change(value). A new entry is the key given by make() with
  // Value{}, or whatever entry make() gives. Gives the entry's number.
  template <class Probe, class Change, class Make>
  [[gnu::always_inline]] number update(std::uint64_t hash, const Probe& key, Change&& change, Make&& make) {
    return index_.find(
        hash,
        [&](number n) {
          entry& candidate = entries_[n];
          if (!same_key(candidate.key, key)) return false;
          entries_.mark(n);
          change(candidate.value);  // here and not after the search: no second branch on the row path
          return true;
        },
        [&]() -> number {
          const number inserted = add(*this, hash, new_entry(make()));
          change(entries_[inserted].value);
          return inserted;
        });
  }

  // Inserts the key given by make() if it is not there: true then. A key that is there is not marked.
  template <class Probe, class Make>
  [[gnu::always_inline]] bool try_insert(std::uint64_t hash, const Probe& key, Make&& make) {
    bool is_new = false;
    index_.find(
        hash, [&](number n) { return same_key(entries_[n].key, key); },
        [&]() -> number {
          is_new = true;
          return add(*this, hash, new_entry(make()));
        });
    return is_new;
  }

  // Marks nothing.
  template <class Probe>
  [[gnu::always_inline]] number find(std::uint64_t hash, const Probe& key) const {
    return index_.find(hash, [&](number n) { return same_key(entries_[n].key, key); });
  }

  // Requires: the key is not there.
  number insert(std::uint64_t hash, Key key, Value value = Value{}) {
    return add(*this, hash, entry(std::move(key), std::move(value)));
  }

  // The key is noted as erased until commit. True if it was there.
  template <class Probe>
  bool erase(std::uint64_t hash, const Probe& key) {
    const number n = find(hash, key);
    if (n == none) return false;
    erase(hash, n);
    return true;
  }
  void erase_entry(number n) { erase(memory_hash<Key>::of(entries_[n].key), n); }
  // The same for several, at most `most_erased_together`; their misses in the index overlap. An entry may come twice.
  static constexpr std::size_t most_erased_together = 32;
  void erase_entries(std::span<const number> all) {
    std::uint64_t hashes[most_erased_together];
    for (std::size_t i = 0; i < all.size(); ++i) index_.prefetch(hashes[i] = memory_hash<Key>::of(entries_[all[i]].key));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (lives(all[i])) erase(hashes[i], all[i]);
  }
  // All entries for which is_over(number) is true. Gives how many they were.
  template <class IsOver>
  std::size_t erase_if(IsOver&& is_over) {
    const std::size_t before = size();
    number over[most_erased_together];
    std::size_t count = 0;
    entries_.for_each([&](number n) {
      if (!is_over(n)) return;
      over[count++] = n;
      if (count == most_erased_together) erase_entries({over, std::exchange(count, 0)});
    });
    erase_entries({over, count});
    return before - size();
  }

  bool lives(number n) const { return entries_.lives(n); }
  // Entries by number. Requires: the number is that of a key that lives.
  const Key& key(number n) const { return entries_[n].key; }
  const Value& value(number n) const { return entries_[n].value; }
  // To write to; marks the key as changed.
  Value& change(number n) {
    entries_.mark(n);
    return entries_[n].value;
  }

  // The steps of a block of look-ups whose misses overlap (state/update_block.hpp): prefetch the index for each, then ask each
  // for its candidate and prefetch that, then update by `is(candidate, key)`. Nothing may be erased between.
  [[gnu::always_inline]] void prefetch(std::uint64_t hash) const { index_.prefetch(hash); }
  [[gnu::always_inline]] number candidate(std::uint64_t hash) const { return index_.candidate(hash); }
  [[gnu::always_inline]] void prefetch_entry(number n) const { entries_.prefetch(n); }
  template <class Probe>
  [[gnu::always_inline]] bool is(number n, const Probe& key) const {
    return same_key(entries_[n].key, key);
  }
  // Whether the table no longer fits the nearer caches, so that blocks pay. Changes only when the table grows.
  [[gnu::always_inline]] bool is_large() const { return index_.has_more_groups_than(most_groups_in_cache); }

  // Calls f(const Key&, const Value&) for the keys that were inserted or changed since the last commit and live, in order of
  // numbers.
  template <class F>
  void for_each_changed(F&& f) const {
    entries_.for_each_changed([&](number n) { f(std::as_const(entries_[n].key), std::as_const(entries_[n].value)); });
  }
  // The same by number: calls f(number).
  template <class F>
  void for_each_changed_number(F&& f) const {
    entries_.for_each_changed(f);
  }
  // How many they are.
  std::size_t changed_count() const { return entries_.changed_count(); }
  // Calls f(const Key&) for the keys that were erased since the last commit and are not there again. A key may come twice, and
  // a key that was never committed may come.
  template <class F>
  void for_each_erased(F&& f) const {
    for (const Key& key : erased_)
      if (find(memory_hash<Key>::of(key), key) == none) f(key);
  }
  // Whether for_each_changed or for_each_erased might have something to show.
  bool has_changes() const { return entries_.has_changes() || !erased_.empty(); }
  // What is there now counts as unchanged.
  void commit() {
    entries_.clear_marks();
    erased_.clear();
  }

  // Calls f(const Key&, const Value&) for all, in order of numbers. `f` may erase the key that it is given.
  template <class F>
  void for_each(F&& f) const {
    entries_.for_each([&](number n) { f(std::as_const(entries_[n].key), std::as_const(entries_[n].value)); });
  }

  // Calls f(number) for all, in order of numbers. `f` may erase the entry that it is given.
  template <class F>
  void for_each_number(F&& f) const {
    entries_.for_each(f);
  }

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return size() == 0; }
  // The keys that the index can take before it grows.
  std::size_t capacity() const { return index_.capacity(); }
  // Of the table itself; not what keys and values keep elsewhere.
  std::size_t bytes_of_memory() const {
    return index_.bytes_of_memory() + entries_.bytes_of_memory() + erased_.capacity() * sizeof(Key);
  }

  void reserve(std::size_t keys) {
    if (keys > index_.capacity()) rebuild(number_index::groups_for(keys));
    entries_.reserve(keys);
  }
  // Forgets everything, also what was erased; keeps the memory.
  void clear() {
    index_.clear();
    entries_.clear();
    erased_.clear();
  }

 private:
  // Of 3/8 MiB with entries, at seven a group. Measured: blocks gain where a table fills most of a second-level cache of 1/2
  // MiB.
  static constexpr std::size_t most_groups_in_cache = (std::size_t{384} << 10) / (sizeof(index_group) + 7 * sizeof(entry));

  template <class Made>
  [[gnu::always_inline]] static entry new_entry(Made&& made) {
    if constexpr (std::is_same_v<std::remove_cvref_t<Made>, entry>) return std::forward<Made>(made);
    else return entry(Key(std::forward<Made>(made)));
  }

  void erase(std::uint64_t hash, number n) {
    index_.erase(hash, n);
    erased_.push_back(std::move(entries_[n].key));
    entries_.remove(n);
  }

  // Static and not inlined, so that the row path stays small and keeps its registers.
  [[gnu::noinline]] static number add(keyed_state& state, std::uint64_t hash, entry&& made) {
    if (state.index_.is_full()) state.make_room();
    const number n = state.entries_.add(std::move(made));
    state.index_.insert(hash, n);
    return n;
  }

  // Twice the index; or the same size anew, if it is full of slots that erasures have left.
  [[gnu::noinline]] void make_room() {
    const bool is_worn = size() <= index_.capacity() / 4 * 3;
    rebuild(index_.capacity() == 0 ? number_index::groups_for(1) : is_worn ? index_.group_count() : index_.group_count() * 2);
  }

  void rebuild(std::size_t group_count) {
    constexpr std::size_t ahead = 32;
    number_index larger(group_count);
    struct {
      std::uint64_t hash;
      number n;
    } block[ahead];
    std::size_t filled = 0;
    const auto insert_block = [&] {
      for (std::size_t i = 0; i < filled; ++i) larger.insert(block[i].hash, block[i].n);
      filled = 0;
    };
    entries_.for_each([&](number n) {
      const std::uint64_t hash = memory_hash<Key>::of(entries_[n].key);
      larger.prefetch(hash);
      block[filled++] = {hash, n};
      if (filled == ahead) insert_block();
    });
    insert_block();
    index_.swap(larger);
  }

  number_index index_;
  entry_array<entry> entries_;
  std::vector<Key> erased_;  // since the last commit
};

}  // namespace tidemark
