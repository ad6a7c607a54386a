// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A source that makes the same number of rows for each batch, whatever the clock says.

#include <tidemark/row/error.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/integer_offset.hpp>
#include <tidemark/sources/rate_source.hpp>
#include <tidemark/sources/source.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tidemark {

struct rate_batch_source_options {
  std::int64_t rows_per_batch = 1;
  timestamp start{};                         // the time of all rows of the first batch
  std::chrono::milliseconds advance{1000};  // how much later those of the next one are
  std::int64_t batches = 0;                  // after so many nothing comes any more; 0: it never ends
};

// The rows of some batches. Can be cut.
class rate_batch_reader {
 public:
  rate_batch_reader(const rate_batch_source_options& options, std::int64_t first_batch, std::int64_t past_batch)
      : options_(options),
        first_(first_batch * options.rows_per_batch),
        size_(static_cast<std::size_t>((past_batch - first_batch) * options.rows_per_batch)) {}

  std::size_t size() const { return size_; }

  template <class F>
  void read_part(std::size_t first, std::size_t count, F&& f) const {
    const std::int64_t past = first_ + static_cast<std::int64_t>(first + count);
    for (std::int64_t value = first_ + static_cast<std::int64_t>(first); value < past; ++value) {
      const std::int64_t later = saturating_multiply(value / options_.rows_per_batch, options_.advance.count() * 1000);
      const rate_row one{timestamp{saturating_add(options_.start.micros, later)}, value};
      f(one);
    }
  }

 private:
  rate_batch_source_options options_;
  std::int64_t first_;
  std::size_t size_;
};

// Each trigger has a batch: for tests and for measuring, since the rows of batch N are the same in every run. Values go up from
// 0. What waits for all rows that are there waits for ever, unless `batches` says when to end; with available_now there is one
// batch.
//   read_stream(rate_batch_source({.rows_per_batch = 1000}))
class rate_batch_source {
 public:
  using row = rate_row;
  static constexpr source_capabilities capabilities{};

  explicit rate_batch_source(rate_batch_source_options options = {}) : options_(options) {
    if (options.rows_per_batch < 1 || options.advance.count() < 0 || options.batches < 0)
      throw error("rate_source_options",
                  "a batch has at least one row, and neither its time nor the number of batches goes back; set "
                  "rows_per_batch to 1 or more, advance and batches to 0 or more");
  }

  std::string description() const {
    return "RatePerMicroBatchStream[rowsPerBatch=" + std::to_string(options_.rows_per_batch) +
           ", advanceMillisPerBatch=" + std::to_string(options_.advance.count()) + "]";
  }

  // The running source. An offset is the number of batches so far.
  class open_source {
   public:
    explicit open_source(const rate_batch_source_options& options) : options_(options) {}

    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t /*now_ms*/,
                                               read_limit /*limit*/) {
      const std::int64_t from = start ? number_of(*start) : 0;
      if (is_frozen_ && !end_) end_ = from + 1;
      const bool is_done = (end_ && from >= *end_) || (options_.batches > 0 && from >= options_.batches);
      return integer_offset(is_done ? from : from + 1);
    }

    template <class Columns>
    rate_batch_reader rows(const std::optional<source_offset>& start, const source_offset& end) const {
      return {options_, start ? number_of(*start) : 0, number_of(end)};
    }

    void freeze(std::int64_t /*now_ms*/) { is_frozen_ = true; }
    void commit(const source_offset& /*end*/) {}
    void interrupt() {}

   private:
    rate_batch_source_options options_;
    bool is_frozen_ = false;
    std::optional<std::int64_t> end_;  // of a frozen source
  };

  open_source open(const source_place& /*place*/) const { return open_source(options_); }

 private:
  rate_batch_source_options options_;
};

}  // namespace tidemark
