// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of CSV files as a sink.

#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/formats/csv_options.hpp>
#include <tidemark/sinks/file_sink.hpp>

#include <string>
#include <utility>

namespace tidemark {

// Takes rows whose columns are values, not lists or records. With a header, each file begins with one.
//   write_stream(csv_sink("out/views", {.header = csv_header::checked}), append)
class csv_sink : public file_sink<csv_lines> {
 public:
  explicit csv_sink(std::string path, csv_options form = {}, file_sink_options options = {})
      : file_sink(std::move(path), csv_lines(std::move(form)), options) {}
};

}  // namespace tidemark
