// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Counts what the whole program allocates. Included by the one unit of a program.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

inline std::uint64_t allocations = 0;

// Not inlined: the compiler would see malloc and free, and call them mismatched.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
