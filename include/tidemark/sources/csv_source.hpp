// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of CSV files as a source.

#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/formats/csv_options.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/sources/file_source.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <string>
#include <utility>

namespace tidemark {

// Lines of values as records of type `R`, one value a column and in the order of the columns. Only the columns that the plan
// uses are converted; `Malformed` says what becomes of a line that cannot be read.
//   read_stream(csv_source<view>("data/views", {.header = csv_header::checked}, {.max_files_per_trigger = 1}))
template <class R, MalformedPolicy Malformed = malformed::fail>
class csv_source {
 public:
  // R is no record, so this is no source: read_stream says so.
  explicit csv_source(const std::string& /*folder*/, const csv_options& /*form*/ = {},
                      const file_source_options& /*options*/ = {}) {}
};
template <Row R, MalformedPolicy Malformed>
class csv_source<R, Malformed> : public file_source<R, csv_lines, Malformed> {
 public:
  explicit csv_source(std::string path, csv_options form = {}, file_source_options options = {})
      : file_source<R, csv_lines, Malformed>(std::move(path), csv_lines(std::move(form)), std::move(options)) {}
};

}  // namespace tidemark
