// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Random identifiers: of a query, of a run, of a temporary file.

#include <tidemark/row/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <unistd.h>

namespace tidemark {

// A random UUID (version 4) from the system's entropy: "8c1b1f0e-4a53-4f0b-9b07-0d9f1f7c2a55".
inline std::string random_uuid() {
  std::array<std::uint8_t, 16> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0)
    throw error("no_randomness", "the system gives no random bytes (getentropy failed); run on a system that does");
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x40);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 0xf];
  }
  return text;
}

}  // namespace tidemark
