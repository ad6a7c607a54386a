// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A source fed by hand, for tests.

#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/integer_offset.hpp>
#include <tidemark/sources/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::testing {

struct source_options {
  std::int64_t blocks_per_trigger = 0;  // 0: all that is there
};

// Reads the rows of some blocks in the order in which they were added, without copying them. Can be cut.
template <Row R>
class block_reader {
 public:
  using block = std::shared_ptr<const std::vector<R>>;

  explicit block_reader(std::vector<block> blocks) : blocks_(std::move(blocks)) {
    for (const auto& one : blocks_) size_ += one->size();
  }

  std::size_t size() const { return size_; }

  template <class F>
  void read_part(std::size_t first, std::size_t count, F&& f) const {
    for (const auto& one : blocks_) {
      if (count == 0) return;
      const std::size_t here = (std::min)(count, one->size() - (std::min)(first, one->size()));
      const R* const rows = one->data() + (here == 0 ? 0 : first);
      for (std::size_t i = 0; i < here; ++i) f(rows[i]);
      first -= (std::min)(first, one->size());
      count -= here;
    }
  }

 private:
  std::vector<block> blocks_;
  std::size_t size_ = 0;
};

// Rows added by a test, from any thread. A copy is the same source: what is added to one is seen by all. One call adds one
// block; the offset is the number of the last block, and no offset is known before the first. Blocks are kept for the life of
// the source, so a query may be started again, from its checkpoint or from none.
template <Row R>
class source {
 public:
  using row = R;
  static constexpr source_capabilities capabilities{};

  explicit source(source_options options = {}) : options_(options) {}

  void add(std::initializer_list<R> rows) { add(std::vector<R>(rows)); }
  // Any range of rows. Adds nothing if it has none.
  template <class Rows>
  void add(const Rows& rows) {
    std::vector<R> copy;
    for (const auto& one : rows) copy.push_back(one);
    if (!copy.empty()) add_batch(std::move(copy));
  }
  // A block also if it has no rows: then a batch without data runs.
  void add_batch(std::vector<R> rows = {}) {
    auto added = std::make_shared<const std::vector<R>>(std::move(rows));
    const std::lock_guard lock(blocks_->mutex);
    blocks_->all.push_back(std::move(added));
  }

  std::string description() const { return "MemoryStream"; }

 private:
  using block = typename block_reader<R>::block;
  struct shared_blocks {
    std::mutex mutex;
    std::vector<block> all;

    std::int64_t last() {
      const std::lock_guard lock(mutex);
      return static_cast<std::int64_t>(all.size()) - 1;
    }
  };

 public:
  // The running source.
  class open_source {
   public:
    open_source(std::shared_ptr<shared_blocks> blocks, source_options options)
        : blocks_(std::move(blocks)), options_(options) {}

    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t /*now_ms*/,
                                               read_limit limit) {
      const std::int64_t from = start ? number_of(*start) : -1;
      std::int64_t end = frozen_ ? (std::min)(*frozen_, blocks_->last()) : blocks_->last();
      if (limit == read_limit::of_source && options_.blocks_per_trigger > 0)
        end = (std::min)(end, from + options_.blocks_per_trigger);
      end = (std::max)(end, from);
      if (end < 0) return std::nullopt;
      return integer_offset(end);
    }

    template <class Columns>
    block_reader<R> rows(const std::optional<source_offset>& start, const source_offset& end) const {
      const auto first = static_cast<std::size_t>(start ? number_of(*start) + 1 : 0);
      const auto past = static_cast<std::size_t>(number_of(end) + 1);
      const std::lock_guard lock(blocks_->mutex);
      if (past > blocks_->all.size() || first > past)
        throw error("source_rows_are_gone", "the offset log names block " + end + " of a source fed by hand, which has " +
                                                std::to_string(blocks_->all.size()) +
                                                " blocks; go on with the source that was read, in the same process");
      const auto at = [&](std::size_t i) { return blocks_->all.begin() + static_cast<std::ptrdiff_t>(i); };
      return block_reader<R>(std::vector<block>(at(first), at(past)));
    }

    void freeze(std::int64_t /*now_ms*/) { frozen_ = blocks_->last(); }
    void commit(const source_offset& /*end*/) {}
    void interrupt() {}

   private:
    std::shared_ptr<shared_blocks> blocks_;
    source_options options_;
    std::optional<std::int64_t> frozen_;
  };

  open_source open(const source_place& /*place*/) const { return {blocks_, options_}; }

 private:
  std::shared_ptr<shared_blocks> blocks_ = std::make_shared<shared_blocks>();
  source_options options_;
};

}  // namespace tidemark::testing
