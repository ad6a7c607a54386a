// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A sink that prints each batch as a table.

#include <tidemark/row/as_row.hpp>
#include <tidemark/row/as_text.hpp>
#include <tidemark/sinks/sink.hpp>
#include <tidemark/sinks/text_table.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

struct console_sink_options {
  std::size_t num_rows = 20;  // printed of each batch
  std::size_t truncate = 20;  // longest cell, in characters; 0: cells are printed whole, and stand left
  std::function<void(std::string_view)> write = [](std::string_view text) {
    (void)std::fwrite(text.data(), 1, text.size(), stdout);
    (void)std::fflush(stdout);
  };
};

// Prints in Spark's layout, also a batch without rows. A batch that is run again is printed again.
class console_sink {
 public:
  static constexpr sink_capabilities capabilities{};

  explicit console_sink(console_sink_options options = {}) : options_(std::move(options)) {}

  std::string description() const { return "ConsoleSink"; }

  // The first rows of a partition as cells, and how many there were.
  template <Row R>
  class alignas(64) cell_writer {
   public:
    explicit cell_writer(const console_sink_options& options) : most_(options.num_rows), truncate_(options.truncate) {}

    void begin() {
      lines_.clear();
      rows_ = 0;
    }
    void write(const auto& row) {
      if (static_cast<std::size_t>(rows_++) < most_) keep(as_row<R>(row));
    }
    std::int64_t rows() const { return rows_; }
    std::vector<text_table::line>& lines() { return lines_; }

   private:
    void keep(const R& row) {
      text_table::line line;
      for_each_column(row, [&](auto /*key*/, const auto& value) {
        std::string text;
        append_as_text(text, value);
        line.push_back(shortened(on_one_line(text), truncate_));
      });
      lines_.push_back(std::move(line));
    }

    std::size_t most_;
    std::size_t truncate_;
    std::int64_t rows_ = 0;
    std::vector<text_table::line> lines_;
  };

  // The running sink.
  template <Row R>
  class open_sink {
   public:
    open_sink(const console_sink_options& options, std::size_t partitions)
        : options_(options), writers_(partitions, cell_writer<R>(options)) {}

    void begin(batch_id /*id*/, output /*mode*/) {
      for (auto& one : writers_) one.begin();
    }
    cell_writer<R>& writer(std::size_t partition) { return writers_[partition]; }
    void prepare(batch_id id) {
      constexpr std::string_view rule = "-------------------------------------------\n";
      std::string text(rule);
      text.append("Batch: ").append(std::to_string(id)).append("\n").append(rule).append(table());
      if (static_cast<std::size_t>(output_rows()) > options_.num_rows)
        text += "only showing top " + std::to_string(options_.num_rows) + (options_.num_rows == 1 ? " row\n" : " rows\n");
      options_.write(text += '\n');
    }
    void commit(batch_id /*id*/) {}
    std::int64_t output_rows() const {
      std::int64_t rows = 0;
      for (const auto& one : writers_) rows += one.rows();
      return rows;
    }

   private:
    std::string table() {
      text_table::line head;
      [&]<class... Fields>(field_list<Fields...>) { (head.push_back(on_one_line(Fields::key.view())), ...); }(fields_of<R>{});
      text_table drawn(std::move(head));
      std::size_t left = options_.num_rows;
      for (auto& one : writers_)
        for (auto& line : one.lines())
          if (left > 0) drawn.add(std::move(line)), --left;
      return drawn.text(options_.truncate > 0);
    }

    console_sink_options options_;
    std::vector<cell_writer<R>> writers_;
  };

  template <Row R>
  open_sink<R> open(const sink_place& place) const {
    return {options_, place.partitions};
  }

 private:
  console_sink_options options_;
};

}  // namespace tidemark
