// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sink that is a function of a row, or an object that is told of each partition's rows.

#include <tidemark/row/as_row.hpp>
#include <tidemark/sinks/sink.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// Takes rows one by one between an opening and a closing: `open(partition, batch)` says whether it wants them, `close(error)`
// gets what has ended the rows too early, or nullptr. Closed is whatever was opened, also one that wants no rows; an opening
// that throws was none.
template <class Writer, class R>
concept ForeachWriter = std::copy_constructible<Writer> &&
                        requires(Writer& writer, std::size_t partition, batch_id id, const R& row, std::exception_ptr error) {
                          { writer.open(partition, id) } -> std::convertible_to<bool>;
                          writer.process(row);
                          writer.close(error);
                        };

// A function that is called with each row.
template <class F, class R>
concept ForeachFunction = std::copy_constructible<F> && requires(F& f, const R& row) { f(row); };

// Each partition of each batch has a copy of its own of `writer`, used by one thread at a time. Rows are handed over as they
// come, so a batch that fails may have been seen in part, and one that is run again is seen again; its rows may then be
// spread over the partitions in another way.
//   write_stream(foreach([](const auto& row) { send(row); }), update)
template <class Writer>
class foreach {
 public:
  static constexpr sink_capabilities capabilities{};

  explicit foreach (Writer writer) : writer_(std::move(writer)) {}

  std::string description() const { return "ForeachSink"; }

  // One partition. A batch that is given up while it is open is closed with an error.
  template <Row R>
  class alignas(64) partition_writer {
   public:
    explicit partition_writer(const Writer& prototype) : prototype_(&prototype) {}
    partition_writer(const partition_writer&) = delete;
    partition_writer& operator=(const partition_writer&) = delete;
    ~partition_writer() { give_up(); }

    void begin(std::size_t partition, batch_id id) {
      give_up();
      rows_ = 0;
      if constexpr (ForeachWriter<Writer, R>) {
        current_.emplace(*prototype_);
        wants_rows_ = current_->open(partition, id);
        is_open_ = true;
      } else if (!current_) {
        current_.emplace(*prototype_);
      }
    }
    void write(const auto& row) {
      ++rows_;
      if constexpr (ForeachWriter<Writer, R>) {
        if (!wants_rows_) return;
        try {
          current_->process(as_row<R>(row));
        } catch (...) {
          close(std::current_exception());
          throw;
        }
      } else {
        (*current_)(as_row<R>(row));
      }
    }
    void end() { close(nullptr); }
    std::int64_t rows() const { return rows_; }

   private:
    void close(std::exception_ptr error) {
      if constexpr (ForeachWriter<Writer, R>) {
        if (std::exchange(is_open_, false)) current_->close(std::move(error));
      }
    }
    void give_up() {
      try {
        close(std::make_exception_ptr(std::runtime_error("the batch was given up")));
      } catch (...) {
        // What ended the batch is the error that counts.
      }
    }

    const Writer* prototype_;
    std::optional<Writer> current_;
    bool is_open_ = false;
    bool wants_rows_ = false;
    std::int64_t rows_ = 0;
  };

  // The running sink.
  template <Row R>
  class open_sink {
   public:
    open_sink(const Writer& writer, std::size_t partitions) : prototype_(std::make_unique<const Writer>(writer)) {
      for (std::size_t p = 0; p < partitions; ++p) writers_.push_back(std::make_unique<partition_writer<R>>(*prototype_));
    }

    void begin(batch_id id, output /*mode*/) {
      for (std::size_t p = 0; p < writers_.size(); ++p) writers_[p]->begin(p, id);
    }
    partition_writer<R>& writer(std::size_t partition) { return *writers_[partition]; }
    void prepare(batch_id /*id*/) {
      for (auto& one : writers_) one->end();
    }
    void commit(batch_id /*id*/) {}
    std::int64_t output_rows() const {
      std::int64_t rows = 0;
      for (const auto& one : writers_) rows += one->rows();
      return rows;
    }

   private:
    std::unique_ptr<const Writer> prototype_;  // stays where it is: partitions copy it
    std::vector<std::unique_ptr<partition_writer<R>>> writers_;
  };

  template <Row R>
    requires ForeachWriter<Writer, R> || ForeachFunction<Writer, R>
  open_sink<R> open(const sink_place& place) const {
    return {writer_, place.partitions};
  }

 private:
  Writer writer_;
};

}  // namespace tidemark
