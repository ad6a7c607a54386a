// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// UTF-8: whether a sequence of bytes is a character, and the bytes of a character.

#include <cstddef>
#include <cstdint>
#include <string>

namespace tidemark {

// The bytes of the character that starts at `at`, 1 to 4; 0 if no well-formed one does (too long a form, half of a surrogate
// pair, above U+10FFFF, cut off). Requires: at < end.
inline std::size_t utf8_size(const char* at, const char* end) {
  const auto byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
  const auto left = static_cast<std::size_t>(end - at);
  const auto follows = [&](std::size_t i) { return byte(i) >= 0x80 && byte(i) <= 0xbf; };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return left >= 2 && follows(1) ? 2 : 0;
  if (first < 0xf0) {
    const unsigned char least = first == 0xe0 ? 0xa0 : 0x80;
    const unsigned char most = first == 0xed ? 0x9f : 0xbf;
    return left >= 3 && byte(1) >= least && byte(1) <= most && follows(2) ? 3 : 0;
  }
  const unsigned char least = first == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = first == 0xf4 ? 0x8f : 0xbf;
  return left >= 4 && byte(1) >= least && byte(1) <= most && follows(2) && follows(3) ? 4 : 0;
}

// Appends a character. Requires: not a surrogate, at most U+10FFFF.
inline void append_utf8(std::string& out, std::uint32_t character) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(static_cast<unsigned char>(byte)); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xc0 | character >> 6), put(0x80 | (character & 0x3f));
  } else if (character < 0x10000) {
    put(0xe0 | character >> 12), put(0x80 | (character >> 6 & 0x3f)), put(0x80 | (character & 0x3f));
  } else {
    put(0xf0 | character >> 18), put(0x80 | (character >> 12 & 0x3f));
    put(0x80 | (character >> 6 & 0x3f)), put(0x80 | (character & 0x3f));
  }
}

}  // namespace tidemark
