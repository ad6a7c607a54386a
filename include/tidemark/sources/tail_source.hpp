// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file that grows as a source: a log that is written line by line, and rotated.

#include <tidemark/durable/file_uri.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/formats/text_lines.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/file_lines.hpp>
#include <tidemark/sources/file_pieces.hpp>
#include <tidemark/sources/file_source.hpp>
#include <tidemark/sources/source.hpp>
#include <tidemark/sources/tail_stream.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tidemark {

// Each whole line is a record as soon as it is there; in any format of formats/. When the file is renamed and a new one takes
// its name, the old one is read to its end first. It must be rotated by renaming, and stay beside the new one until it is read.
//   read_stream(tail_source("/var/log/app.log"))
//   read_stream(tail_source<event, json_lines>("/var/log/app.json"))
template <Row R = text_line, class Format = text_lines, MalformedPolicy Malformed = malformed::fail>
  requires FileFormat<Format, R, Malformed>
class tail_source {
 public:
  using row = R;
  static constexpr source_capabilities capabilities{};

  explicit tail_source(std::string path, Format format = {}, tail_source_options options = {})
      : path_(std::move(path)), format_(std::move(format)), options_(options) {
    check_options(options_);
  }

  std::string description() const { return "TailSource[file:" + absolute_path(path_) + "]"; }

  // The running source.
  class open_source {
   public:
    open_source(const source_place& place, const std::string& path, const Format& format, const tail_source_options& options)
        : files_(place.files), format_(format), stream_(place.files, absolute_path(path), options) {}

    std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, std::int64_t /*now_ms*/,
                                               read_limit limit) {
      return stream_.latest_offset(start, limit);
    }

    template <class Columns>
    auto rows(const std::optional<source_offset>& start, const source_offset& end) const {
      return file_lines(files_, stream_.parts_between(start, end), blocks_, format_.template reader<R, Columns, Malformed>());
    }

    void freeze(std::int64_t /*now_ms*/) { stream_.freeze(); }
    void commit(const source_offset& /*end*/) {}
    void interrupt() {}

   private:
    file_system& files_;
    Format format_;
    tail_stream stream_;
    std::shared_ptr<block_pool> blocks_ = std::make_shared<block_pool>();
  };

  open_source open(const source_place& place) const { return {place, path_, format_, options_}; }

 private:
  std::string path_;
  Format format_;
  tail_source_options options_;
};

}  // namespace tidemark
