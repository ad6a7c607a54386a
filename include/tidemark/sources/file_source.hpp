// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of files as a source, whatever the format.

#include <tidemark/durable/file_uri.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/file_lines.hpp>
#include <tidemark/sources/file_pieces.hpp>
#include <tidemark/sources/file_source_options.hpp>
#include <tidemark/sources/file_stream.hpp>
#include <tidemark/sources/source.hpp>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tidemark {

// A format in which files can be read: `row` is its record, `lines<Columns>` a line reader of formats/ for some columns of it.
template <class Format>
concept FileFormat =
    Row<typename Format::row> &&
    std::default_initializable<typename Format::template lines<typename fields_of<typename Format::row>::names>>;

// Reads every file of a folder once, the oldest first, as it stands when its batch runs. Files must be complete when they
// appear under their name, and stay until their batch is done; that a file has changed is not noticed. One file instead of a
// folder may be named too.
template <FileFormat Format>
class file_source {
 public:
  using row = typename Format::row;
  static constexpr source_capabilities capabilities{};

  explicit file_source(std::string path, file_source_options options = {})
      : path_(std::move(path)), options_(std::move(options)) {
    check_options(options_);
  }

  std::string description() const { return "FileStreamSource[file:" + absolute_path(path_) + "]"; }

  // The running source.
  class open_source {
   public:
    open_source(const source_place& place, const std::string& path, const file_source_options& options)
        : files_(place.files), stream_(place, path, options) {}

    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t /*now_ms*/,
                                               read_limit limit) {
      return stream_.latest_offset(start, limit);
    }

    template <class Columns>
    auto rows(const std::optional<source_offset>& start, const source_offset& end) const {
      return file_lines<typename Format::template lines<Columns>>(files_, stream_.files_between(start, end), blocks_);
    }

    void freeze(std::int64_t /*now_ms*/) { stream_.freeze(); }
    void commit(const source_offset& end) { stream_.commit(end); }
    void interrupt() {}

   private:
    file_system& files_;
    file_stream stream_;
    std::shared_ptr<block_pool> blocks_ = std::make_shared<block_pool>();
  };

  open_source open(const source_place& place) const { return {place, path_, options_}; }

 private:
  std::string path_;
  file_source_options options_;
};

}  // namespace tidemark
