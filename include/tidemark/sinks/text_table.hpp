// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A table drawn with characters, in the layout of Spark's `show`.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// The first character of a text that is not empty: its number, and its size in bytes. A byte that is no UTF-8 counts as one.
std::pair<std::uint32_t, std::size_t> first_character(std::string_view text);

// Chinese, Japanese and Korean characters take two columns of a terminal.
constexpr bool is_wide(std::uint32_t character) {
  constexpr std::array<std::array<std::uint32_t, 2>, 8> ranges{{{0x1100, 0x115f},
                                                                {0x2e80, 0xa4cf},
                                                                {0xac00, 0xd7a3},
                                                                {0xf900, 0xfaff},
                                                                {0xfe10, 0xfe19},
                                                                {0xfe30, 0xfe6f},
                                                                {0xff00, 0xff60},
                                                                {0xffe0, 0xffe6}}};
  return std::any_of(ranges.begin(), ranges.end(), [&](const auto& one) { return one[0] <= character && character <= one[1]; });
}

std::size_t columns_of(std::string_view text);

// At most `most` characters of a text, the last three being dots if there are more; all of it for 0.
std::string shortened(std::string_view text, std::size_t most);

// A text on one line: control characters as "\n", "\t" and so on.
std::string on_one_line(std::string_view text);

// Lines of cells under a head, all of one length.
class text_table {
 public:
  using line = std::vector<std::string>;

  explicit text_table(line head) : lines_{std::move(head)} {}

  void add(line cells) { lines_.push_back(std::move(cells)); }

  std::string text(bool align_right) const;

 private:
  std::vector<line> lines_;  // the head is the first
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sinks/impl/text_table.ipp>
#endif
