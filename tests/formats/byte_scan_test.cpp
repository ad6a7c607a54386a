// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/byte_scan.hpp>

#include <cstddef>
#include <string>
#include <vector>

TEST_CASE("plain text ends at the first quote, backslash, control character or byte beyond ASCII") {
  // Every byte at every place of texts around the sizes that are looked at at once.
  for (std::size_t size = 1; size <= 40; ++size)
    for (std::size_t place = 0; place < size; ++place)
      for (int c = 0; c < 256; c += size == 33 ? 1 : 17) {
        // Allocated to its size, so that a read beyond the end is found by the address sanitizer.
        std::vector<char> text(size, 'x');
        text[place] = static_cast<char>(static_cast<unsigned char>(c));
        const bool ends = c < 0x20 || c == '"' || c == '\\' || c > 0x7f;
        const char* const start = text.data();
        const std::size_t expected = ends ? place : size;
        REQUIRE(static_cast<std::size_t>(tidemark::plain_end(start, start + size) - start) == expected);
        REQUIRE(static_cast<std::size_t>(tidemark::plain_end_by_eight(start, start + size) - start) == expected);
      }
}

TEST_CASE("of several bytes that end plain text the first counts") {
  const std::string text = "0123456789abcdef\x01\x02\"\\\xff 9abcdef";
  for (std::size_t start = 0; start <= 16; ++start) {
    CHECK(tidemark::plain_end(text.data() + start, text.data() + text.size()) == text.data() + 16);
    CHECK(tidemark::plain_end_by_eight(text.data() + start, text.data() + text.size()) == text.data() + 16);
  }
}

TEST_CASE("a known text is found where it stands, whatever follows") {
  for (std::size_t size = 1; size <= tidemark::known_text::capacity; ++size) {
    std::string words(size, ' ');
    for (std::size_t i = 0; i < size; ++i) words[i] = static_cast<char>('a' + i % 26);
    tidemark::known_text known;
    known.assign(words.data(), size);
    for (std::size_t more = 0; more <= 40; ++more) {
      const std::string text = words + std::string(more, '#');
      const std::vector<char> exact(text.begin(), text.end());
      REQUIRE(known.is_at(exact.data(), exact.data() + exact.size()));
      REQUIRE_FALSE(known.is_at(exact.data() + 1, exact.data() + exact.size()));
      for (std::size_t i = 0; i < size; ++i) {
        std::vector<char> wrong = exact;
        wrong[i] = '#';
        REQUIRE_FALSE(known.is_at(wrong.data(), wrong.data() + wrong.size()));
      }
    }
    REQUIRE_FALSE(known.is_at(words.data(), words.data() + size - 1));
  }
}

TEST_CASE("a text that is not known yet is nowhere") {
  const tidemark::known_text known;
  const std::string text(64, '\0');
  CHECK_FALSE(known.is_at(text.data(), text.data() + text.size()));
  CHECK_FALSE(known.is_at(text.data(), text.data()));
}
