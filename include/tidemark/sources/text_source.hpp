// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of text files as a source: each line is a row.

#include <tidemark/formats/text_lines.hpp>
#include <tidemark/sources/file_source.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <string>
#include <utility>

namespace tidemark {

// Lines end in a newline, or a carriage return and a newline. The one column is called `value`.
//   read_stream(text_source("/var/log/app"))
class text_source : public file_source<text_line, text_lines> {
 public:
  explicit text_source(std::string path, file_source_options options = {})
      : file_source(std::move(path), {}, std::move(options)) {}
};

}  // namespace tidemark
