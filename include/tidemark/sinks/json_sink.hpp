// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of JSON files, one object a line, as a sink.

#include <tidemark/formats/json_writer.hpp>
#include <tidemark/sinks/file_sink.hpp>

#include <string>
#include <string_view>

namespace tidemark {

// Rows as JSON objects; a null column is left out.
struct json_lines_output {
  static constexpr std::string_view ending = ".json";

  template <Row R>
  static void append(std::string& text, const auto& row) {
    write_json_object(text, row, fields_of<R>{});
    text += '\n';
  }
};

//   write_stream(json_sink("out/views"), append)
class json_sink : public file_sink<json_lines_output> {
 public:
  using file_sink<json_lines_output>::file_sink;
};

}  // namespace tidemark
