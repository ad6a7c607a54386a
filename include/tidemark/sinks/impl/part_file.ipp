// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of part_file.hpp.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/sinks/part_file.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE std::string part_uuid(std::string_view query_id, std::int64_t batch) {
  std::uint64_t words[2] = {0xcbf29ce484222325, 0x9ae16a3b2f90404f};
  for (const char c : query_id)
    for (auto& word : words) word = (word ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  words[1] ^= static_cast<std::uint64_t>(batch);
  std::string text;
  for (std::size_t i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) text += '-';
    text += "0123456789abcdef"[words[i / 16] >> (60 - 4 * (i % 16)) & 0xf];
  }
  return text;
}

TIDEMARK_INLINE std::string part_name(std::size_t partition, std::string_view uuid, std::string_view ending) {
  const auto number = std::to_string(partition);
  std::string name = "part-";
  name.append(number.size() < 5 ? 5 - number.size() : 0, '0').append(number);
  return name.append("-").append(uuid).append("-c000").append(ending);
}

TIDEMARK_INLINE std::string hidden_path(std::string_view path) {
  const std::size_t name = path.rfind('/') + 1;  // npos + 1 is 0
  return std::string(path.substr(0, name)) + "." + std::string(path.substr(name)) + ".tmp";
}

TIDEMARK_INLINE void part_file::begin(std::string name) {
  file_.reset();
  text_.clear();
  name_ = std::move(name);
  size_ = 0;
}

TIDEMARK_INLINE void part_file::flush(file_system& files, const std::string& folder) {
  if (!file_) {
    const auto path = path_in(folder, hidden_path(name_));
    if (name_.find('/') != std::string::npos) files.make_folders(folder_of(path));
    file_ = files.create(path);
  }
  file_->append(text_);
  size_ += static_cast<std::int64_t>(text_.size());
  text_.clear();
}

TIDEMARK_INLINE void part_file::finish(file_system& files, const std::string& folder) {
  if (!text_.empty()) flush(files, folder);
  if (!file_) return;
  file_->sync();
  file_->close();
  file_.reset();
}

}  // namespace tidemark
