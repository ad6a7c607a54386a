// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Names of files as the logs keep them: absolute, as a URI "file:///in/a%20b.json".

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

// The path from the root, without ".", ".." and doubled or final slashes. Links are not followed.
std::string absolute_path(std::string_view path);

// Whether a URI has these characters as they are. java.net.URI, which wrote the logs that ours are like, keeps what is
// allowed in a path, and beyond ASCII all but control characters and spaces.
constexpr bool stands_in_uri(std::uint32_t character) {
  if (character < 0x80) {
    const auto c = static_cast<char>(character);
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/-_.!~*'();:@&=+$,").find(c) != std::string_view::npos;
  }
  return !(character < 0xa1 || character == 0x1680 || (character >= 0x2000 && character <= 0x200a) || character == 0x2028 ||
           character == 0x2029 || character == 0x202f || character == 0x205f || character == 0x3000);
}

// "/in/a b.json" → "file:///in/a%20b.json". Bytes that are no UTF-8 are escaped too, so that the URI is always UTF-8.
std::string file_uri(std::string_view absolute);

// The path that a URI names: of "file:///in/a%20b.json", "file:/in/a%20b.json" or a plain path.
std::string path_of_uri(std::string_view uri);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/file_uri.ipp>
#endif
