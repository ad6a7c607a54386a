// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sink that keeps the rows of the last batch, for a test to look at.

#include <tidemark/row/owned.hpp>
#include <tidemark/sinks/partition_rows.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::testing {

// A shared handle: what the running query puts in is seen by its copies. A batch that comes again replaces what it left before.
template <Row R>
class collecting_sink {
 public:
  using kept_row = owned_row<R>;
  static constexpr sink_capabilities capabilities{.once_per_batch_id = true};

  // The rows of the last batch that was committed, in partition order.
  const std::vector<kept_row>& rows() const { return *rows_; }
  std::vector<kept_row> take() { return std::exchange(*rows_, {}); }

  std::string description() const { return "CollectingSink"; }

  class open_sink {
   public:
    open_sink(std::shared_ptr<std::vector<kept_row>> rows, std::size_t partitions)
        : rows_(std::move(rows)), pending_(partitions) {}

    void begin(batch_id /*id*/, output /*mode*/) { pending_.clear(); }
    auto& writer(std::size_t partition) { return pending_.of(partition); }
    void prepare(batch_id /*id*/) { count_ = pending_.size(); }
    void commit(batch_id /*id*/) { *rows_ = std::move(pending_.joined()); }
    std::int64_t output_rows() const { return count_; }

   private:
    std::shared_ptr<std::vector<kept_row>> rows_;
    partition_rows<R> pending_;
    std::int64_t count_ = 0;
  };

  template <class Rows>
  open_sink open(const sink_place& place) const {
    return open_sink(rows_, place.partitions);
  }

 private:
  std::shared_ptr<std::vector<kept_row>> rows_ = std::make_shared<std::vector<kept_row>>();
};

}  // namespace tidemark::testing
