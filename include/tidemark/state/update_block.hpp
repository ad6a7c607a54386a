// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Updates of large tables, done 32 at a time, so that their cache misses overlap.

#include <tidemark/row/batch.hpp>
#include <tidemark/state/keyed_state.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

// Holds rows back: key, hash, and of the row only what the update needs (`Delta`). They are applied in the order in which they
// were added when the block is full and by flush, which has to be called before the tables are looked at, or dropped. Requires:
// Key and Delta have a default constructor; rows of one table go through the block either always or, once it is_large(), from
// then on.
//
// A look-up costs two misses, index and entry, the second known only after the first; a block overlaps those of 32 rows. In the
// near caches it is a loss of 1 to 2 ns a row, so it is for tables that are large (keyed_state::is_large).
template <class Table, class Delta>
class update_block {
 public:
  using key_type = typename Table::key_type;
  using value_type = typename Table::value_type;
  static constexpr std::size_t size = 32;

  // Calls apply(Value&, const Delta&), now or later.
  template <class Probe, class Apply>
  [[gnu::always_inline]] void add(Table& table, std::uint64_t hash, const Probe& key, Delta delta, const Apply& apply) {
    waiting& one = waiting_[filled_];
    one.table = &table;
    one.hash = hash;
    if constexpr (Row<key_type> && Row<Probe>) assign_row(one.key, key);  // text reuses the memory it has
    else one.key = key;
    one.delta = std::move(delta);
    table.prefetch(hash);
    if (++filled_ == size) [[unlikely]]
      apply_all(*this, apply);
  }

  template <class Apply>
  [[gnu::always_inline]] void flush(const Apply& apply) {
    if (filled_ != 0) apply_all(*this, apply);
  }
  bool empty() const { return filled_ == 0; }

 private:
  using number = typename Table::number;

  struct waiting {
    Table* table;
    std::uint64_t hash;
    key_type key;
    Delta delta;
  };

  // All candidates first, then all updates. Rows of one table are taken together, so that the table's own members are read
  // once.
  template <class Apply>
  [[gnu::noinline]] static void apply_all(update_block& block, const Apply& apply) {
    number candidates[size];
    const std::size_t filled = std::exchange(block.filled_, 0);
    for (std::size_t i = 0; i < filled;) {
      const Table& table = *block.waiting_[i].table;
      do {
        candidates[i] = table.candidate(block.waiting_[i].hash);
        if (candidates[i] != Table::none) table.prefetch_entry(candidates[i]);
      } while (++i < filled && block.waiting_[i].table == &table);
    }
    for (std::size_t i = 0; i < filled;) {
      Table& table = *block.waiting_[i].table;
      do {
        waiting& one = block.waiting_[i];
        if (candidates[i] != Table::none && table.is(candidates[i], one.key)) [[likely]]
          apply(table.change(candidates[i]), std::as_const(one.delta));
        else apply_searching(one, apply);
      } while (++i < filled && block.waiting_[i].table == &table);
    }
  }

  // A new key, or one that is not at the first place where it might be.
  template <class Apply>
  [[gnu::noinline]] static void apply_searching(waiting& one, const Apply& apply) {
    one.table->update(
        one.hash, one.key, [&](value_type& value) { apply(value, std::as_const(one.delta)); },
        [&] { return made(apply, std::move(one.key)); });
  }

  // The new entry of a key: made by `apply.new_entry(key)` where it has that, else with Value{}.
  template <class Apply>
  static auto made(const Apply& apply, key_type&& key) {
    if constexpr (requires { apply.new_entry(std::move(key)); }) return apply.new_entry(std::move(key));
    else return key_type(std::move(key));
  }

  std::size_t filled_ = 0;
  waiting waiting_[size]{};
};

}  // namespace tidemark
