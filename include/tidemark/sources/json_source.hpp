// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of JSON files, one object a line, as a source.

#include <tidemark/formats/json_lines.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/sources/file_source.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <string>
#include <utility>

namespace tidemark {

// JSON lines as records of type `R`, of which only the columns that the plan uses are read; `Malformed` says what becomes of a
// line that cannot be read.
//   read_stream(json_source<view>("data/views", {.max_files_per_trigger = 1}))
template <class R, MalformedPolicy Malformed = malformed::fail>
class json_source {
 public:
  // R is no record, so this is no source: read_stream says so.
  explicit json_source(const std::string& /*folder*/, const file_source_options& /*options*/ = {}) {}
};
template <Row R, MalformedPolicy Malformed>
class json_source<R, Malformed> : public file_source<R, json_lines, Malformed> {
 public:
  explicit json_source(std::string path, file_source_options options = {})
      : file_source<R, json_lines, Malformed>(std::move(path), {}, std::move(options)) {}
};

}  // namespace tidemark
