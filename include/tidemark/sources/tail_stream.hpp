// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far a file is read that grows and is rotated: the part that knows nothing of what is in it.
//
// An offset {"file":7,"byte":120,"check":99} is a place in the file with that id, which it keeps when it is renamed: behind a
// line, or the end of a file that is rotated. The id of a file that was removed may be given to a new one, so `check`, the
// CRC32C of the last 64 bytes before the place, tells whether it is still the same. "before":[{…}] has the places in the files
// that the batch read to their ends, and in the one before the last, to which its writer may still add: the rows between two
// offsets are those between their places. Used by the batch thread alone.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/file_pieces.hpp>
#include <tidemark/sources/source.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

struct tail_source_options {
  std::int64_t max_bytes_per_trigger = 0;  // 0: no limit; at least one line is read
};

// Throws error tail_source_options.
void check_options(const tail_source_options& options);

// Kept: nothing but where a frozen stream ends. A rotated file is looked for beside the one that grows, under its name with a
// separator (one of `.-_`) and a number or a date: app.log.1, app.log-20261130, app.log.2026-11-30T21:00:00Z.
class tail_stream {
 public:
  tail_stream(file_system& files, std::string path, const tail_source_options& options);

  std::optional<source_offset> latest_offset(const std::optional<source_offset>& start, read_limit limit);

  // What is written later is not read.
  void freeze();

  // The parts of files between two offsets.
  std::vector<file_part> parts_between(const std::optional<source_offset>& start, const source_offset& end) const;

 private:
  struct place {
    std::uint64_t file = 0;
    std::int64_t byte = 0;
    std::uint32_t check = 0;
    bool operator==(const place&) const = default;
  };
  // What a batch reads of a file; `begin` and `end` are the same if that is nothing.
  struct stretch {
    file_entry file;
    place begin;
    place end;
  };
  static std::string text_of(const place& at);
  static source_offset text_of(const std::vector<place>& places);
  static std::vector<place> places_in(const source_offset& offset);  // the file that is read on with is the last

  // The CRC32C of the last bytes before `byte`.
  std::uint32_t check_of(const std::string& path, std::int64_t byte) const;
  bool is_place_of(const place& at, const file_entry& file) const;

  // The files that may have more behind these places, in the order that they are read in; empty: no file is there at all.
  // Throws errors source_file_gone and source_file_cut.
  std::vector<stretch> stretches_from(const std::vector<place>& places) const;
  error gone() const;

  // The file that grows, behind those that it was before it was rotated, the oldest first.
  std::vector<file_entry> chain() const;
  // The same; of a frozen stream as far as they went then, under the names that they have now.
  std::vector<file_entry> known_files() const;
  // Whether a rotated file of `base` may be called so: a separator, then a number or a date.
  static bool is_rotated_name(std::string_view name, std::string_view base);
  static std::size_t index_of(const std::vector<file_entry>& files, std::uint64_t id);

  // Where the last whole line ends that begins behind `from`, if possible at or before `limit`; `from` if there is none.
  std::int64_t line_end(const file_entry& file, std::int64_t from, std::int64_t limit) const;

  file_system& files_;
  std::string path_;
  tail_source_options options_;
  std::optional<std::vector<file_entry>> frozen_;  // the chain as it was then
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/tail_stream.ipp>
#endif
