// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The text of a list of files in large blocks of whole lines.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/error.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Blocks of memory that are lent and given back, so that a batch does not pay for fresh pages. May be used by any thread.
class block_pool {
 public:
  // Stays in the cache of one core while it is parsed.
  static constexpr std::size_t block_size = 256 * 1024;

  std::vector<char> take();
  // A block that has grown for a very long line is not kept.
  void give_back(std::vector<char> block);

 private:
  std::mutex mutex_;
  std::vector<std::vector<char>> free_;
};

// A file, or some of its bytes: lines, and the rest of the file.
struct file_part {
  std::string path;
  std::int64_t begin = 0;
  std::int64_t end = (std::numeric_limits<std::int64_t>::max)();
};

// Where a piece stands: it goes on behind the last one, or a file begins with it, or some part within a file.
enum class piece_start { goes_on, of_file, within_file };

// Gives the text of files piece by piece; each piece ends with a line, only the last of a file may end without a newline. A
// line is never longer than memory, but may be longer than a block: the block grows.
class file_pieces {
 public:
  file_pieces(file_system& files, std::vector<file_part> parts, std::shared_ptr<block_pool> pool);
  file_pieces(file_pieces&&) noexcept = default;
  file_pieces(const file_pieces&) = delete;
  file_pieces& operator=(const file_pieces&) = delete;
  ~file_pieces();

  // The next piece, valid until the call after; false: there is none.
  bool next(std::string_view& piece, piece_start& start);

  // The file of the last piece.
  const std::string& file() const { return parts_[next_ - 1].path; }

 private:
  bool open_next();
  bool fill(std::string_view& piece);

  static std::ptrdiff_t offset(std::size_t at) { return static_cast<std::ptrdiff_t>(at); }

  file_system& files_;
  std::vector<file_part> parts_;
  std::shared_ptr<block_pool> pool_;
  std::vector<char> block_;
  std::unique_ptr<readable_file> file_;
  std::size_t next_ = 0;       // of parts_
  std::int64_t position_ = 0;  // in the file, of what is read next
  std::size_t rest_ = 0;       // where the bytes behind the last piece begin
  std::size_t filled_ = 0;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/file_pieces.ipp>
#endif
