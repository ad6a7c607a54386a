// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The file "state/_schema" of a checkpoint: a state schema with version and checksum.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/checksum.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/state_schema.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/record.hpp>

#include <optional>
#include <string>
#include <string_view>

// On disk: do not rename members of these.
BOOST_HANA_ADAPT_STRUCT(tidemark::column_schema, name, type, form, is_nullable);
BOOST_HANA_ADAPT_STRUCT(tidemark::setting_schema, name, text);
BOOST_HANA_ADAPT_STRUCT(tidemark::step_schema, name, key, value, settings);
BOOST_HANA_ADAPT_STRUCT(tidemark::watermark_schema, column, delay_ms);
BOOST_HANA_ADAPT_STRUCT(tidemark::state_schema, output_mode, watermarks, steps);

namespace tidemark {

// "crc32c=9ae0daaf": the second line of the file, for the bytes below it.
inline std::string checksum_line(std::string_view bytes) {
  std::string line = "crc32c=";
  for (int shift = 28; shift >= 0; shift -= 4) line += "0123456789abcdef"[crc32c(bytes) >> shift & 0xf];
  return line;
}

inline std::string text_of(const state_schema& schema) {
  std::string json;
  write_json(json, schema);
  return "v1\n" + checksum_line(json) + "\n" + json;
}

// The schema that a file's text holds. Throws state_schema_damaged, or what text_below_version throws.
inline state_schema state_schema_of(std::string_view content, const std::string& path) {
  const auto text = text_below_version(content, 1, path);
  const auto line = text.substr(0, text.find('\n'));
  const auto json = text.substr(line.size() == text.size() ? line.size() : line.size() + 1);
  const auto damaged = [&] { return log_error("state_schema_damaged", path, "is not as it was written"); };
  if (line != checksum_line(json)) throw damaged();
  try {
    return read_json<state_schema>(json);
  } catch (const error&) {
    throw damaged();
  }
}

inline std::optional<state_schema> read_schema(file_system& files, const std::string& path) {
  const auto content = files.read_file(path);
  return content ? std::optional(state_schema_of(*content, path)) : std::nullopt;
}

inline void write_schema(file_system& files, const std::string& path, const state_schema& schema) {
  files.make_folders(folder_of(path));
  replace_file(files, path, text_of(schema));
}

}  // namespace tidemark
