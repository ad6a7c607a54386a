// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which files each batch of a file source reads: the part that knows nothing of what is in them.
//
// An offset {"logOffset":k} is a number in the source's log, "sources/<i>/<k>" in the checkpoint: entry k names the files that
// came with it. The entry is durable before an offset is given out. After a crash between the two, the files of entry k are
// the next batch. Used by the batch thread alone.

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/file_cleaner.hpp>
#include <tidemark/sources/file_listing.hpp>
#include <tidemark/sources/file_source_options.hpp>
#include <tidemark/sources/seen_files.hpp>
#include <tidemark/sources/source.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// One file in the log. On disk: names and order of the columns are the form of the line. `batchId` is the number of the entry.
using file_log_line = row<field<"path", std::string>, field<"timestamp", std::int64_t>, field<"batchId", std::int64_t>>;

// {"logOffset":7}
inline source_offset file_log_offset(std::int64_t id) { return "{\"logOffset\":" + std::to_string(id) + "}"; }

std::int64_t file_log_id(const source_offset& offset);

// Kept: what has been read (seen_files.hpp), what was listed but not read yet, and the files of entries that are not committed.
class file_stream {
 public:
  file_stream(const source_place& place, const std::string& path, const file_source_options& options);
  std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, read_limit limit);

  // From now on nothing is listed.
  void freeze();

  // What came up to `end` is done; where files are to be cleaned away, they are.
  void commit(const source_offset& end);

  // The paths of the files behind `start`, up to `end`, in the order in which they are read.
  std::vector<std::string> files_between(const std::optional<source_offset>& start, const source_offset& end) const;

 private:
  // What a run before has read and not cleaned away: of the files that are there and unchanged, those up to an entry.
  void clean_leftovers(std::int64_t last);

  bool has_limit() const { return options_.max_files_per_trigger > 0 || options_.max_bytes_per_trigger > 0; }

  // Whether what was listed before fills a batch. If the newest come first it never does: newer ones may have come.
  bool has_enough() const;
  static bool is_older(const file_entry& a, const file_entry& b);
  void refresh();

  // The files of the next entry. Listing a folder costs what is in it, so it is done again only when a batch would not be full.
  std::vector<file_entry> take(read_limit limit);
  void add_entry(const std::vector<file_entry>& taken);
  std::vector<file_log_line> logged(std::int64_t after) const;

  file_source_options options_;
  file_listing listing_;
  file_cleaner cleaner_;
  bool has_cleaned_ = false;
  seen_files seen_;
  std::optional<compacted_log> log_;
  std::int64_t latest_ = -1;
  std::map<std::int64_t, std::vector<std::string>> recent_;
  std::vector<file_entry> unread_;  // in the order in which they are read, from next_ on
  std::size_t next_ = 0;
  std::int64_t unread_bytes_ = 0;
  bool frozen_ = false;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/file_stream.ipp>
#endif
