// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Conditions and changes of a row in one loop: what a chain of where and map is to cost.

#include "event.hpp"

#include <cstdint>
#include <span>

namespace hand {

// A sum over the rows that are left, which tells whether two programs made the same of them. It lies in memory, as does what a
// sink writes to.
struct chain_sum {
  std::uint64_t rows = 0;
  std::uint64_t sum = 0;

  void add(const event& one) {
    ++rows;
    sum += static_cast<std::uint64_t>(one.key) * 31 + static_cast<std::uint64_t>(one.value);
  }
  friend bool operator==(const chain_sum&, const chain_sum&) = default;
};

[[gnu::noinline]] inline void chain_of_1(std::span<const event> events, chain_sum& result) {
  for (const event& one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    result.add(one);
  }
}

[[gnu::noinline]] inline void chain_of_4(std::span<const event> events, chain_sum& result) {
  for (event one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    one.value = one.value * 3 + 0, one.key ^= one.value;
    if ((one.value >> 1 & 1023) == 0) continue;
    one.value = one.value * 3 + 1, one.key ^= one.value;
    result.add(one);
  }
}

[[gnu::noinline]] inline void chain_of_16(std::span<const event> events, chain_sum& result) {
  for (event one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    one.value = one.value * 3 + 0, one.key ^= one.value;
    if ((one.value >> 1 & 1023) == 0) continue;
    one.value = one.value * 3 + 1, one.key ^= one.value;
    if ((one.value >> 2 & 1023) == 0) continue;
    one.value = one.value * 3 + 2, one.key ^= one.value;
    if ((one.value >> 3 & 1023) == 0) continue;
    one.value = one.value * 3 + 3, one.key ^= one.value;
    if ((one.value >> 4 & 1023) == 0) continue;
    one.value = one.value * 3 + 4, one.key ^= one.value;
    if ((one.value >> 5 & 1023) == 0) continue;
    one.value = one.value * 3 + 5, one.key ^= one.value;
    if ((one.value >> 6 & 1023) == 0) continue;
    one.value = one.value * 3 + 6, one.key ^= one.value;
    if ((one.value >> 7 & 1023) == 0) continue;
    one.value = one.value * 3 + 7, one.key ^= one.value;
    result.add(one);
  }
}

}  // namespace hand
