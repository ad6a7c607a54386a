// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How far a file is read that grows and is rotated: the part that knows nothing of what is in it.
//
// An offset {"file":7,"byte":120} is a place in the file with that id, which it keeps when it is renamed: behind a line, or the
// end of a file that is rotated. Used by the batch thread alone.

#include <tidemark/durable/file_system.hpp>
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
  };
  static source_offset text_of(const place& at);
  static place place_in(const source_offset& offset);

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
