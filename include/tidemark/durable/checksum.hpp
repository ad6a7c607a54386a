// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// CRC32C (Castagnoli), the checksum of every file of ours: by the processor's instruction where there is one, else by tables.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tidemark {

// Table k gives the effect of a byte that is followed by k zero bytes, so that eight bytes are taken in one step.
inline constexpr auto crc32c_tables = [] {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) != 0 ? 0x82f63b78U : 0U);
    tables[0][byte] = value;
  }
  for (std::size_t byte = 0; byte < 256; ++byte)
    for (std::size_t k = 1; k < 8; ++k) tables[k][byte] = (tables[k - 1][byte] >> 8) ^ tables[0][tables[k - 1][byte] & 0xff];
  return tables;
}();

constexpr std::uint32_t crc32c_by_table(std::string_view bytes, std::uint32_t before = 0) {
  const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  std::uint32_t crc = ~before;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < 4; ++i)
      next ^= crc32c_tables[7 - i][(crc >> (8 * i) ^ at(i)) & 0xff] ^ crc32c_tables[3 - i][at(i + 4)];
    crc = next;
  }
  for (std::size_t i = 0; i < bytes.size(); ++i) crc = (crc >> 8) ^ crc32c_tables[0][(crc ^ at(i)) & 0xff];
  return ~crc;
}

#if defined(__x86_64__)
// Requires: the processor has SSE 4.2.
[[gnu::target("sse4.2")]] inline std::uint32_t crc32c_by_instruction(std::string_view bytes, std::uint32_t before = 0) {
  std::uint64_t crc = ~before;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    std::uint64_t word{};
    std::memcpy(&word, bytes.data(), sizeof word);
    crc = __builtin_ia32_crc32di(crc, word);
  }
  auto narrow = static_cast<std::uint32_t>(crc);
  for (const char byte : bytes) narrow = __builtin_ia32_crc32qi(narrow, static_cast<std::uint8_t>(byte));
  return ~narrow;
}
inline bool has_crc32c_instruction() { return __builtin_cpu_supports("sse4.2") != 0; }
#else
inline std::uint32_t crc32c_by_instruction(std::string_view bytes, std::uint32_t before = 0) {
  return crc32c_by_table(bytes, before);
}
inline bool has_crc32c_instruction() { return false; }
#endif

// The checksum of `bytes`; with the checksum of what stands before them, that of the whole.
inline std::uint32_t crc32c(std::string_view bytes, std::uint32_t before = 0) {
  return has_crc32c_instruction() ? crc32c_by_instruction(bytes, before) : crc32c_by_table(bytes, before);
}

}  // namespace tidemark
