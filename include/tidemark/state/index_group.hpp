// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// One cache line of a hash index: twelve tags of a byte, compared at once, and the twelve numbers that they stand for.

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tidemark {

// A bit for each of the tags that is this one.
[[gnu::always_inline]] inline unsigned matches_by_words(const std::uint8_t (&tags)[12], std::uint8_t tag) {
  constexpr std::uint64_t every_byte = 0x0101010101010101;
  constexpr std::uint64_t low_bits = 0x7f * every_byte;
  const auto equal_bytes = [tag](std::uint64_t word) {
    const std::uint64_t difference = word ^ (tag * every_byte);
    const std::uint64_t zeros =
        ~(((difference & low_bits) + low_bits) | difference | low_bits);  // exact: no carry between bytes
    return static_cast<unsigned>(((zeros >> 7) * 0x0102040810204080) >> 56);
  };
  std::uint64_t first{};
  std::uint32_t last{};
  std::memcpy(&first, &tags[0], sizeof first);
  std::memcpy(&last, &tags[8], sizeof last);
  if constexpr (std::endian::native == std::endian::big) first = __builtin_bswap64(first), last = __builtin_bswap32(last);
  return (equal_bytes(first) | equal_bytes(last) << 8) & 0xfff;
}

// A slot is free if its tag is 0. When a number has to go to a later group because this one is full, a bit of `overflow`,
// chosen by the hash, is set: a search that does not see its bit ends here. So erasing leaves no tombstone.
struct alignas(64) index_group {
  static constexpr unsigned places = 12;

  std::uint8_t tags[places];
  std::uint8_t unused[3];
  std::uint8_t overflow;
  std::uint32_t numbers[places];

  // The low byte of the hash, but never 0.
  [[gnu::always_inline]] static constexpr std::uint8_t tag_of(std::uint64_t hash) {
    const auto low = static_cast<unsigned>(hash & 0xff);
    return static_cast<std::uint8_t>(low + (low == 0 ? 1U : 0U));
  }
  [[gnu::always_inline]] static constexpr unsigned overflow_bit_of(std::uint64_t hash) { return 1U << ((hash >> 8) & 7); }

  // A bit for each slot that has the tag of this hash.
  [[gnu::always_inline]] unsigned matches(std::uint64_t hash) const {
#if defined(__SSE2__)
    const __m128i low_bytes = _mm_set1_epi8(static_cast<char>(hash & 0xff));
    return equal_places(_mm_max_epu8(low_bytes, _mm_set1_epi8(1)));
#else
    return matches_by_words(tags, tag_of(hash));
#endif
  }
  unsigned free_places() const {
#if defined(__SSE2__)
    return equal_places(_mm_setzero_si128());
#else
    return matches_by_words(tags, 0);
#endif
  }

  // Volatile, since clang would otherwise take the byte out of the vector of tags in every search, to have it at hand.
  [[gnu::always_inline]] bool was_passed() const { return *static_cast<const volatile std::uint8_t*>(&overflow) != 0; }
  [[gnu::always_inline]] bool was_passed_by(std::uint64_t hash) const { return (overflow & overflow_bit_of(hash)) != 0; }

#if defined(__SSE2__)
 private:
  [[gnu::always_inline]] unsigned equal_places(__m128i sought) const {
    const __m128i head = _mm_load_si128(reinterpret_cast<const __m128i*>(this));
    return static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpeq_epi8(head, sought))) & 0xfffU;
  }
#endif
};

static_assert(sizeof(index_group) == 64);

}  // namespace tidemark
