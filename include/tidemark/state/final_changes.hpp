// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a change set comes to: the last word on each key it names, in key order.

#include <tidemark/row/byte_order.hpp>
#include <tidemark/state/change_set.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tidemark {

// A key with the value it ends with, or without one.
struct final_change {
  std::string_view key;
  std::string_view value;
  std::uint64_t first_bytes = 0;  // of the key, as a number that sorts as they do: most comparisons end here
  std::uint32_t number = 0;       // of the record, from 1
  bool is_put = false;
};

// Views into the change set, which must outlive this.
class final_changes final : private change_reader {
 public:
  explicit final_changes(const change_set& changes) {
    by_key_.reserve(changes.count());
    replay(changes.bytes(), *this);
    if (!std::is_sorted(by_key_.begin(), by_key_.end(), comes_before)) std::sort(by_key_.begin(), by_key_.end(), comes_before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < by_key_.size(); ++i) {
      final_change& one = by_key_[i];
      if (i + 1 < by_key_.size() && by_key_[i + 1].key == one.key) continue;  // a later record of the key
      if (is_evicted_after(one.key, one.number)) one.is_put = false;
      by_key_[kept++] = one;
    }
    by_key_.resize(kept);
  }

  const std::vector<final_change>& by_key() const { return by_key_; }

  bool has_evictions() const { return !evictions_.empty(); }
  // Whether a key that was there before, and is not in by_key(), goes with an evicted group.
  bool is_evicted(std::string_view key) const { return is_evicted_after(key, 0); }
  // Whether no key from this one on is evicted.
  bool is_beyond_evictions(std::string_view key) const {
    return std::all_of(evictions_.begin(), evictions_.end(),
                       [&](const eviction& one) { return key.substr(0, one.prefix.size()) > one.prefix; });
  }
  // The prefix of the evicted groups if all are of one kind, as they are unless a state mixes keys: its keys below are gone.
  std::string_view evicted_through() const { return evictions_.size() == 1 ? evictions_.front().prefix : std::string_view(); }

 private:
  struct eviction {
    std::string_view prefix;
    std::uint32_t number;
  };

  static bool comes_before(const final_change& a, const final_change& b) {
    if (a.first_bytes != b.first_bytes) return a.first_bytes < b.first_bytes;
    if (const int order = a.key.compare(b.key); order != 0) return order < 0;
    return a.number < b.number;
  }

  bool is_evicted_after(std::string_view key, std::uint32_t number) const {
    return std::any_of(evictions_.begin(), evictions_.end(), [&](const eviction& one) {
      return one.number > number && key.size() >= one.prefix.size() && key.substr(0, one.prefix.size()) <= one.prefix;
    });
  }

  void add(std::string_view key, std::string_view value, bool is_put) {
    char first[8] = {};
    key.copy(first, sizeof first);
    by_key_.push_back({key, value, read_big<std::uint64_t>(first), ++number_, is_put});
  }
  void put(std::string_view key, std::string_view value) override { add(key, value, true); }
  void erase(std::string_view key) override { add(key, {}, false); }
  void erase_through(std::string_view prefix) override {
    // A later one that reaches as far makes an earlier one of its length idle: usually one is left.
    std::erase_if(evictions_, [&](const eviction& one) { return one.prefix.size() == prefix.size() && one.prefix <= prefix; });
    evictions_.push_back({prefix, ++number_});
  }

  std::vector<final_change> by_key_;
  std::vector<eviction> evictions_;
  std::uint32_t number_ = 0;
};

}  // namespace tidemark
