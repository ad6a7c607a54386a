// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A state laid out as the keys of an ordered database: its rows, the way back to the version before, and what it says of
// itself.

#include <tidemark/row/byte_order.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

// The kinds of keys. On disk: do not change.
//   "i"                          the image: below
//   'u', number (4, big-endian)  a change set, part of the way back
//   'r', encoded key             a row: its value
enum class database_key_kind : char { image = 'i', row = 'r', undo = 'u' };

// A database key, made in a buffer.
inline const std::string& database_key(std::string& buffer, database_key_kind kind, std::string_view rest = {}) {
  buffer.assign(1, static_cast<char>(kind));
  buffer.append(rest);
  return buffer;
}
inline const std::string& undo_key(std::string& buffer, std::int64_t part) {
  char number[4];
  write_big(number, static_cast<std::uint32_t>(part));
  return database_key(buffer, database_key_kind::undo, {number, sizeof number});
}

// What the database says of itself. On disk: do not change; a new form has a new number.
struct database_image {
  static constexpr std::uint32_t form = 1;
  static constexpr std::size_t size = 40;

  std::int64_t version = 0;
  bool can_undo = false;         // to the version before
  std::int64_t undo_parts = 0;   // change sets that do so
  std::int64_t rows = 0;
  std::int64_t rows_before = 0;  // in the version before

  std::string bytes() const {
    std::string all(size, '\0');
    char* to = write_little(all.data(), form);
    to = write_little(to, std::uint32_t{can_undo});
    for (const std::int64_t number : {version, undo_parts, rows, rows_before})
      to = write_little(to, static_cast<std::uint64_t>(number));
    return all;
  }
  // False: not the form that this program writes.
  bool read(std::string_view all) {
    if (all.size() != size || read_little<std::uint32_t>(all.data()) != form) return false;
    can_undo = read_little<std::uint32_t>(all.data() + 4) != 0;
    const char* from = all.data() + 8;
    for (std::int64_t* number : {&version, &undo_parts, &rows, &rows_before}) {
      *number = static_cast<std::int64_t>(read_little<std::uint64_t>(from));
      from += 8;
    }
    return true;
  }
};

}  // namespace tidemark
