// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Offsets that are one whole number: `5`. What sources that count blocks, rows or seconds write into the offset log.

#include <tidemark/row/error.hpp>
#include <tidemark/sources/source.hpp>

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace tidemark {

inline source_offset integer_offset(std::int64_t number) { return std::to_string(number); }

// The number that an offset is. Requires of the offset log: nothing; another source's offset is an error.
inline std::int64_t number_of(const source_offset& offset) {
  std::int64_t number = 0;
  const char* const last = offset.data() + offset.size();
  const auto [end, failure] = std::from_chars(offset.data(), last, number);
  if (failure != std::errc{} || end != last || number < 0)
    throw error("source_offset_malformed", "the logged offset " + offset +
                                               " is not a count, so it was written by another kind of source; start with the "
                                               "sources that the checkpoint was made with, or with a new checkpoint");
  return number;
}

}  // namespace tidemark
