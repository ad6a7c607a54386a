// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The different ones among values, as a value of state.

#include <tidemark/row/row.hpp>
#include <tidemark/state/memory_hash.hpp>
#include <tidemark/state/number_index.hpp>
#include <tidemark/state/same_key.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tidemark {

// Kept: each value once, in the order in which they came; all NaN are one value, as in keys. Values are looked up by anything
// that same_key compares with them. As a row it has one column, the list of values, and is stored as such: the index over them
// is for memory, and made when a search would be long. Requires: fewer than 2^32 - 1 values.
template <class T>
class distinct_values {
 public:
  std::size_t size() const { return values_.size(); }

  template <class Probe>
  [[gnu::always_inline]] void add(const Probe& value) {
    const std::uint64_t hash = memory_hash<Probe>::of(value);
    if (find(hash, value) == number_index::none) [[unlikely]]
      add_unknown(hash, value);
  }
  void merge(const distinct_values& other) {
    for (const auto& one : other.values_) add(one);
  }

 private:
  using number = number_index::number;
  friend row_traits<distinct_values>;

  // Over that many, comparing with each is slower than hashing.
  static constexpr std::size_t longest_search = 4;

  template <class Probe>
  [[gnu::always_inline]] number find(std::uint64_t hash, const Probe& value) const {
    return index_.find(hash, [&](number n) { return same_key(values_[n], value); });
  }

  // Of a value that the index does not know, if there is one: there is none over few values, nor over values just read back.
  template <class Probe>
  [[gnu::noinline]] void add_unknown(std::uint64_t hash, const Probe& value) {
    if (size() < longest_search) {
      for (const auto& one : values_)
        if (same_key(one, value)) return;
      values_.emplace_back(value);
      return;
    }
    if (index_.is_full()) {
      make_index();
      if (find(hash, value) != number_index::none) return;
    }
    index_.insert(hash, static_cast<number>(size()));
    values_.emplace_back(value);
  }
  void make_index() {
    index_ = number_index(number_index::groups_for(2 * size()));
    number n = 0;
    for (const auto& one : values_) index_.insert(memory_hash<T>::of(one), n++);
  }

  std::vector<T> values_;
  number_index index_;
};

template <class T>
struct row_traits<distinct_values<T>> {
  using fields = field_list<field<"values", std::vector<T>>>;

  template <name Name, class Values>
  static constexpr auto& get(Values& of) {
    return of.values_;
  }
};

}  // namespace tidemark
