// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Look-ups in large tables, done 32 at a time, so that their cache misses overlap.

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tidemark {

// Holds back what is to be looked up: the table, the hash, and `Item`, whatever the look-up is for. A look-up costs two misses,
// index and entry, the second known only after the first; a block overlaps those of 32.
//
// What waits has to be taken before the tables are looked at, or dropped. Requires: Item has a default constructor; look-ups of
// one table go through the block either always or, once the table is_large(), from then on, so that those of one key stay in
// order.
template <class Table, class Item>
class look_up_block {
 public:
  using number = typename Table::number;
  static constexpr std::size_t size = 32;

  // The next item, to be written to: it is what an earlier one was. Requires: not is_full().
  [[gnu::always_inline]] Item& add(Table& table, std::uint64_t hash) {
    table.prefetch(hash);
    waiting& one = waiting_[filled_++];
    one.table = &table;
    one.hash = hash;
    return one.item;
  }
  [[gnu::always_inline]] bool is_full() const { return filled_ == size; }
  bool empty() const { return filled_ == 0; }

  // Calls f(table, hash, candidate, item) for each in the order in which they were added; then none waits. The candidate is the
  // number of the entry that it very probably is, or none. Those of one table are taken together, so that the table's own
  // members are read once.
  template <class F>
  [[gnu::always_inline]] void take(F&& f) {
    number candidates[size];
    const std::size_t filled = std::exchange(filled_, 0);
    for (std::size_t i = 0; i < filled;) {
      const Table& table = *waiting_[i].table;
      do {
        candidates[i] = table.candidate(waiting_[i].hash);
        table.prefetch_entry(candidates[i] == Table::none ? 0 : candidates[i]);  // as cheap as to ask
      } while (++i < filled && waiting_[i].table == &table);
    }
    for (std::size_t i = 0; i < filled;) {
      Table& table = *waiting_[i].table;
      do f(table, waiting_[i].hash, candidates[i], waiting_[i].item);
      while (++i < filled && waiting_[i].table == &table);
    }
  }

 private:
  struct waiting {
    Table* table;
    std::uint64_t hash;
    Item item;
  };

  std::size_t filled_ = 0;
  waiting waiting_[size]{};
};

}  // namespace tidemark
