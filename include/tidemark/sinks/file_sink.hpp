// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of files as a sink, whatever the format: each batch adds files, and counts exactly once.

#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/name.hpp>
#include <tidemark/row/per_partition.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sinks/file_output.hpp>
#include <tidemark/sinks/file_sink_options.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/part_set.hpp>
#include <tidemark/sinks/partition_path.hpp>
#include <tidemark/sinks/sink.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark {

// A format in which rows `R` can be written: a value of settings with the `ending` of file names, `begin_file<R>(text)` for
// what stands before the first row of a file, and `append<R>(text, row)`.
template <class Format, class R>
concept FileSinkFormat = std::copy_constructible<Format> && requires(const Format& format, std::string& text, const R& row) {
  std::string(format.ending);
  format.template begin_file<R>(text);
  format.template append<R>(text, row);
};

// What is written of rows R into folders that are named by some of their columns: the others.
template <class R, class FolderColumns>
using row_in_folders = std::conditional_t<FolderColumns::size == 0, R, row_from<dropped_fields<fields_of<R>, FolderColumns>>>;

// Rows that have the columns that folders are named by, each of one value, and some others.
template <class R, class FolderColumns>
concept RowForFolders = Row<R> && (FolderColumns::size < fields_of<R>::names::size) && []<name... Names>(name_list<Names...>) {
  return ([] {
    if constexpr (has_column<R, Names>) return can_name_folders<column_type<R, Names>>();
    else return false;
  }() && ...);
}(FolderColumns{});

// Writes one file a partition and batch, in append mode; with `FolderColumns` one for each folder of their values as well.
// Readers that know the output's manifest see each row once at any time, see file_output.hpp.
template <class Format, class FolderColumns = name_list<>>
class file_sink {
 public:
  static constexpr sink_capabilities capabilities{.update = false,
                                                  .complete = false,
                                                  .needs_checkpoint = true,
                                                  .once_per_batch_id = true,
                                                  .append_only = append_only_reason::files_are_final};

  explicit file_sink(std::string path, Format format = {}, file_sink_options options = {})
      : path_(std::move(path)), format_(std::move(format)), options_(options) {
    check_options(options_);
  }

  // The same sink, but each row goes to the folder of its values in these columns, "day=2026-01-05/hour=10/", and is written
  // without them.
  //   json_sink("out/views").partition_by("day"_c, "hour"_c)
  template <class... Columns>
  file_sink<Format, name_list<Columns::key...>> partition_by(Columns... /*columns*/) const {
    return file_sink<Format, name_list<Columns::key...>>(path_, format_, options_);
  }

  std::string description() const { return "FileSink[" + path_ + "]"; }

  // Appends the rows of one partition to its parts.
  template <Row R>
  class alignas(64) row_writer {
   public:
    row_writer(file_output& output, const Format& format) : output_(output), format_(format) {}

    void write(const auto& row) {
      ++rows_;
      if (skips_) return;
      if constexpr (FolderColumns::size > 0) {
        if (const auto folder = path_.of(row); part_ == nullptr || folder != folder_) {
          part_ = &parts_.of(folder);
          folder_ = folder;
        }
      } else if (part_ == nullptr) {
        part_ = &parts_.of({});
      }
      using written_row = row_in_folders<R, FolderColumns>;
      if (part_->is_empty()) [[unlikely]]
        format_.template begin_file<written_row>(part_->text());
      format_.template append<written_row>(part_->text(), row);
      parts_.flush_if_full(*part_, output_.files(), output_.folder());
    }

   private:
    friend class file_sink;
    void begin(std::string name, bool skips) {
      parts_.begin(std::move(name));
      part_ = nullptr;
      rows_ = 0;
      skips_ = skips;
    }

    file_output& output_;
    [[no_unique_address]] Format format_;
    part_set parts_;
    part_file* part_ = nullptr;  // of the last row
    std::string folder_;         // and its folder
    [[no_unique_address]] partition_path<FolderColumns> path_;
    std::int64_t rows_ = 0;
    bool skips_ = false;
  };

  // The running sink.
  template <Row R>
  class open_sink {
   public:
    open_sink(const sink_place& place, const std::string& path, const Format& format, const file_sink_options& options)
        : output_(std::make_unique<file_output>(place, path, std::string(format.ending), options)),
          writers_(place.partitions, [&](std::size_t /*partition*/) { return row_writer<R>(*output_, format); }) {}

    void begin(batch_id id, output /*mode*/) {
      const bool is_there = output_->begin(id);
      for (std::size_t p = 0; p < writers_.size(); ++p) writers_[p].begin(output_->name_of_part(p, id), is_there);
    }
    row_writer<R>& writer(std::size_t partition) { return writers_[partition]; }
    void prepare(batch_id /*id*/) {
      for (auto& one : writers_) one.parts_.finish(output_->files(), output_->folder());
    }
    void commit(batch_id id) {
      if (output_->has(id)) return;
      std::vector<const part_file*> parts;
      for (const auto& one : writers_) one.parts_.append_to(parts);
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
    requires RowForFolders<R, FolderColumns> && FileSinkFormat<Format, row_in_folders<R, FolderColumns>>
  open_sink<R> open(const sink_place& place) const {
    return {place, path_, format_, options_};
  }

 private:
  std::string path_;
  Format format_;
  file_sink_options options_;
};

}  // namespace tidemark
