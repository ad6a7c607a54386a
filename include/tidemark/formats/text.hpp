// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Lines of a text that lies in memory.

#include <cstddef>
#include <cstring>
#include <string_view>

namespace tidemark {

// The text behind a byte order mark, which some programs put at the start of a file.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

// Nothing but spaces, tabs and carriage returns.
constexpr bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

// Steps through lines, which end in a newline, or in a carriage return and a newline; the last may end with the text. All other
// bytes are kept as they are, zeros too.
//   for (line_scanner lines(text); lines.next(line);) ++count;
class line_scanner {
 public:
  explicit line_scanner(std::string_view text) : rest_(text) {}

  // The next line without its end; false: there is none.
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const void* const newline = std::memchr(rest_.data(), '\n', rest_.size());
    const std::size_t size =
        newline == nullptr ? rest_.size() : static_cast<std::size_t>(static_cast<const char*>(newline) - rest_.data());
    line = rest_.substr(0, size);
    rest_.remove_prefix(newline == nullptr ? size : size + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return true;
  }

  // What has not been stepped through yet.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace tidemark
