// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of files as a sink, whatever the format: each batch adds files, and counts exactly once.

#include <tidemark/row/error.hpp>
#include <tidemark/row/per_partition.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/file_output.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/sink.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

struct file_sink_options {
  std::int64_t compact_every = 10;  // each so manyth entry of the manifest repeats those before it
};

// A format in which rows `R` can be written: a value of settings with the `ending` of file names, `begin_file<R>(text)` for
// what stands before the first row of a file, and `append<R>(text, row)`.
template <class Format, class R>
concept FileSinkFormat = std::copy_constructible<Format> && requires(const Format& format, std::string& text, const R& row) {
  std::string(format.ending);
  format.template begin_file<R>(text);
  format.template append<R>(text, row);
};

// Writes one file a partition and batch, in append mode. Readers that know the folder's manifest see each row once at any time,
// see file_output.hpp.
template <class Format>
class file_sink {
 public:
  static constexpr sink_capabilities capabilities{.update = false,
                                                  .complete = false,
                                                  .needs_checkpoint = true,
                                                  .once_per_batch_id = true,
                                                  .append_only = append_only_reason::files_are_final};

  explicit file_sink(std::string path, Format format = {}, file_sink_options options = {})
      : path_(std::move(path)), format_(std::move(format)), options_(options) {
    if (options_.compact_every < 1)
      throw error("file_sink_options", "compact_every is below 1; leave it out, or set a positive number");
  }

  std::string description() const { return "FileSink[" + path_ + "]"; }

  // Appends the rows of one partition to its part.
  template <Row R>
  class alignas(64) row_writer {
   public:
    row_writer(file_output& output, const Format& format) : output_(output), format_(format) {}

    void write(const auto& row) {
      const bool is_first = rows_++ == 0;
      if (skips_) return;
      if (is_first) format_.template begin_file<R>(part_.text());
      format_.template append<R>(part_.text(), row);
      part_.flush_if_full(output_.files(), output_.folder());
    }

   private:
    friend class file_sink;
    file_output& output_;
    [[no_unique_address]] Format format_;
    part_file part_;
    std::int64_t rows_ = 0;
    bool skips_ = false;
  };

  // The running sink.
  template <Row R>
  class open_sink {
   public:
    open_sink(const sink_place& place, const std::string& path, const Format& format, const file_sink_options& options)
        : output_(std::make_unique<file_output>(place, path, std::string(format.ending), options.compact_every)),
          writers_(place.partitions, [&](std::size_t /*partition*/) { return row_writer<R>(*output_, format); }) {}

    void begin(batch_id id, output /*mode*/) {
      const bool is_there = output_->begin(id);
      for (std::size_t p = 0; p < writers_.size(); ++p) {
        writers_[p].part_.begin(output_->name_of_part(p, id));
        writers_[p].rows_ = 0;
        writers_[p].skips_ = is_there;
      }
    }
    row_writer<R>& writer(std::size_t partition) { return writers_[partition]; }
    void prepare(batch_id /*id*/) {
      for (auto& one : writers_) one.part_.finish(output_->files(), output_->folder());
    }
    void commit(batch_id id) {
      if (output_->has(id)) return;
      std::vector<const part_file*> parts;
      for (const auto& one : writers_)
        if (one.part_.size() > 0) parts.push_back(&one.part_);
      output_->commit(id, parts);
    }
    std::int64_t output_rows() const {
      std::int64_t rows = 0;
      for (const auto& one : writers_) rows += one.rows_;
      return rows;
    }

   private:
    std::unique_ptr<file_output> output_;  // stays where it is: writers refer to it
    per_partition<row_writer<R>> writers_;
  };

  template <Row R>
    requires FileSinkFormat<Format, R>
  open_sink<R> open(const sink_place& place) const {
    return {place, path_, format_, options_};
  }

 private:
  std::string path_;
  Format format_;
  file_sink_options options_;
};

}  // namespace tidemark
