// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Conditions and changes of a row in one loop: what a chain of where and map is to cost. What is left is added to `kept`.

#include "event.hpp"

#include <span>
#include <vector>

namespace hand {

[[gnu::noinline]] inline void chain_of_1(std::span<const event> events, std::vector<event>& kept) {
  for (const event& one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    kept.push_back(one);
  }
}

[[gnu::noinline]] inline void chain_of_4(std::span<const event> events, std::vector<event>& kept) {
  for (event one : events) {
    if ((one.value >> 0 & 1023) == 0) continue;
    one.value = one.value * 3 + 0, one.key ^= one.value;
    if ((one.value >> 1 & 1023) == 0) continue;
    one.value = one.value * 3 + 1, one.key ^= one.value;
    kept.push_back(one);
  }
}

[[gnu::noinline]] inline void chain_of_16(std::span<const event> events, std::vector<event>& kept) {
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
    kept.push_back(one);
  }
}

}  // namespace hand
