// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The parts that one partition writes in one batch: one for each folder that its rows go to.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/sinks/part_file.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Kept: a text of each part, which is written when it is full; the more parts there are the sooner, so that all of them stay
// below some megabytes as long as there are no more than some hundreds. A part that was written once has an open file. One
// thread.
class part_set {
 public:
  // Parts follow, with this name in their folders.
  void begin(std::string name);

  // The part in a folder below the output, "" or "day=5/". It stays where it is until the batch ends.
  part_file& of(std::string_view folder);

  // After rows were appended to a part.
  void flush_if_full(part_file& part, file_system& files, const std::string& output) const {
    if (part.text().size() >= block_size_) [[unlikely]]
      part.flush(files, output);
  }

  // All bytes are durable under hidden names when it returns.
  void finish(file_system& files, const std::string& output);

  // Appends the parts that have rows, in the order of their folders.
  void append_to(std::vector<const part_file*>& all) const;

 private:
  static constexpr std::size_t least_block_size = 16 * 1024;

  std::map<std::string, part_file, std::less<>> parts_;
  std::string name_;
  std::size_t block_size_ = part_file::block_size;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sinks/impl/part_set.ipp>
#endif
