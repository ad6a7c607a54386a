// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON strings: their end found and their bytes checked, escapes resolved.

#include <tidemark/formats/byte_scan.hpp>
#include <tidemark/formats/json_input.hpp>
#include <tidemark/row/utf8.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tidemark {

// The four hexadecimal digits behind "\u"; more than 0xffff if there are none.
inline std::uint32_t hex_digits(const char* at, const char* end) {
  if (end - at < 4) return 0x10000;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const char c = at[i];
    const char lower = static_cast<char>(c | 0x20);
    if (c >= '0' && c <= '9') value = value * 16 + static_cast<std::uint32_t>(c - '0');
    else if (lower >= 'a' && lower <= 'f') value = value * 16 + static_cast<std::uint32_t>(lower - 'a' + 10);
    else return 0x10000;
  }
  return value;
}

// Reads one escape; `at` stands on the backslash. Appends to `out` unless that is nullptr.
inline const char* read_escape(json_input& in, const char* at, std::string* out) {
  const char* const start = at++;
  if (in.ends_at(at)) return in.fail(at, json_problem::ends_early);
  std::uint32_t character = 0;
  switch (*at++) {
    case '"':
      character = '"';
      break;
    case '\\':
      character = '\\';
      break;
    case '/':
      character = '/';
      break;
    case 'b':
      character = '\b';
      break;
    case 'f':
      character = '\f';
      break;
    case 'n':
      character = '\n';
      break;
    case 'r':
      character = '\r';
      break;
    case 't':
      character = '\t';
      break;
    case 'u': {
      character = hex_digits(at, in.end);
      if (character > 0xffff) return in.fail(start, json_problem::wrong_escape);
      at += 4;
      if (character < 0xd800 || character > 0xdfff) break;
      const bool pair_follows = in.end - at >= 6 && at[0] == '\\' && at[1] == 'u';
      const std::uint32_t low = pair_follows ? hex_digits(at + 2, in.end) : 0;
      if (character > 0xdbff || low < 0xdc00 || low > 0xdfff) return in.fail(start, json_problem::half_a_pair);
      character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
      at += 6;
      break;
    }
    default:
      return in.fail(start, json_problem::wrong_escape);
  }
  if (out != nullptr) append_utf8(*out, character);
  return at;
}

// The rest of a string whose text from `start` is plain up to `at`: to behind its closing quote. Appends its text to `out`
// unless that is nullptr; `has_escape` is set when it is not what stands between the quotes.
inline const char* read_rest_of_string(json_input& in, const char* start, const char* at, std::string* out, bool& has_escape) {
  for (;;) {
    if (in.ends_at(at)) return in.fail(at, json_problem::ends_early);
    const auto byte = static_cast<unsigned char>(*at);
    if (byte == '"') {
      if (out != nullptr) out->append(start, at);
      return at + 1;
    }
    if (byte == '\\') {
      has_escape = true;
      if (out != nullptr) out->append(start, at);
      at = read_escape(in, at, out);
      if (at == nullptr) return nullptr;
      start = at;
    } else if (byte < 0x20) {
      return in.fail(at, json_problem::control_character);
    } else {
      const std::size_t size = utf8_size(at, in.end);
      if (size == 0) return in.fail(at, json_problem::not_utf8);
      at += size;
    }
    at = plain_end(at, in.end);
  }
}

// Skips a string; `at` stands on its opening quote.
inline const char* skip_string(json_input& in, const char* at) {
  const char* const stop = plain_end(at + 1, in.end);
  if (stop != in.end && *stop == '"') [[likely]]
    return stop + 1;
  bool has_escape = false;
  return read_rest_of_string(in, stop, stop, nullptr, has_escape);
}

// Reads a string into `into`, whose memory is used again; `at` stands on its opening quote.
inline const char* read_string(json_input& in, const char* at, std::string& into) {
  const char* const start = at + 1;
  const char* const stop = plain_end(start, in.end);
  if (stop != in.end && *stop == '"') [[likely]] {
    into.assign(start, static_cast<std::size_t>(stop - start));
    return stop + 1;
  }
  into.clear();
  bool has_escape = false;
  return read_rest_of_string(in, start, stop, &into, has_escape);
}

// Gives in.unescaped room for all that may come from `start`: no text is longer resolved than written, and views of it must
// not move.
inline void make_room(json_input& in, const char* start) {
  if (!in.unescaped->empty()) return;
  const void* const newline = in.is_line ? std::memchr(start, '\n', static_cast<std::size_t>(in.end - start)) : nullptr;
  const char* const text_end = newline != nullptr ? static_cast<const char*>(newline) : in.end;
  in.unescaped->reserve(static_cast<std::size_t>(text_end - start));
}

// Reads a string where it lies, or if it has escapes into in.unescaped.
inline const char* read_string(json_input& in, const char* at, std::string_view& into) {
  const char* const start = at + 1;
  const char* stop = plain_end(start, in.end);
  if (stop != in.end && *stop == '"') [[likely]] {
    into = {start, static_cast<std::size_t>(stop - start)};
    return stop + 1;
  }
  bool has_escape = false;
  stop = read_rest_of_string(in, stop, stop, nullptr, has_escape);
  if (stop == nullptr) return nullptr;
  into = {start, static_cast<std::size_t>(stop - 1 - start)};
  if (!has_escape) return stop;
  if (in.unescaped == nullptr) return in.fail(at, json_problem::escaped_view);
  make_room(in, start);
  const std::size_t before = in.unescaped->size();
  read_rest_of_string(in, start, plain_end(start, in.end), in.unescaped, has_escape);
  into = std::string_view(*in.unescaped).substr(before);
  return stop;
}

}  // namespace tidemark
