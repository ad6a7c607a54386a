// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sink that is a function of a batch.

#include <tidemark/row/owned.hpp>
#include <tidemark/sinks/partition_rows.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace tidemark {

// Calls `f(rows, id)` once for each batch that runs, also for one without rows; `rows` is a std::span<const Row> in partition
// order, valid during the call, with a std::string for each std::string_view. After a crash the last batch may come again under
// its id with the same rows: a function that stores (query, id) with its output, and skips what it has, makes that exactly
// once.
//   write_stream(foreach_batch([&](auto rows, batch_id id) { upsert(db, rows, id); }), update)
template <class F>
class foreach_batch {
 public:
  static constexpr sink_capabilities capabilities{.takes_rows = rows_taker::function_of_batch};

  explicit foreach_batch(F f) : f_(std::move(f)) {}

  std::string description() const { return "ForeachBatchSink"; }

  // The running sink.
  template <Row R>
  class open_sink {
   public:
    open_sink(F f, std::size_t partitions) : f_(std::move(f)), rows_(partitions) {}

    void begin(batch_id /*id*/, output /*mode*/) {
      rows_.clear();
      delivered_ = -1;
    }
    auto& writer(std::size_t partition) { return rows_.of(partition); }
    void prepare(batch_id id) {
      const auto& rows = rows_.joined();
      delivered_ = static_cast<std::int64_t>(rows.size());
      f_(std::span<const owned_row<R>>(rows), id);
      rows_.clear();
    }
    void commit(batch_id /*id*/) {}
    std::int64_t output_rows() const { return delivered_ >= 0 ? delivered_ : rows_.size(); }

   private:
    F f_;
    partition_rows<R> rows_;
    std::int64_t delivered_ = -1;
  };

  template <Row R>
    requires requires(F& f, std::span<const owned_row<R>> rows, batch_id id) { f(rows, id); }
  open_sink<R> open(const sink_place& place) const {
    return {f_, place.partitions};
  }

 private:
  F f_;
};

}  // namespace tidemark
