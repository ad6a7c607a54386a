// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The manifest of a folder of output files, "_spark_metadata": which files count, by batch.
//
// Entry N is what batch N put out, a line for each file; the numbers are batch ids. Readers of a folder that has a manifest
// list only its files, so what a failed attempt has left is never seen.

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/row.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

inline constexpr std::string_view manifest_folder_name = "_spark_metadata";

// One file of a manifest. On disk: names and order of the columns are the form of the line.
using manifest_line =
    row<field<"path", std::string>, field<"size", std::int64_t>, field<"isDir", bool>, field<"modificationTime", std::int64_t>,
        field<"blockReplication", std::int32_t>, field<"blockSize", std::int64_t>, field<"action", std::string>>;

inline std::string text_of(const manifest_line& line) {
  std::string text;
  write_json(text, line);
  return text;
}

inline manifest_line manifest_line_for(std::string_view absolute, std::int64_t size, std::int64_t modified_ms) {
  return {file_uri(absolute), size, false, modified_ms, 1, 32 * 1024 * 1024, "add"};
}

inline compacted_log manifest_of(file_system& files, const std::string& folder, std::int64_t interval = 10) {
  return compacted_log(files, path_in(folder, manifest_folder_name), interval);
}

// The files that entries of a manifest behind number `after` name, by their paths, in the order of the batches.
inline std::vector<file_entry> manifest_entries(const compacted_log& manifest, std::int64_t after = -1) {
  std::vector<file_entry> found;
  json_reader<manifest_line, name_list<"path", "size", "modificationTime">> reader;
  manifest_line line;
  for (const auto& text : manifest.lines_after(after)) {
    if (!reader.read(text, line))
      throw log_error("log_malformed", manifest.folder(),
                      "has a line that is not read (" + reader.why().sentence() + "): " + text);
    found.push_back(
        {.name = path_of_uri(get<"path">(line)), .size = get<"size">(line), .modified_ms = get<"modificationTime">(line)});
  }
  return found;
}

// The paths of all files that count in an output folder, in the order of the batches.
inline std::vector<std::string> manifest_files(file_system& files, const std::string& folder) {
  std::vector<std::string> paths;
  for (auto& one : manifest_entries(manifest_of(files, folder))) paths.push_back(std::move(one.name));
  return paths;
}

}  // namespace tidemark
