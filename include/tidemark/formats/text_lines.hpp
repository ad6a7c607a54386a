// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Text lines: files in which each line is a row with one column of text.

#include <tidemark/formats/line_reader.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

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

  static bool is_nothing(std::string_view /*line*/) { return false; }
  bool read_what_fits(std::string_view /*text*/, text_line& /*into*/) { return true; }
  static void clear(text_line& /*row*/) {}
  const malformed_record& why() const { return why_; }

 private:
  malformed_record why_;
};

// Rows with one column of text, whatever its name.
template <class R>
inline constexpr bool is_one_text = false;
template <class Field>
inline constexpr bool is_one_text<field_list<Field>> =
    std::is_same_v<typename Field::type, std::string> || std::is_same_v<typename Field::type, std::string_view>;

// The format, as file sources and file sinks hold it.
struct text_lines {
  static constexpr std::string_view ending = ".txt";

  template <std::same_as<text_line> R, class Columns, MalformedPolicy Policy>
  line_reader<text_line_reader<Columns>, Policy> reader() const {
    return {};
  }

  template <Row R>
    requires is_one_text<fields_of<R>>
  void begin_file(std::string& /*text*/) const {}
  template <Row R>
    requires is_one_text<fields_of<R>>
  void append(std::string& text, const auto& row) const {
    [&]<class Field>(field_list<Field>) { text += tidemark::get<Field::key>(row); }(fields_of<R>{});
    text += '\n';
  }
};

}  // namespace tidemark
