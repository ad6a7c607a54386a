// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of type_text.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/type_text.hpp>

#include <string>
#include <string_view>

namespace tidemark {

TIDEMARK_INLINE void append_sql_name(std::string& out, std::string_view name) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  bool is_plain_name = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
  for (const char c : name) is_plain_name = is_plain_name && is_word(c);
  if (is_plain_name) {
    out += name;
    return;
  }
  out += '`';
  for (const char c : name) out.append(c == '`' ? 2 : 1, c);
  out += '`';
}

}  // namespace tidemark
