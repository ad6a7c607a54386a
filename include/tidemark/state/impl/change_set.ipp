// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of change_set.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/byte_order.hpp>
#include <tidemark/state/change_set.hpp>

#include <cstdint>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE void replay(std::string_view bytes, change_reader& into) {
  const char* from = bytes.data();
  const char* const end = from + bytes.size();
  const auto take = [&](std::uint64_t size) {
    need_bytes(from, end, size);
    from += size;
    return std::string_view(from - size, size);
  };
  while (from != end) {
    const std::uint64_t head = read_length(from, end);
    const std::string_view key = take(head >> 2);
    switch (head & 3) {
      case change_set::put_record:
        into.put(key, take(read_length(from, end)));
        break;
      case change_set::erase_record:
        into.erase(key);
        break;
      case change_set::erase_through_record:
        into.erase_through(key);
        break;
      default:
        throw_damaged("a stored change is of an unknown kind");
    }
  }
}

}  // namespace tidemark
