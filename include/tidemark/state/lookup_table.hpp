// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rows by key, made once and then asked: the other side of a join with a static table.

#include <tidemark/row/as_row.hpp>
#include <tidemark/state/keyed_state.hpp>
#include <tidemark/state/memory_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tidemark {

// Several rows may have one key; they are found in the order in which they were given.
template <class Key, class R>
class lookup_table {
 public:
  using key_type = Key;

  // `add_all(add)` calls add(row, key) for each row, or add(row) for one that no key finds.
  template <class AddAll>
  explicit lookup_table(AddAll&& add_all) {
    add_all([this](R row, const auto&... key) {
      rows_.push_back(std::move(row));
      next_.push_back(none);
      (link(key), ...);
    });
  }

  std::size_t size() const { return rows_.size(); }
  const R& row(std::size_t number) const { return rows_[number]; }

  // Calls f(number of a row) for each row with this key until it says true. True if it did.
  template <class Probe, class F>
  [[gnu::always_inline]] bool any_of(std::uint64_t hash, const Probe& key, F&& f) const {
    const auto found = chains_.find(hash, key);
    if (found == chains_.none) return false;
    for (std::uint32_t n = chains_.value(found).first; n != none; n = next_[n])
      if (f(std::size_t{n})) return true;
    return false;
  }

 private:
  static constexpr std::uint32_t none = (std::numeric_limits<std::uint32_t>::max)();
  struct chain {
    std::uint32_t first = none;
    std::uint32_t last = none;
  };

  template <class Probe>
  void link(const Probe& key) {
    const auto n = static_cast<std::uint32_t>(rows_.size() - 1);
    chains_.update(
        memory_hash<Probe>::of(key), key,
        [&](chain& one) {
          if (one.first == none) one.first = n;
          else next_[one.last] = n;
          one.last = n;
        },
        [&] { return as_row<Key>(key); });
  }

  std::vector<R> rows_;
  std::vector<std::uint32_t> next_;  // with the same key
  keyed_state<Key, chain> chains_;
};

}  // namespace tidemark
