// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of JSON files, one object a line, as a source.

#include <tidemark/formats/json_lines.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/sources/file_source.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <string>

namespace tidemark {

// JSON lines as records of type `R`; `Malformed` says what becomes of a line that cannot be read.
template <Row R, MalformedPolicy Malformed>
struct json_lines_format {
  using row = R;
  template <class Columns>
  using lines = json_line_reader<R, Columns, Malformed>;
};

// Of each line only the columns that the plan uses are read.
//   read_stream(json_source<view>("data/views", {.max_files_per_trigger = 1}))
template <class R, MalformedPolicy Malformed = malformed::fail>
class json_source {
 public:
  // R is no record, so this is no source: read_stream says so.
  explicit json_source(const std::string& /*folder*/, const file_source_options& /*options*/ = {}) {}
};
template <Row R, MalformedPolicy Malformed>
class json_source<R, Malformed> : public file_source<json_lines_format<R, Malformed>> {
 public:
  using file_source<json_lines_format<R, Malformed>>::file_source;
};

}  // namespace tidemark
