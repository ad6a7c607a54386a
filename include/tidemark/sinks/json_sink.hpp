// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of JSON files, one object a line, as a sink.

#include <tidemark/formats/json_lines.hpp>
#include <tidemark/sinks/file_sink.hpp>

#include <string>
#include <utility>

namespace tidemark {

//   write_stream(json_sink("out/views"), append)
class json_sink : public file_sink<json_lines> {
 public:
  explicit json_sink(std::string path, file_sink_options options = {}) : file_sink(std::move(path), {}, options) {}
};

}  // namespace tidemark
