// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a join of two streams remembers: the rows of both sides by key.

#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/state/join_side.hpp>
#include <tidemark/state/keyed_state.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// Both sides share their keys, so that a row finds its own chain and the other side's by one look-up. A key is there as long as
// a row of either side is. Rows leave by event time, with two clocks also by the time of batches. One thread.
template <class Key, class Left, class Right, std::size_t Clocks = 1>
class join_table {
 public:
  using key_type = Key;
  using times = std::array<std::int64_t, Clocks>;
  using number = std::uint32_t;
  static constexpr number none = 0xffffffff;
  static constexpr std::size_t left = 0;
  static constexpr std::size_t right = 1;

  template <std::size_t Side>
  auto& side() {
    if constexpr (Side == left) return left_;
    else return right_;
  }
  template <std::size_t Side>
  const auto& side() const {
    if constexpr (Side == left) return left_;
    else return right_;
  }

  // `hash` is memory_hash<Key>::of(key).
  template <class Probe>
  [[gnu::always_inline]] number find_key(std::uint64_t hash, const Probe& key) const {
    return keys_.find(hash, key);
  }
  // Requires: the key is not there.
  number add_key(std::uint64_t hash, Key key) { return keys_.insert(hash, std::move(key)); }
  // The newest row of the key on this side, or none. The others follow by `next`.
  template <std::size_t Side>
  number newest(number key) const {
    return keys_.value(key).newest[Side];
  }

  // The steps of a block of rows whose misses overlap (state/join_block.hpp). What is fetched may not be what is met in the
  // end.
  [[gnu::always_inline]] void prefetch_index(std::uint64_t hash) const { keys_.prefetch(hash); }
  [[gnu::always_inline]] number prefetch_key(std::uint64_t hash) const {
    const number key = keys_.candidate(hash);
    if (key != none) keys_.prefetch_entry(key);
    return key;
  }
  [[gnu::always_inline]] void prefetch_rows(number key) const {
    if (key == none) return;
    const chains& rows = keys_.value(key);
    if (rows.newest[left] != none) left_.prefetch(rows.newest[left]);
    if (rows.newest[right] != none) right_.prefetch(rows.newest[right]);
  }
  // Whether the table no longer fits the nearer caches, so that blocks pay.
  bool is_large() const { return keys_.is_large() || left_.is_large() || right_.is_large(); }

  // `key` may be none: then no row of the other side finds this one.
  template <std::size_t Side, class R>
  void add(R&& row, const times& leaves_at, number key, bool was_matched) {
    number no_chain = none;
    side<Side>().add({std::forward<R>(row), leaves_at, key, was_matched},
                     key == none ? no_chain : keys_.change(key).newest[Side]);
  }
  // The key stays until release_key.
  template <std::size_t Side>
  void remove(number n) {
    const number key = side<Side>().at(n).key;
    number no_chain = none;
    side<Side>().remove(n, key == none ? no_chain : keys_.change(key).newest[Side]);
  }
  // Forgets the key if no row has it.
  void release_key(number key) {
    if (key == none) return;
    const chains& rows = keys_.value(key);
    if (rows.newest[left] == none && rows.newest[right] == none) keys_.erase_entry(key);
  }

  void clear() {
    keys_.clear();
    left_.clear();
    right_.clear();
  }
  void commit() {
    keys_.commit();
    left_.commit();
    right_.commit();
  }
  void loaded() {
    left_.loaded();
    right_.loaded();
  }
  std::int64_t rows() const { return static_cast<std::int64_t>(left_.size() + right_.size()); }
  std::int64_t bytes_of_memory() const {
    return static_cast<std::int64_t>(keys_.bytes_of_memory() + left_.bytes_of_memory() + right_.bytes_of_memory());
  }

  // On disk: side (one byte), number of the row; whether it was matched and whether it has a key, the time at which it leaves
  // by each clock, the key if it has one, the row. Do not change.
  void write_changes(auto&& into) const {
    write_changes_of<left>(into);
    write_changes_of<right>(into);
  }
  void write_all(auto&& into) const {
    write_all_of<left>(into);
    write_all_of<right>(into);
  }
  void put(std::string_view key, std::string_view value) {
    with_row(key, [&]<std::size_t Side>(std::integral_constant<std::size_t, Side>, number n) { put_row<Side>(n, value); });
  }
  void erase(std::string_view key) {
    with_row(key, [&]<std::size_t Side>(std::integral_constant<std::size_t, Side>, number n) { erase_row<Side>(n); });
  }

 private:
  struct chains {
    number newest[2]{none, none};
  };
  static constexpr std::uint8_t matched_flag = 1;
  static constexpr std::uint8_t key_flag = 2;

  static void encode(std::string& out, std::size_t side, number n) {
    out += static_cast<char>(side);
    key_codec<number>::encode(out, n);
  }
  void write(auto& into, std::size_t side, number n, const auto& one) const {
    into.put([&](std::string& out) { encode(out, side, n); },
             [&](std::string& out) {
               codec<std::uint8_t>::encode(
                   out, static_cast<std::uint8_t>((one.was_matched ? matched_flag : 0) | (one.key != none ? key_flag : 0)));
               for (const std::int64_t time : one.leaves_at) codec<std::int64_t>::encode(out, time);
               if (one.key != none) codec<Key>::encode(out, keys_.key(one.key));
               codec<std::remove_cvref_t<decltype(one.row)>>::encode(out, one.row);
             });
  }
  template <std::size_t Side>
  void write_changes_of(auto& into) const {
    side<Side>().for_each_removed([&](number n) { into.erase([&](std::string& out) { encode(out, Side, n); }); });
    side<Side>().for_each_changed([&](number n, const auto& one) { write(into, Side, n, one); });
  }
  template <std::size_t Side>
  void write_all_of(auto& into) const {
    side<Side>().for_each([&](number n, const auto& one) { write(into, Side, n, one); });
  }

  void with_row(std::string_view key, auto&& f) {
    const char* from = key.data();
    const char* const end = from + key.size();
    need_bytes(from, end, 1);
    const char side = *from++;
    const number n = key_codec<number>::decode(from, end);
    if (side == static_cast<char>(left)) f(std::integral_constant<std::size_t, left>{}, n);
    else if (side == static_cast<char>(right)) f(std::integral_constant<std::size_t, right>{}, n);
    else throw_damaged("a stored row of a join is of no side");
  }
  template <std::size_t Side>
  void put_row(number n, std::string_view value) {
    using row_type = typename std::remove_cvref_t<decltype(side<Side>())>::row_type;
    erase_row<Side>(n);
    const char* from = value.data();
    const char* const end = from + value.size();
    const auto flags = codec<std::uint8_t>::decode(from, end);
    times leaves_at;
    for (std::int64_t& time : leaves_at) time = codec<std::int64_t>::decode(from, end);
    number key = none;
    if ((flags & key_flag) != 0) {
      Key of_row = codec<Key>::decode(from, end);
      const std::uint64_t hash = memory_hash<Key>::of(of_row);
      key = keys_.find(hash, of_row);
      if (key == none) key = keys_.insert(hash, std::move(of_row));
    }
    number no_chain = none;
    side<Side>().put(n, {codec<row_type>::decode(from, end), leaves_at, key, (flags & matched_flag) != 0},
                     key == none ? no_chain : keys_.change(key).newest[Side]);
  }
  template <std::size_t Side>
  void erase_row(number n) {
    if (!side<Side>().lives(n)) return;
    const number key = side<Side>().at(n).key;
    remove<Side>(n);
    release_key(key);
  }

  keyed_state<Key, chains> keys_;
  join_side<Left, Clocks> left_;
  join_side<Right, Clocks> right_;
};

}  // namespace tidemark
