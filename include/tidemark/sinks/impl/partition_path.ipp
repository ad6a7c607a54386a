// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of partition_path.hpp.

#include <tidemark/form.hpp>
#include <tidemark/sinks/partition_path.hpp>

#include <string>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE void append_path_text(std::string& path, std::string_view text) {
  constexpr std::string_view special = "\"#%'*/:=?\\\x7f{[]^";
  constexpr char hex[] = "0123456789ABCDEF";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && special.find(c) == std::string_view::npos) path += c;
    else path.append(1, '%').append(1, hex[byte >> 4]).append(1, hex[byte & 15]);
  }
}

}  // namespace tidemark
