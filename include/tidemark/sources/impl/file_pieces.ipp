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

TIDEMARK_INLINE file_pieces::file_pieces(file_system& files, std::vector<file_part> parts, std::shared_ptr<block_pool> pool)
    : files_(files), parts_(std::move(parts)), pool_(std::move(pool)), block_(pool_->take()) {}

TIDEMARK_INLINE file_pieces::~file_pieces() {
  if (pool_) pool_->give_back(std::move(block_));
}

TIDEMARK_INLINE bool file_pieces::next(std::string_view& piece, piece_start& start) {
  for (;;) {
    if (!file_ && !open_next()) return false;
    const std::int64_t begin = parts_[next_ - 1].begin;
    start = position_ > begin ? piece_start::goes_on : begin == 0 ? piece_start::of_file : piece_start::within_file;
    if (fill(piece)) return true;
  }
}

TIDEMARK_INLINE bool file_pieces::open_next() {
  if (next_ == parts_.size()) return false;
  const auto& [path, begin, end] = parts_[next_++];
  file_ = files_.open(path);
  if (!file_)
    throw error("source_file_gone", "\"" + path +
                                        "\" was to be read by this batch and is not there any more; put it back, and keep "
                                        "files until the batch that reads them is done")
        .in_file(path);
  if (begin > 0) file_->skip_to(begin);
  position_ = begin;
  rest_ = filled_ = 0;
  return true;
}

TIDEMARK_INLINE bool file_pieces::fill(std::string_view& piece) {
  std::copy(block_.begin() + offset(rest_), block_.begin() + offset(filled_), block_.begin());
  filled_ -= std::exchange(rest_, 0);
  for (;;) {
    if (filled_ == block_.size()) block_.resize(2 * block_.size());
    const std::size_t before = filled_;
    auto room = std::span(block_).subspan(filled_);
    if (const std::int64_t left = parts_[next_ - 1].end - position_; std::cmp_less(left, room.size()))
      room = room.first(static_cast<std::size_t>(left));
    const std::size_t count = room.empty() ? 0 : file_->read(room);
    filled_ += count;
    position_ += static_cast<std::int64_t>(count);
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
