// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sink that takes everything and keeps nothing: for measuring a pipeline.

#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

// Counts rows for progress.
class noop_sink {
 public:
  static constexpr sink_capabilities capabilities{.once_per_batch_id = true};

  std::string description() const { return "NoopSink"; }

  // One a partition, on a cache line of its own.
  class alignas(64) row_counter {
   public:
    void write(const auto& /*row*/) { ++rows_; }

   private:
    friend class noop_sink;
    std::int64_t rows_ = 0;
  };

  // The running sink.
  class open_sink {
   public:
    explicit open_sink(std::size_t partitions) : writers_(partitions) {}

    void begin(batch_id /*id*/, output /*mode*/) {
      for (auto& one : writers_) one.rows_ = 0;
    }
    row_counter& writer(std::size_t partition) { return writers_[partition]; }
    void prepare(batch_id /*id*/) {}
    void commit(batch_id /*id*/) {}
    std::int64_t output_rows() const {
      std::int64_t rows = 0;
      for (const auto& one : writers_) rows += one.rows_;
      return rows;
    }

   private:
    std::vector<row_counter> writers_;
  };

  template <Row R>
  open_sink open(const sink_place& place) const {
    return open_sink{place.partitions};
  }
};

}  // namespace tidemark
