// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of text_table.hpp.

#include <tidemark/form.hpp>
#include <tidemark/row/utf8.hpp>
#include <tidemark/sinks/text_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE std::pair<std::uint32_t, std::size_t> first_character(std::string_view text) {
  const std::size_t size = (std::max)(utf8_size(text.data(), text.data() + text.size()), std::size_t{1});
  const auto first = static_cast<unsigned char>(text.front());
  std::uint32_t number = size == 1 ? first : first & (0xffU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) number = number << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  return {number, size};
}

TIDEMARK_INLINE std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const auto [character, size] = first_character(text);
    columns += is_wide(character) ? std::size_t{2} : std::size_t{1};
    text.remove_prefix(size);
  }
  return columns;
}

TIDEMARK_INLINE std::string shortened(std::string_view text, std::size_t most) {
  const std::size_t kept = most < 4 ? most : most - 3;
  std::size_t characters = 0;
  std::size_t end_of_kept = 0;
  for (std::size_t at = 0; at < text.size() && characters <= most; ++characters) {
    at += first_character(text.substr(at)).second;
    if (characters < kept) end_of_kept = at;
  }
  if (most == 0 || characters <= most) return std::string(text);
  return std::string(text.substr(0, end_of_kept)) + (most < 4 ? "" : "...");
}

TIDEMARK_INLINE std::string on_one_line(std::string_view text) {
  constexpr std::string_view control = "\a\b\t\n\v\f\r";
  std::string line;
  for (const char c : text) {
    const auto at = control.find(c);
    if (at == std::string_view::npos) line += c;
    else (line += '\\') += "abtnvfr"[at];
  }
  return line;
}

TIDEMARK_INLINE std::string text_table::text(bool align_right) const {
  std::vector<std::size_t> widths(lines_.front().size(), 3);
  for (const auto& one : lines_)
    for (std::size_t i = 0; i < one.size(); ++i) widths[i] = (std::max)(widths[i], columns_of(one[i]));
  std::string rule = "+";
  for (const std::size_t width : widths) rule.append(width, '-') += '+';
  rule += '\n';

  std::string drawn = rule;
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    drawn += '|';
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string padding(widths[i] - columns_of(lines_[l][i]), ' ');
      drawn += align_right ? padding + lines_[l][i] : lines_[l][i] + padding;
      drawn += '|';
    }
    drawn += '\n';
    if (l == 0) drawn += rule;
  }
  return drawn += rule;
}

}  // namespace tidemark
