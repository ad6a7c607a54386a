// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Bytes as text in base64 (RFC 4648, with padding), and back.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

inline constexpr std::string_view base64_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

inline void append_base64(std::string& out, std::string_view bytes) {
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at])) : 0u;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t three = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    const std::size_t left = bytes.size() - at;
    out += base64_digits[three >> 18];
    out += base64_digits[three >> 12 & 63];
    out += left > 1 ? base64_digits[three >> 6 & 63] : '=';
    out += left > 2 ? base64_digits[three & 63] : '=';
  }
}

// Appends the bytes; false if the text is no base64.
inline bool append_from_base64(std::string& out, std::string_view text) {
  constexpr std::uint8_t none = 64;
  constexpr auto values = [] {
    std::array<std::uint8_t, 256> all{};
    for (std::uint8_t& one : all) one = none;
    for (std::size_t i = 0; i < base64_digits.size(); ++i)
      all[static_cast<unsigned char>(base64_digits[i])] = static_cast<std::uint8_t>(i);
    return all;
  }();
  if (text.size() % 4 != 0) return false;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::uint8_t value = values[static_cast<unsigned char>(c)];
    if (value == none) return false;
    bits = bits << 6 | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(static_cast<unsigned char>(bits >> count & 0xff));
  }
  return true;
}

}  // namespace tidemark
