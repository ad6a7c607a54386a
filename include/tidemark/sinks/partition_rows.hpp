// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The rows of one batch held in memory, a list for each partition: what sinks that deliver a batch as a whole collect in.

#include <tidemark/row/as_row.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/row.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace tidemark {

// Each list is a writer, used by one thread at a time and on a cache line of its own; the rest belongs to the batch thread.
template <Row R>
class partition_rows {
 public:
  using kept_row = owned_row<R>;

  class alignas(64) list {
   public:
    void write(const auto& row) { rows_.push_back(as_row<kept_row>(row)); }

   private:
    friend class partition_rows;
    std::vector<kept_row> rows_;
  };

  explicit partition_rows(std::size_t partitions) : lists_(partitions) {}

  list& of(std::size_t partition) { return lists_[partition]; }

  void clear() {
    for (auto& one : lists_) one.rows_.clear();
  }

  std::int64_t size() const {
    std::size_t rows = 0;
    for (const auto& one : lists_) rows += one.rows_.size();
    return static_cast<std::int64_t>(rows);
  }

  // All rows in partition order, in one piece; they stay there until the next clear.
  std::vector<kept_row>& joined() {
    auto& all = lists_.front().rows_;
    for (std::size_t p = 1; p < lists_.size(); ++p) {
      auto& rows = lists_[p].rows_;
      all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
      rows.clear();
    }
    return all;
  }

 private:
  std::vector<list> lists_;
};

}  // namespace tidemark
