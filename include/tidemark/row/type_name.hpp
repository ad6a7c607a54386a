// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What integer types are called: in SQL, and as they are stored.

#include <cstddef>
#include <string_view>

namespace tidemark {

// The SQL name of an integer type; an unsigned one is the next wider, which holds all its values.
constexpr std::string_view integer_type_text(std::size_t size, bool is_signed) {
  constexpr std::string_view names[] = {"TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL(20,0)"};
  const std::size_t log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  return names[log + (is_signed ? 0 : 1)];
}

// On disk: do not rename.
constexpr std::string_view integer_form_name(std::size_t size, bool is_signed) {
  constexpr std::string_view names[] = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"};
  const std::size_t log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  return names[log + (is_signed ? 0 : 4)];
}

}  // namespace tidemark
