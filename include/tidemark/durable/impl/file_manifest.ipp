// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_manifest.hpp.

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/row.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE std::string text_of(const manifest_line& line) {
  std::string text;
  write_json(text, line);
  return text;
}

TIDEMARK_INLINE manifest_line manifest_line_for(std::string_view absolute, std::int64_t size, std::int64_t modified_ms) {
  return {file_uri(absolute), size, false, modified_ms, 1, 32 * 1024 * 1024, "add"};
}

TIDEMARK_INLINE compacted_log manifest_of(file_system& files, const std::string& folder, std::int64_t interval) {
  return compacted_log(files, path_in(folder, manifest_folder_name), interval);
}

TIDEMARK_INLINE std::vector<file_entry> manifest_entries(const compacted_log& manifest, std::int64_t after) {
  std::vector<file_entry> found;
  json_reader<manifest_line, name_list<"path", "size", "modificationTime">> reader;
  manifest_line line;
  for (const auto& text : manifest.lines_after(after)) {
    if (!reader.read(text, line))
      throw log_error("log_malformed", manifest.folder(),
                      "has a line that is not read (" + reader.why().sentence() + "): " + text);
    std::string path = path_of_uri(get<"path">(line));
    if (!path.starts_with('/'))
      throw log_error("log_malformed", manifest.folder(), "has a line that names no file of this machine: " + text);
    found.push_back({.name = std::move(path), .size = get<"size">(line), .modified_ms = get<"modificationTime">(line)});
  }
  return found;
}

TIDEMARK_INLINE std::vector<std::string> manifest_files(file_system& files, const std::string& folder) {
  std::vector<std::string> paths;
  for (auto& one : manifest_entries(manifest_of(files, folder))) paths.push_back(std::move(one.name));
  return paths;
}

}  // namespace tidemark
