// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Offsets that are one whole number: `5`. What sources that count blocks, rows or seconds write into the offset log.

#include <tidemark/sources/source.hpp>

#include <cstdint>

namespace tidemark {

source_offset integer_offset(std::int64_t number);

// The number that an offset is. Requires of the offset log: nothing; another source's offset is an error.
std::int64_t number_of(const source_offset& offset);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/integer_offset.ipp>
#endif
