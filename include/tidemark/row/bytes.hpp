// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// BINARY: bytes that are no text.

#include <tidemark/row/base64.hpp>
#include <tidemark/row/scalar.hpp>

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// Bytes of a batch, looked at where they lie; lasts as long as its row. Where it is kept it becomes `bytes`.
struct bytes_view {
  std::string_view content;

  constexpr bytes_view() = default;
  constexpr explicit bytes_view(std::string_view of) : content(of) {}

  friend constexpr auto operator<=>(const bytes_view&, const bytes_view&) = default;
};

// Ordered byte by byte, each without sign.
struct bytes {
  std::string content;

  bytes() = default;
  explicit bytes(std::string of) : content(std::move(of)) {}
  explicit bytes(bytes_view of) : content(of.content) {}
  bytes& operator=(bytes_view from) {
    content = from.content;
    return *this;
  }
  explicit operator bytes_view() const { return bytes_view(content); }

  friend bool operator==(const bytes&, const bytes&) = default;
  friend auto operator<=>(const bytes&, const bytes&) = default;
  friend auto operator<=>(const bytes& a, bytes_view b) { return std::string_view(a.content) <=> b.content; }
  friend bool operator==(const bytes& a, bytes_view b) { return a.content == b.content; }
};

// Appends "[00 01 FF]", as a printed table shows bytes.
inline void append_hexadecimal(std::string& out, std::string_view content) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out += '[';
  for (std::size_t i = 0; i < content.size(); ++i) {
    const auto byte = static_cast<unsigned char>(content[i]);
    if (i > 0) out += ' ';
    (out += digits[byte >> 4]) += digits[byte & 15];
  }
  out += ']';
}

// What both say. A cast from and to text takes the bytes as they are: plan/functions/bytes.hpp.
template <class T>
struct bytes_traits : scalar_defaults<T> {
  using owned = bytes;
  using form = std::string_view;
  static constexpr std::string_view other_value = "something other than bytes in base64";

  static std::string sql_name() { return "BINARY"; }
  static std::string form_name() { return "bytes"; }
  static constexpr form to_form(const T& value) { return value.content; }
  static void append_text(std::string& out, const T& value) { append_hexadecimal(out, value.content); }
  static void append_json(std::string& out, const T& value) { append_base64(out, value.content); }
};
template <>
struct scalar_traits<bytes> : bytes_traits<bytes> {
  static bytes from_form(form content) { return bytes(std::string(content)); }
  static bool parse_text(std::string_view text, bytes& into) { return into.content = text, true; }
  static bool parse_json(std::string_view text, bytes& into) {
    into.content.clear();
    return append_from_base64(into.content, text);
  }
};
template <>
struct scalar_traits<bytes_view> : bytes_traits<bytes_view> {
  static constexpr bytes_view from_form(form content) { return bytes_view(content); }
  static constexpr bool parse_text(std::string_view text, bytes_view& into) { return into.content = text, true; }
  // Appends the bytes to what the view then looks at.
  static bool append_from_json(std::string& memory, std::string_view text) { return append_from_base64(memory, text); }
};

}  // namespace tidemark
