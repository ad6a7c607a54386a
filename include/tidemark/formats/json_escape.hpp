// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON strings written: quoted, escaped, always UTF-8.

#include <tidemark/formats/byte_scan.hpp>
#include <tidemark/row/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

// The escape for a byte that cannot stand in a string as it is.
inline void append_escape(std::string& out, char c) {
  out += '\\';
  switch (c) {
    case '"':
    case '\\':
      out += c;
      return;
    case '\b':
      out += 'b';
      return;
    case '\f':
      out += 'f';
      return;
    case '\n':
      out += 'n';
      return;
    case '\r':
      out += 'r';
      return;
    case '\t':
      out += 't';
      return;
    default: {
      constexpr char hex[] = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out.append("u00").append(1, hex[byte >> 4]).append(1, hex[byte & 15]);
    }
  }
}

// Appends a text in quotes. Characters beyond ASCII stay as they are; bytes that are not UTF-8 become U+FFFD, so that what is
// written can be read.
inline void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    const char* const stop = plain_end(at, end);
    out.append(at, stop);
    if (stop == end) break;
    at = stop;
    if (static_cast<unsigned char>(*at) < 0x80) {
      append_escape(out, *at++);
    } else if (const std::size_t size = utf8_size(at, end); size != 0) {
      out.append(at, size);
      at += size;
    } else {
      append_utf8(out, 0xfffd);
      ++at;
    }
  }
  out += '"';
}

}  // namespace tidemark
