// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The names of the files that a file sink writes, and one of them being written.

#include <tidemark/durable/file_system.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace tidemark {

// The part of a file's name that stands for a batch of a query: a UUID that is the same when the batch is run again, so that a
// second attempt writes over what a first one has left. Different for all batches of a query.
std::string part_uuid(std::string_view query_id, std::int64_t batch);

// "part-00003-<uuid>-c000.json"
std::string part_name(std::size_t partition, std::string_view uuid, std::string_view ending);

// What a part is called until it counts: "day=5/.part-….json.tmp" for "day=5/part-….json".
std::string hidden_path(std::string_view path);

// What one partition puts out in one batch: a text that is written in blocks under a hidden name, from the first block on. A
// partition without rows has no file.
class part_file {
 public:
  static constexpr std::size_t block_size = 1024 * 1024;

  // `name` is its path below the output.
  void begin(std::string name);
  // The text that rows are appended to, and written out from time to time.
  std::string& text() { return text_; }
  void flush(file_system& files, const std::string& folder);
  bool is_empty() const { return text_.empty() && size_ == 0; }
  // All bytes are durable under the hidden name when it returns.
  void finish(file_system& files, const std::string& folder);

  const std::string& name() const { return name_; }
  std::int64_t size() const { return size_; }  // 0: there is no file

 private:
  std::string text_;
  std::string name_;
  std::unique_ptr<writable_file> file_;
  std::int64_t size_ = 0;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sinks/impl/part_file.ipp>
#endif
