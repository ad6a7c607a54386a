// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What must hold for any bytes found in a log file of a checkpoint or of an output folder, and random bytes to try it with.

#include "fuzz/changed_texts.hpp"

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/commit_log.hpp>
#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/offset_log.hpp>
#include <tidemark/durable/schema_file.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

// Each reader of logs takes the text: it says in words of ours what is wrong, or gives something that is written and read again
// as the same.
class log_properties {
 public:
  // The first property that does not hold for a text; empty: all do.
  std::string_view broken_by(std::string_view text) {
    using namespace tidemark;
    const auto below = [&] { return text_below_version(text, 1, path); };
    if (!is_steady([&] { return offset_entry_of(below(), path); },
                   [](const offset_entry& entry) { return offset_entry_of(text_of(entry), path); }))
      return "an offset entry is not refused, and not read as it is written";
    if (!is_steady([&] { return commit_entry_of(below(), path); },
                   [](const commit_entry& entry) { return commit_entry_of(text_of(entry), path); }))
      return "a commit entry is not refused, and not read as it is written";
    if (!is_steady([&] { return state_schema_of(text, path); },
                   [](const state_schema& schema) { return state_schema_of(text_of(schema), path); }))
      return "a state schema is not refused, and not read as it is written";
    if (!is_steady([&] { return paths_in(text); }, [](const std::vector<std::string>& paths) { return rewritten(paths); }))
      return "a manifest is not refused, and not read as it is written";
    return {};
  }

 private:
  static inline const std::string path = "log/0";

  static std::vector<std::string> paths_in(std::string_view manifest) {
    tidemark::testing::simulated_file_system files;
    files.make_folders("log/_spark_metadata");
    tidemark::replace_file(files, "log/_spark_metadata/0", manifest);
    return tidemark::manifest_files(files, "log");
  }

  static std::vector<std::string> rewritten(const std::vector<std::string>& paths) {
    std::string manifest = "v1";
    for (const std::string& one : paths) manifest += '\n' + tidemark::text_of(tidemark::manifest_line_for(one, 1, 1));
    return paths_in(manifest);
  }

  static bool is_steady(const auto& read, const auto& read_again) {
    try {
      const auto first = read();
      return read_again(first) == first;
    } catch (const tidemark::error& refused) {
      return refused.id().starts_with("log_") || refused.id() == "state_schema_damaged";
    } catch (const std::exception&) {
      return false;
    }
  }
};

inline constexpr std::string_view good_logs[] = {
    "v1\n{\"batchWatermarkMs\":1767606000000,\"batchTimestampMs\":1767606012345,\"conf\":{\"spark.sql.shuffle.partitions\":"
    "\"4\"}}\n"
    "{\"logOffset\":7}\n-\n{\"clicks\":{\"0\":120,\"1\":98}}",
    "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}",
    "v1\n{\"nextBatchWatermarkMs\":1767606000000}",
    "v1\n{}",
    "v1\n"
    "{\"path\":\"file:///out/a%20b/part-0.json\",\"size\":12,\"isDir\":false,\"modificationTime\":1767606000000,"
    "\"blockReplication\":1,\"blockSize\":33554432,\"action\":\"add\"}\n"
    "{\"path\":\"file:///out/part-1.json\",\"size\":0,\"isDir\":false,\"modificationTime\":1,\"blockReplication\":1,"
    "\"blockSize\":33554432,\"action\":\"add\"}",
    "v1\ncrc32c=00000000\n{\"output_mode\":\"append\",\"watermarks\":[],\"steps\":[]}",
    "v1",
    ""};
inline constexpr std::string_view pieces_of_logs[] = {"v1", "v2",   "v",    "\n", "{",       "}",    "\"",
                                                      ":",  ",",    "-",    "0",  "null",    "true", "\xff",
                                                      "%2", "%",    "file", "/",  "\\u0000", "[]",   "9223372036854775808",
                                                      "\r", "conf", "{}"};

// Texts that are nearly those of logs.
class log_texts : public changed_texts {
 public:
  explicit log_texts(std::uint64_t seed) : changed_texts(seed, good_logs, pieces_of_logs) {}
};

}  // namespace fuzz
