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

TIDEMARK_INLINE change_record take_record(const char*& from, const char* end) {
  const auto take = [&](std::uint64_t size) {
    need_bytes(from, end, size);
    from += size;
    return std::string_view(from - size, size);
  };
  const std::uint64_t head = read_length(from, end);
  change_record record{head & 3, take(head >> 2), {}};
  if (record.kind == 0) throw_damaged("a stored change is of an unknown kind");
  if (record.kind == change_set::put_record) record.value = take(read_length(from, end));
  return record;
}

TIDEMARK_INLINE void replay(std::string_view bytes, change_reader& into) {
  const char* from = bytes.data();
  const char* const end = from + bytes.size();
  while (from != end) {
    const change_record record = take_record(from, end);
    if (record.kind == change_set::put_record) into.put(record.key, record.value);
    else if (record.kind == change_set::erase_record) into.erase(record.key);
    else into.erase_through(record.key);
  }
}

}  // namespace tidemark
