// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of text files as a source: each line is a row.

#include <tidemark/formats/line_reader.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/file_source.hpp>

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace tidemark {

// A line without its end.
struct text_line {
  std::string value;

  friend bool operator==(const text_line&, const text_line&) = default;
};

}  // namespace tidemark

BOOST_HANA_ADAPT_STRUCT(tidemark::text_line, value);

namespace tidemark {

// Takes each line as it is, an empty one too. Any line can be read.
template <class Columns>
class text_line_reader {
 public:
  using row = text_line;

  const char* read_line(const char* at, const char* end, text_line& into) {
    const void* const newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    const char* const past = newline == nullptr ? end : static_cast<const char*>(newline);
    if constexpr (Columns::template contains<"value">) {
      const bool is_dos = past != at && past[-1] == '\r';
      into.value.assign(at, is_dos ? past - 1 : past);
    }
    return newline == nullptr ? end : past + 1;
  }

  bool read_what_fits(std::string_view /*text*/, text_line& /*into*/) { return true; }
  static void clear(text_line& /*row*/) {}
  const malformed_record& why() const { return why_; }

 private:
  malformed_record why_;
};

struct text_lines_format {
  using row = text_line;
  template <class Columns>
  using lines = line_reader<text_line_reader<Columns>>;
};

// Lines end in a newline, or a carriage return and a newline. The one column is called `value`.
//   read_stream(text_source("/var/log/app"))
class text_source : public file_source<text_lines_format> {
 public:
  using file_source<text_lines_format>::file_source;
};

}  // namespace tidemark
