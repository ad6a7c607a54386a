// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON lines: files with one JSON object a line.

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/formats/line_reader.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/row/row.hpp>

#include <string>
#include <string_view>

namespace tidemark {

// Reads records of type `R`, and of each only `Columns`, from text with one JSON object a line.
template <Row R, class Columns = typename fields_of<R>::names, class Policy = malformed::fail>
using json_line_reader = line_reader<json_reader<R, columns_of_text<R, Columns, Policy>>, Policy>;

// The format, as file sources and file sinks hold it. A null column is left out of an object.
struct json_lines {
  static constexpr std::string_view ending = ".json";

  template <Row R, class Columns, MalformedPolicy Policy>
  json_line_reader<R, Columns, Policy> reader() const {
    return {};
  }

  template <Row R>
  void begin_file(std::string& /*text*/) const {}
  template <Row R>
  void append(std::string& text, const auto& row) const {
    write_json_object(text, row, fields_of<R>{});
    text += '\n';
  }
};

}  // namespace tidemark
