// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of integer_offset.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/integer_offset.hpp>
#include <tidemark/sources/source.hpp>

#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace tidemark {

TIDEMARK_INLINE source_offset integer_offset(std::int64_t number) { return std::to_string(number); }

TIDEMARK_INLINE std::int64_t number_of(const source_offset& offset) {
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
