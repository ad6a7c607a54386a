// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What an as-of join remembers: left rows that wait for their time, and the right rows that they look back at.

#include <tidemark/row/codec.hpp>
#include <tidemark/state/as_of_side.hpp>
#include <tidemark/state/join_side.hpp>
#include <tidemark/state/keyed_state.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// Both sides share their keys. A key is there as long as a row of either side is. Times are in microseconds. One thread.
template <class Key, class Left, class Right>
class as_of_table {
 public:
  using key_type = Key;
  using number = std::uint32_t;
  static constexpr std::int64_t never = as_of_side<Right>::never;

  // The number of the key; a key that is not there is made by make(). A row must follow that has it.
  template <class Probe, class Make>
  [[gnu::always_inline]] number key_of(const Probe& key, Make&& make) {
    const std::uint64_t hash = memory_hash<Probe>::of(key);
    const number found = keys_.find(hash, key);
    return found != none ? found : keys_.insert(hash, make());
  }
  void add_left(Left row, std::int64_t time, number key) {
    left_.add({std::move(row), {time}, key, false}, keys_.change(key).left);
  }
  // The last row of a time counts. Rows wait until there is a block of them, or until `settle`.
  void add_right(Right row, std::int64_t time, number key) {
    keys_.prefetch_entry(key);
    waiting_.push_back({std::move(row), time, key});
    if (waiting_.size() == block) settle();
  }
  // Puts the right rows that wait in their places. Must come before state is asked for anything.
  void settle() {
    searches of;
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      of[i] = {keys_.value(waiting_[i].key).right, waiting_[i].time, none};
      right_.prefetch_root(of[i].at);
    }
    right_.find_newest({of.data(), waiting_.size()});  // what is passed on the way is then at hand
    for (waiting_row& one : waiting_) right_.add(std::move(one.row), one.time, one.key, keys_.change(one.key).right);
    waiting_.clear();
  }

  // Calls f(left row, right row or nullptr) for each left row that has waited through this time, with the newest right row that
  // is not newer than it, nor older by more than `tolerance`; the left row is forgotten. Requires: settle().
  template <class F>
  void take_left_through(std::int64_t through, std::int64_t tolerance, F&& f) {
    std::array<number, block> taken;
    std::size_t count = 0;
    const auto take_all = [&] { take_left({taken.data(), std::exchange(count, 0)}, tolerance, f); };
    left_.template take_leaving<by_event_time>(through, [&](number n) {
      keys_.prefetch_entry(left_.at(n).key);
      taken[count++] = n;
      if (count == block) take_all();
    });
    take_all();
  }
  // Forgets the right rows that no left row behind this time looks back at. Requires: those up to it have been taken.
  void let_go_right(std::int64_t through, std::int64_t tolerance) {
    right_.let_go(
        through, tolerance, [this](number key) -> number& { return keys_.change(key).right; },
        [this](number key) { release_key(key); });
  }

  void clear() {
    waiting_.clear();
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

  // On disk: side (one byte), number of the row; its time, its key, the row. Do not change.
  void write_changes(auto&& into) const {
    const auto erase = [&](char side) {
      return [&into, side](number n) { into.erase([&](std::string& out) { encode(out, side, n); }); };
    };
    left_.for_each_removed(erase(left_side_byte));
    left_.for_each_changed(put_left_into(into));
    right_.for_each_removed(erase(right_side_byte));
    right_.for_each_changed(put_right_into(into));
  }
  void write_all(auto&& into) const {
    left_.for_each(put_left_into(into));
    right_.for_each(put_right_into(into));
  }
  void put(std::string_view at, std::string_view value) {
    erase(at);
    const auto [side, n] = decoded(at);
    const char* from = value.data();
    const char* const end = from + value.size();
    const auto time = codec<std::int64_t>::decode(from, end);
    Key of_row = codec<Key>::decode(from, end);
    const number key = key_of(of_row, [&] { return of_row; });
    if (side == left_side_byte) left_.put(n, {codec<Left>::decode(from, end), {time}, key, false}, keys_.change(key).left);
    else right_.put(n, codec<Right>::decode(from, end), time, key, keys_.change(key).right);
  }
  void erase(std::string_view at) {
    const auto [side, n] = decoded(at);
    if (!(side == left_side_byte ? left_.lives(n) : right_.lives(n))) return;
    const number key = side == left_side_byte ? left_.at(n).key : right_.at(n).key;
    if (side == left_side_byte) left_.remove(n, keys_.change(key).left);
    else right_.remove(n, keys_.change(key).right);
    release_key(key);
  }

 private:
  static constexpr number none = as_of_side<Right>::none;
  static constexpr char left_side_byte = 0;
  static constexpr char right_side_byte = 1;

  // Where the rows of a key begin.
  struct rows_of_key {
    number left = none;
    number right = none;
  };

  void take_left(std::span<const number> taken, std::int64_t tolerance, auto& f) {
    searches of;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const auto& one = left_.at(taken[i]);
      of[i] = {keys_.value(one.key).right, one.leaves_at[by_event_time], none};
      right_.prefetch_root(of[i].at);
    }
    right_.find_newest({of.data(), taken.size()});
    for (std::size_t i = 0; i < taken.size(); ++i) {
      const auto& one = left_.at(taken[i]);
      const number key = one.key;
      const bool is_in_reach = of[i].found != none && right_.at(of[i].found).time >= saturating_subtract(of[i].time, tolerance);
      f(one.row, is_in_reach ? &right_.at(of[i].found).row : nullptr);
      left_.remove(taken[i], keys_.change(key).left);
      release_key(key);
    }
  }

  void release_key(number key) {
    if (keys_.value(key).left == none && keys_.value(key).right == none) keys_.erase_entry(key);
  }

  static void encode(std::string& out, char side, number n) {
    out += side;
    key_codec<number>::encode(out, n);
  }
  static std::pair<char, number> decoded(std::string_view at) {
    const char* from = at.data();
    const char* const end = from + at.size();
    need_bytes(from, end, 1);
    const char side = *from++;
    if (side != left_side_byte && side != right_side_byte) throw_damaged("a stored row of an as-of join is of no side");
    return {side, key_codec<number>::decode(from, end)};
  }
  auto put_left_into(auto& into) const {
    return [&](number n, const auto& one) { write(into, left_side_byte, n, one.leaves_at[by_event_time], one); };
  }
  auto put_right_into(auto& into) const {
    return [&](number n, const auto& one) { write(into, right_side_byte, n, one.time, one); };
  }
  void write(auto& into, char side, number n, std::int64_t time, const auto& one) const {
    into.put([&](std::string& out) { encode(out, side, n); },
             [&](std::string& out) {
               codec<std::int64_t>::encode(out, time);
               codec<Key>::encode(out, keys_.key(one.key));
               codec<std::remove_cvref_t<decltype(one.row)>>::encode(out, one.row);
             });
  }

  static constexpr std::size_t block = 32;
  using searches = std::array<typename as_of_side<Right>::search, block>;

  struct waiting_row {
    Right row;
    std::int64_t time;
    number key;
  };

  std::vector<waiting_row> waiting_;
  keyed_state<Key, rows_of_key> keys_;
  join_side<Left> left_;
  as_of_side<Right> right_;
};

}  // namespace tidemark
