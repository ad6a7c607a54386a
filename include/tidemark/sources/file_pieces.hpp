// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The text of a list of files in large blocks of whole lines.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/error.hpp>

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

// Blocks of memory that are lent and given back, so that a batch does not pay for fresh pages. May be used by any thread.
class block_pool {
 public:
  // Stays in the cache of one core while it is parsed.
  static constexpr std::size_t block_size = 256 * 1024;

  std::vector<char> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::vector<char>(block_size);
    auto block = std::move(free_.back());
    free_.pop_back();
    return block;
  }
  // A block that has grown for a very long line is not kept.
  void give_back(std::vector<char> block) {
    const std::lock_guard lock(mutex_);
    if (block.size() == block_size) free_.push_back(std::move(block));
  }

 private:
  std::mutex mutex_;
  std::vector<std::vector<char>> free_;
};

// Gives the text of files piece by piece; each piece ends with a line, only the last of a file may end without a newline. A
// line is never longer than memory, but may be longer than a block: the block grows.
class file_pieces {
 public:
  file_pieces(file_system& files, std::vector<std::string> paths, std::shared_ptr<block_pool> pool)
      : files_(files), paths_(std::move(paths)), pool_(std::move(pool)), block_(pool_->take()) {}
  file_pieces(file_pieces&&) noexcept = default;
  file_pieces(const file_pieces&) = delete;
  file_pieces& operator=(const file_pieces&) = delete;
  ~file_pieces() {
    if (pool_) pool_->give_back(std::move(block_));
  }

  // The next piece, valid until the call after; false: there is none. `is_first` says that a file begins with it.
  bool next(std::string_view& piece, bool& is_first) {
    for (;;) {
      is_first = false;
      if (!file_ && !open_next()) return false;
      is_first = position_ == 0;
      if (fill(piece)) return true;
    }
  }

  // The file of the last piece.
  const std::string& file() const { return paths_[next_ - 1]; }

 private:
  bool open_next() {
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

  bool fill(std::string_view& piece) {
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

  static std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }

  file_system& files_;
  std::vector<std::string> paths_;
  std::shared_ptr<block_pool> pool_;
  std::vector<char> block_;
  std::unique_ptr<readable_file> file_;
  std::size_t next_ = 0;       // of paths_
  std::size_t position_ = 0;   // bytes of the file that have been read
  std::size_t rest_ = 0;       // where the bytes behind the last piece begin
  std::size_t filled_ = 0;
};

}  // namespace tidemark
