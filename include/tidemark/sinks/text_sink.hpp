// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of text files as a sink: each row is a line.

#include <tidemark/formats/text_lines.hpp>
#include <tidemark/sinks/file_sink.hpp>

#include <string>
#include <utility>

namespace tidemark {

// Takes rows with one column of text, whatever its name.
//   write_stream(text_sink("out/lines"), append)
class text_sink : public file_sink<text_lines> {
 public:
  explicit text_sink(std::string path, file_sink_options options = {}) : file_sink(std::move(path), {}, options) {}
};

}  // namespace tidemark
