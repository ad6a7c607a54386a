// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Whole queries over rows that lie in memory: the source, a sink that sums up, and a run to the end of the rows.

#include <tidemark/tidemark.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace micro {

// Rows in memory, so many a batch; the offset is the number of batches.
template <class R>
class resident_source {
 public:
  using row = R;
  static constexpr tidemark::source_capabilities capabilities{};

  resident_source(std::span<const R> rows, std::size_t rows_in_batch) : rows_(rows), rows_in_batch_(rows_in_batch) {}

  std::string description() const { return "resident rows"; }

  class reader {
   public:
    explicit reader(std::span<const R> rows) : rows_(rows) {}
    std::size_t size() const { return rows_.size(); }
    template <class F>
    void read_part(std::size_t first, std::size_t count, F&& f) const {
      for (const R& one : rows_.subspan(first, count)) f(one);
    }

   private:
    std::span<const R> rows_;
  };

  class open_source {
   public:
    open_source(std::span<const R> rows, std::size_t rows_in_batch) : rows_(rows), rows_in_batch_(rows_in_batch) {}
    std::optional<tidemark::source_offset> latest_offset(const std::optional<tidemark::source_offset>& start, std::int64_t,
                                                         tidemark::read_limit) {
      const std::size_t batches = (rows_.size() + rows_in_batch_ - 1) / rows_in_batch_;
      return std::to_string(std::min(batches_before(start) + 1, batches));
    }
    void freeze(std::int64_t) {}
    void commit(const tidemark::source_offset&) {}
    void interrupt() {}
    template <class Columns>
    reader rows(const std::optional<tidemark::source_offset>& start, const tidemark::source_offset& end) const {
      const std::size_t first = batches_before(start) * rows_in_batch_;
      return reader(rows_.subspan(first, std::min(batches_before(end) * rows_in_batch_, rows_.size()) - first));
    }

   private:
    static std::size_t batches_before(const std::optional<tidemark::source_offset>& offset) {
      return offset ? std::stoul(*offset) : 0;
    }

    std::span<const R> rows_;
    std::size_t rows_in_batch_;
  };
  open_source open(const tidemark::source_place&) const { return open_source(rows_, rows_in_batch_); }

 private:
  std::span<const R> rows_;
  std::size_t rows_in_batch_;
};

// Calls add(sum, row) for every row that comes out, so that programs can be compared. The sum is handed over with each batch.
template <class Sum, class Add>
class checking_sink {
 public:
  static constexpr tidemark::sink_capabilities capabilities{};
  checking_sink(Sum& sum, Add /*add*/) : sum_(&sum) {}
  std::string description() const { return "checksum"; }

  class open_sink {
   public:
    struct writer_type {
      Sum sum{};
      [[gnu::always_inline]] void write(const auto& row) { Add{}(sum, row); }
    };
    explicit open_sink(Sum& sum) : sum_(&sum) {}
    void begin(tidemark::batch_id, tidemark::output) {}
    writer_type& writer(std::size_t) { return writer_; }
    void prepare(tidemark::batch_id) {}
    void commit(tidemark::batch_id) { *sum_ = writer_.sum; }
    std::int64_t output_rows() const { return -1; }

   private:
    Sum* sum_;
    writer_type writer_;
  };
  template <class R>
  open_sink open(const tidemark::sink_place&) const {
    return open_sink(*sum_);
  }

 private:
  Sum* sum_;
};

// A query at its first trigger, without checkpoint and without a thread of its own.
template <class Query>
tidemark::query_parts parts_of(const Query& query) {
  return tidemark::assemble<tidemark::memory_state>(query, tidemark::start_options<tidemark::memory_state>{}, nullptr,
                                                    tidemark::local_files());
}

template <class Query>
void run_to_end(const Query& query) {
  tidemark::query_engine engine(parts_of(query));
  engine.recover();
  while (engine.runner().run_trigger() != nullptr) {
  }
}

}  // namespace micro
