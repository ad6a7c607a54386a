// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of files as a source, whatever the format.

#include <tidemark/durable/file_uri.hpp>
#include <tidemark/formats/malformed.hpp>
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
#include <vector>

namespace tidemark {

// A format in which files can be read: a value of settings, of which `reader<R, Columns, Malformed>()` makes a line reader of
// formats/ for some columns of a record.
template <class Format, class R, class Malformed>
concept FileFormat = std::copy_constructible<Format> && Row<R> && requires(const Format& format) {
  { format.template reader<R, typename fields_of<R>::names, Malformed>().dropped() } -> std::same_as<std::int64_t>;
};

// Reads every file of a folder once, the oldest first, as it stands when its batch runs. Files must be complete when they
// appear under their name, and stay until their batch is done; that a file has changed is not noticed. One file instead of a
// folder may be named too.
template <Row R, class Format, MalformedPolicy Malformed = malformed::fail>
  requires FileFormat<Format, R, Malformed>
class file_source {
 public:
  using row = R;
  static constexpr source_capabilities capabilities{};

  explicit file_source(std::string path, Format format = {}, file_source_options options = {})
      : path_(std::move(path)), format_(std::move(format)), options_(std::move(options)) {
    check_options(options_);
  }

  std::string description() const { return "FileStreamSource[file:" + absolute_path(path_) + "]"; }

  // The running source.
  class open_source {
   public:
    open_source(const source_place& place, const std::string& path, const Format& format, const file_source_options& options)
        : files_(place.files), format_(format), stream_(place, path, options) {}

    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t /*now_ms*/,
                                               read_limit limit) {
      return stream_.latest_offset(start, limit);
    }

    template <class Columns>
    auto rows(const std::optional<source_offset>& start, const source_offset& end) const {
      std::vector<file_part> parts;
      for (auto& path : stream_.files_between(start, end)) parts.push_back({.path = std::move(path)});
      return file_lines(files_, std::move(parts), blocks_, format_.template reader<R, Columns, Malformed>());
    }

    void freeze(std::int64_t /*now_ms*/) { stream_.freeze(); }
    void commit(const source_offset& end) { stream_.commit(end); }
    void interrupt() {}

   private:
    file_system& files_;
    Format format_;
    file_stream stream_;
    std::shared_ptr<block_pool> blocks_ = std::make_shared<block_pool>();
  };

  open_source open(const source_place& place) const { return {place, path_, format_, options_}; }

 private:
  std::string path_;
  Format format_;
  file_source_options options_;
};

}  // namespace tidemark
