// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Unsigned integers as bytes: little-endian for values and files, big-endian where bytes must sort like numbers, and in
// seven-bit groups for lengths.

#include <tidemark/row/error.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace tidemark {

// The same number with its bytes in opposite order.
template <std::unsigned_integral U>
[[gnu::always_inline]] constexpr U reversed_bytes(U number) {
  if constexpr (sizeof(U) == 8) return __builtin_bswap64(number);
  else if constexpr (sizeof(U) == 4) return __builtin_bswap32(number);
  else if constexpr (sizeof(U) == 2) return __builtin_bswap16(number);
  else return number;
}

template <std::unsigned_integral U>
[[gnu::always_inline]] constexpr U little_endian(U number) {
  if constexpr (std::endian::native == std::endian::little) return number;
  else return reversed_bytes(number);
}

// Each writes sizeof(U) bytes and returns where the next byte goes.
template <std::unsigned_integral U>
[[gnu::always_inline]] inline char* write_little(char* to, U number) {
  number = little_endian(number);
  std::memcpy(to, &number, sizeof number);
  return to + sizeof number;
}
template <std::unsigned_integral U>
[[gnu::always_inline]] inline char* write_big(char* to, U number) {
  return write_little(to, reversed_bytes(number));
}

template <std::unsigned_integral U>
[[gnu::always_inline]] inline U read_little(const char* from) {
  U number;
  std::memcpy(&number, from, sizeof number);
  return little_endian(number);
}
template <std::unsigned_integral U>
[[gnu::always_inline]] inline U read_big(const char* from) {
  return reversed_bytes(read_little<U>(from));
}

// Stored bytes that cannot have been written by this program: they end too early, or say something impossible.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_damaged(const char* what) {
  throw error("state_damaged", std::string(what) + "; restore the checkpoint from a copy or start from a new one");
}

[[gnu::always_inline]] inline void need_bytes(const char* from, const char* end, std::size_t count) {
  if (static_cast<std::size_t>(end - from) < count) [[unlikely]]
    throw_damaged("stored bytes end in the middle of a value");
}

// A length in groups of seven bits, lowest first, the top bit set on all but the last: one byte below 128, at most ten.
inline constexpr std::size_t max_length_bytes = 10;

constexpr std::size_t length_bytes(std::uint64_t length) {
  if (length < 128) [[likely]]
    return 1;
  return (static_cast<std::size_t>(std::bit_width(length)) + 6) / 7;
}
inline char* write_length(char* to, std::uint64_t length) {
  if (length < 128) [[likely]]
    return *to = static_cast<char>(length), to + 1;
  for (; length >= 128; length >>= 7) *to++ = static_cast<char>(static_cast<unsigned char>(length | 128));
  *to++ = static_cast<char>(static_cast<unsigned char>(length));
  return to;
}
inline std::uint64_t read_length(const char*& from, const char* end) {
  std::uint64_t length = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    need_bytes(from, end, 1);
    const auto group = static_cast<unsigned char>(*from++);
    if (shift == 63 && group > 1) break;
    length |= static_cast<std::uint64_t>(group & 127u) << shift;
    if (group < 128) return length;
  }
  throw_damaged("a stored length is longer than 64 bits");
}

}  // namespace tidemark
