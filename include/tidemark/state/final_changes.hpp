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
  bool is_put = false;
};

// Views into the change set, which must outlive this.
class final_changes final : private change_reader {
 public:
  explicit final_changes(const change_set& changes) {
    replay(changes.bytes(), *this);
    if (!std::is_sorted(records_.begin(), records_.end(), comes_before))
      std::sort(records_.begin(), records_.end(), comes_before);
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const record& one = records_[i];
      if (i + 1 < records_.size() && records_[i + 1].change.key == one.change.key) continue;  // a later record of the key
      final_change last = one.change;
      if (is_evicted_after(last.key, one.number)) last.is_put = false;
      by_key_.push_back(last);
    }
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
  struct record {
    std::uint64_t first_bytes;  // of the key, as a number that sorts as they do: most comparisons end here
    std::uint64_t number;
    final_change change;
  };
  struct eviction {
    std::string_view prefix;
    std::uint64_t number;
  };

  static bool comes_before(const record& a, const record& b) {
    if (a.first_bytes != b.first_bytes) return a.first_bytes < b.first_bytes;
    if (const int order = a.change.key.compare(b.change.key); order != 0) return order < 0;
    return a.number < b.number;
  }

  bool is_evicted_after(std::string_view key, std::uint64_t number) const {
    return std::any_of(evictions_.begin(), evictions_.end(), [&](const eviction& one) {
      return one.number > number && key.size() >= one.prefix.size() && key.substr(0, one.prefix.size()) <= one.prefix;
    });
  }

  void add(const final_change& change) {
    char first[8] = {};
    change.key.copy(first, sizeof first);
    records_.push_back({read_big<std::uint64_t>(first), ++number_, change});
  }
  void put(std::string_view key, std::string_view value) override { add({key, value, true}); }
  void erase(std::string_view key) override { add({key, {}, false}); }
  void erase_through(std::string_view prefix) override {
    // A later one that reaches as far makes an earlier one of its length idle: usually one is left.
    std::erase_if(evictions_, [&](const eviction& one) { return one.prefix.size() == prefix.size() && one.prefix <= prefix; });
    evictions_.push_back({prefix, ++number_});
  }

  std::vector<record> records_;
  std::vector<eviction> evictions_;
  std::vector<final_change> by_key_;
  std::uint64_t number_ = 0;
};

}  // namespace tidemark
