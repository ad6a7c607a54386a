// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A block of rows on their way into a join: their misses overlap.

#include <tidemark/row/as_row.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace tidemark {

// A row that meets others misses three times, each known only after the one before: the index of its key, the key, the newest
// row of the other side. A block holds rows of one side back, as they are kept, until there are 32 of them, and fetches for all
// before they go on in their order. For a Table that no longer fits the nearer caches (join_table::is_large).
template <class Table, class R>
class join_block {
 public:
  using key_type = typename Table::key_type;
  static constexpr std::size_t size = 32;

  // True if the block is full: take_all must follow.
  template <class Probe>
  [[gnu::always_inline]] bool add(const Table& table, std::uint64_t hash, const Probe& key, const auto& row,
                                  std::int64_t leaves_at) {
    waiting& one = waiting_[filled_];
    table.prefetch_index(hash);
    one.hash = hash;
    one.leaves_at = leaves_at;
    assign(one.key, key);  // text reuses the memory it has
    assign(one.row, row);
    return ++filled_ == size;
  }

  // Calls take(row, key, hash, leaves_at) for each row, in their order; it may take from row and key what it wants.
  template <class F>
  void take_all(const Table& table, F&& take) {
    const std::size_t filled = std::exchange(filled_, 0);
    std::array<typename Table::number, size> keys;
    for (std::size_t i = 0; i < filled; ++i) keys[i] = table.prefetch_key(waiting_[i].hash);
    for (std::size_t i = 0; i < filled; ++i) table.prefetch_rows(keys[i]);
    for (std::size_t i = 0; i < filled; ++i) {
      waiting& one = waiting_[i];
      take(one.row, one.key, one.hash, one.leaves_at);
    }
  }

 private:
  struct waiting {
    std::uint64_t hash = 0;
    std::int64_t leaves_at = 0;
    key_type key{};
    R row{};
  };

  template <class To, class From>
  [[gnu::always_inline]] static void assign(To& to, const From& from) {
    if constexpr (std::is_same_v<To, From>) to = from;
    else assign_row(to, from);
  }

  std::size_t filled_ = 0;
  std::array<waiting, size> waiting_{};
};

}  // namespace tidemark
