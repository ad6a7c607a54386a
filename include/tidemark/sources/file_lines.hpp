// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The records of a list of files with one record a line.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/sources/file_pieces.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// Reads the records of files by a line reader of formats/. In order; not to be cut.
template <class Lines>
class file_lines {
 public:
  file_lines(file_system& files, std::vector<file_part> parts, std::shared_ptr<block_pool> pool, Lines lines)
      : pieces_(files, std::move(parts), std::move(pool)), lines_(std::move(lines)) {}

  template <class F>
  std::size_t read(std::size_t most, F&& f) {
    std::size_t count = 0;
    while (count < most) {
      count += lines_.read(most - count, f);
      if (count < most && !open_piece()) break;
    }
    return count;
  }

  // Records that were malformed and dropped.
  std::int64_t malformed_rows() const { return lines_.dropped(); }

 private:
  [[gnu::noinline]] bool open_piece() {
    std::string_view piece;
    piece_start start{};
    if (!pieces_.next(piece, start)) return false;
    if (start == piece_start::of_file) lines_.open(piece, pieces_.file());
    else if (start == piece_start::within_file) lines_.open_within(piece, pieces_.file());
    else lines_.go_on(piece);
    return true;
  }

  file_pieces pieces_;
  Lines lines_;
};

}  // namespace tidemark
