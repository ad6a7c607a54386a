// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Conditions and changes of a row in one loop: what a chain of where and map is to cost. What is left is added to `kept`.

#include "event.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace hand {

// Room for the rows of a batch.
class row_buffer {
 public:
  explicit row_buffer(std::size_t most) : rows_(most) {}

  [[gnu::always_inline]] void add(const event& row) {
    event& to = rows_[used_++];
    to.key = row.key;
    to.time = row.time;
    to.value = row.value;
  }
  void clear() { used_ = 0; }
  std::span<const event> rows() const { return {rows_.data(), used_}; }

 private:
  std::vector<event> rows_;
  std::size_t used_ = 0;
};

[[gnu::noinline]] inline void chain_of_1(std::span<const event> events, row_buffer& kept) {
  for (const event& one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    kept.add(one);
  }
}

[[gnu::noinline]] inline void chain_of_4(std::span<const event> events, row_buffer& kept) {
  for (event one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    one.value = one.value * 3 + 1, one.key ^= one.value;
    one.value = one.value * 3 + 2, one.key ^= one.value;
    one.value = one.value * 3 + 3, one.key ^= one.value;
    kept.add(one);
  }
}

[[gnu::noinline]] inline void chain_of_16(std::span<const event> events, row_buffer& kept) {
  for (event one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    one.value = one.value * 3 + 1, one.key ^= one.value;
    one.value = one.value * 3 + 2, one.key ^= one.value;
    one.value = one.value * 3 + 3, one.key ^= one.value;
    if ((one.value >> 4 & 1023) == 0) continue;
    one.value = one.value * 3 + 5, one.key ^= one.value;
    one.value = one.value * 3 + 6, one.key ^= one.value;
    one.value = one.value * 3 + 7, one.key ^= one.value;
    if ((one.value >> 8 & 1023) == 0) continue;
    one.value = one.value * 3 + 9, one.key ^= one.value;
    one.value = one.value * 3 + 10, one.key ^= one.value;
    one.value = one.value * 3 + 11, one.key ^= one.value;
    if ((one.value >> 12 & 1023) == 0) continue;
    one.value = one.value * 3 + 13, one.key ^= one.value;
    one.value = one.value * 3 + 14, one.key ^= one.value;
    one.value = one.value * 3 + 15, one.key ^= one.value;
    kept.add(one);
  }
}

[[gnu::noinline]] inline void chain_of_32(std::span<const event> events, row_buffer& kept) {
  for (event one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    one.value = one.value * 3 + 1, one.key ^= one.value;
    one.value = one.value * 3 + 2, one.key ^= one.value;
    one.value = one.value * 3 + 3, one.key ^= one.value;
    if ((one.value >> 4 & 1023) == 0) continue;
    one.value = one.value * 3 + 5, one.key ^= one.value;
    one.value = one.value * 3 + 6, one.key ^= one.value;
    one.value = one.value * 3 + 7, one.key ^= one.value;
    if ((one.value >> 8 & 1023) == 0) continue;
    one.value = one.value * 3 + 9, one.key ^= one.value;
    one.value = one.value * 3 + 10, one.key ^= one.value;
    one.value = one.value * 3 + 11, one.key ^= one.value;
    if ((one.value >> 12 & 1023) == 0) continue;
    one.value = one.value * 3 + 13, one.key ^= one.value;
    one.value = one.value * 3 + 14, one.key ^= one.value;
    one.value = one.value * 3 + 15, one.key ^= one.value;
    if ((one.value >> 16 & 1023) == 0) continue;
    one.value = one.value * 3 + 17, one.key ^= one.value;
    one.value = one.value * 3 + 18, one.key ^= one.value;
    one.value = one.value * 3 + 19, one.key ^= one.value;
    if ((one.value >> 20 & 1023) == 0) continue;
    one.value = one.value * 3 + 21, one.key ^= one.value;
    one.value = one.value * 3 + 22, one.key ^= one.value;
    one.value = one.value * 3 + 23, one.key ^= one.value;
    if ((one.value >> 24 & 1023) == 0) continue;
    one.value = one.value * 3 + 25, one.key ^= one.value;
    one.value = one.value * 3 + 26, one.key ^= one.value;
    one.value = one.value * 3 + 27, one.key ^= one.value;
    if ((one.value >> 28 & 1023) == 0) continue;
    one.value = one.value * 3 + 29, one.key ^= one.value;
    one.value = one.value * 3 + 30, one.key ^= one.value;
    one.value = one.value * 3 + 31, one.key ^= one.value;
    kept.add(one);
  }
}

}  // namespace hand
