// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Looking at many bytes of text at once: where plain text ends, and whether a known text comes next.

#include <tidemark/row/byte_order.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tidemark {

// A byte that a JSON string can hold as it is, without a second look: ASCII but quote, backslash and control characters.
constexpr bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// The top bit of each byte that is not plain is set (all its others are 0), but for bytes above the first such one.
constexpr std::uint64_t not_plain(std::uint64_t bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101u;
  constexpr std::uint64_t tops = 0x8080808080808080u;
  const std::uint64_t quotes = bytes ^ ones * '"';
  const std::uint64_t slashes = bytes ^ ones * '\\';
  return ((bytes - ones * 0x20) | (quotes - ones) | (slashes - ones) | bytes) & tops;
}

// The first byte from `at` that is not plain, or `end`; eight bytes at a time.
inline const char* plain_end_by_eight(const char* at, const char* end) {
  for (; end - at >= 8; at += 8)
    if (const std::uint64_t found = not_plain(read_little<std::uint64_t>(at)); found != 0)
      return at + std::countr_zero(found) / 8;
  while (at != end && is_plain(*at)) ++at;
  return at;
}

// The first byte from `at` that is not plain, or `end`.
[[gnu::always_inline]] inline const char* plain_end(const char* at, const char* end) {
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    // One signed comparison finds control characters and all that is not ASCII.
    const __m128i found =
        _mm_or_si128(_mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20)),
                     _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))));
    if (const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found)); mask != 0) return at + std::countr_zero(mask);
  }
#endif
  return plain_end_by_eight(at, end);
}

// A short text to be looked for at a place, padded so that it is compared sixteen bytes at a time.
struct known_text {
  static constexpr std::size_t capacity = 48;

  alignas(16) char bytes[capacity]{};
  std::uint16_t size = 0;  // 0: nothing is known, and nothing matches

  void assign(const char* from, std::size_t count) {
    std::memcpy(bytes, from, count);
    size = static_cast<std::uint16_t>(count);
  }

  // It stands at `at`.
  [[gnu::always_inline]] bool is_at(const char* at, const char* end) const {
#if defined(__SSE2__)
    if (size - 1u < 16 && end - at >= 16) return (differences(at, bytes) << (16 - size) & 0xffffu) == 0;
    if (size - 17u < 16 && end - at >= 32)
      return differences(at, bytes) == 0 && (differences(at + 16, bytes + 16) << (32 - size) & 0xffffu) == 0;
#endif
    return size != 0 && end - at >= size && std::memcmp(at, bytes, size) == 0;
  }

#if defined(__SSE2__)
  static unsigned differences(const char* a, const char* b) {
    const __m128i equal = _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a)),
                                         _mm_load_si128(reinterpret_cast<const __m128i*>(b)));
    return static_cast<unsigned>(_mm_movemask_epi8(equal)) ^ 0xffffu;
  }
#endif
};

}  // namespace tidemark
