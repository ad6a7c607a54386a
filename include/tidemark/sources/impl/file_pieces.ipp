// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_pieces.hpp.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/file_pieces.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE std::vector<char> block_pool::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::vector<char>(block_size);
  auto block = std::move(free_.back());
  free_.pop_back();
  return block;
}

TIDEMARK_INLINE void block_pool::give_back(std::vector<char> block) {
  const std::lock_guard lock(mutex_);
  if (block.size() == block_size) free_.push_back(std::move(block));
}

TIDEMARK_INLINE file_pieces::file_pieces(file_system& files, std::vector<std::string> paths, std::shared_ptr<block_pool> pool)
    : files_(files), paths_(std::move(paths)), pool_(std::move(pool)), block_(pool_->take()) {}

TIDEMARK_INLINE file_pieces::~file_pieces() {
  if (pool_) pool_->give_back(std::move(block_));
}

TIDEMARK_INLINE bool file_pieces::next(std::string_view& piece, bool& is_first) {
  for (;;) {
    is_first = false;
    if (!file_ && !open_next()) return false;
    is_first = position_ == 0;
    if (fill(piece)) return true;
  }
}

TIDEMARK_INLINE bool file_pieces::open_next() {
  if (next_ == paths_.size()) return false;
  const auto& path = paths_[next_++];
  file_ = files_.open(path);
  if (!file_)
    throw error("source_file_gone", "\"" + path +
                                        "\" was to be read by this batch and is not there any more; put it back, and keep "
                                        "files until the batch that reads them is done")
        .in_file(path);
  position_ = rest_ = filled_ = 0;
  return true;
}

TIDEMARK_INLINE bool file_pieces::fill(std::string_view& piece) {
  std::copy(block_.begin() + offset(rest_), block_.begin() + offset(filled_), block_.begin());
  filled_ -= std::exchange(rest_, 0);
  for (;;) {
    if (filled_ == block_.size()) block_.resize(2 * block_.size());
    const std::size_t before = filled_;
    const std::size_t count = file_->read(std::span(block_).subspan(filled_));
    filled_ += count;
    position_ += count;
    if (count == 0) {
      file_.reset();
      piece = {block_.data(), filled_};
      return filled_ > 0;
    }
    const std::size_t newline = std::string_view(block_.data() + before, count).rfind('\n');
    if (newline == std::string_view::npos) continue;
    rest_ = before + newline + 1;
    piece = {block_.data(), rest_};
    return true;
  }
}

}  // namespace tidemark
