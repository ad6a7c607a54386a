// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of part_set.hpp.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/part_set.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE void part_set::begin(std::string name) {
  name_ = std::move(name);
  block_size_ = part_file::block_size;
  // The one part of an output without folders keeps its memory.
  const auto only = parts_.size() == 1 ? parts_.find(std::string_view()) : parts_.end();
  if (only == parts_.end()) parts_.clear();
  else only->second.begin(name_);
}

TIDEMARK_INLINE part_file& part_set::of(std::string_view folder) {
  const auto found = parts_.find(folder);
  if (found != parts_.end()) return found->second;
  auto& part = parts_[std::string(folder)];
  part.begin(std::string(folder) + name_);
  block_size_ = (std::max)(part_file::block_size / parts_.size(), least_block_size);
  return part;
}

TIDEMARK_INLINE void part_set::finish(file_system& files, const std::string& output) {
  for (auto& [folder, part] : parts_) part.finish(files, output);
}

TIDEMARK_INLINE void part_set::append_to(std::vector<const part_file*>& all) const {
  for (const auto& [folder, part] : parts_)
    if (part.size() > 0) all.push_back(&part);
}

}  // namespace tidemark
