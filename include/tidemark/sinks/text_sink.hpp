// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of text files as a sink: each row is a line.

#include <tidemark/row/row.hpp>
#include <tidemark/sinks/file_sink.hpp>

#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// Rows with one column of text, whatever its name.
template <class R>
inline constexpr bool is_one_text = false;
template <class Field>
inline constexpr bool is_one_text<field_list<Field>> =
    std::is_same_v<typename Field::type, std::string> || std::is_same_v<typename Field::type, std::string_view>;

struct text_lines_output {
  static constexpr std::string_view ending = ".txt";

  template <Row R>
    requires is_one_text<fields_of<R>>
  static void append(std::string& text, const auto& row) {
    [&]<class Field>(field_list<Field>) { text += tidemark::get<Field::key>(row); }(fields_of<R>{});
    text += '\n';
  }
};

//   write_stream(text_sink("out/lines"), append)
class text_sink : public file_sink<text_lines_output> {
 public:
  using file_sink<text_lines_output>::file_sink;
};

}  // namespace tidemark
