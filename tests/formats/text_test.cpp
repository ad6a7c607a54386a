// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/text.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> found;
  tidemark::line_scanner lines(text);
  for (std::string_view line; lines.next(line);) found.emplace_back(line);
  return found;
}

using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a text is cut into lines at newlines") {
  CHECK(lines_of("") == texts{});
  CHECK(lines_of("\n") == texts{""});
  CHECK(lines_of("\n\n") == texts{"", ""});
  CHECK(lines_of("a") == texts{"a"});
  CHECK(lines_of("a\n") == texts{"a"});
  CHECK(lines_of("a\nb") == texts{"a", "b"});
  CHECK(lines_of("a\n\nb\n") == texts{"a", "", "b"});
}

TEST_CASE("a carriage return before a newline is part of the line's end, any other of the line") {
  CHECK(lines_of("a\r\nb\r\n") == texts{"a", "b"});
  CHECK(lines_of("a\r\r\n") == texts{"a\r"});
  CHECK(lines_of("a\rb\n") == texts{"a\rb"});
  CHECK(lines_of("a\r") == texts{"a"});
  CHECK(lines_of("\r\n") == texts{""});
}

TEST_CASE("zero bytes are kept") {
  CHECK(lines_of(std::string_view("a\0b\n\0", 5)) == texts{std::string("a\0b", 3), std::string(1, '\0')});
}

TEST_CASE("what has not been stepped through is at hand") {
  tidemark::line_scanner lines("a\nbc\nd");
  std::string_view line;
  lines.next(line);
  CHECK(lines.rest() == "bc\nd");
}

TEST_CASE("a byte order mark is taken off, a part of one is not") {
  CHECK(tidemark::without_byte_order_mark("\xef\xbb\xbf"
                                          "a") == "a");
  CHECK(tidemark::without_byte_order_mark("\xef\xbb\xbf") == "");
  CHECK(tidemark::without_byte_order_mark("\xef\xbb") == "\xef\xbb");
  CHECK(tidemark::without_byte_order_mark("a") == "a");
}
