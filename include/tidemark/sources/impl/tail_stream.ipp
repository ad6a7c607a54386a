// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of tail_stream.hpp.

#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/tail_stream.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE void check_options(const tail_source_options& options) {
  if (options.max_bytes_per_trigger < 0)
    throw error("tail_source_options", "max_bytes_per_trigger is negative; leave it out, or set a positive number");
}

TIDEMARK_INLINE tail_stream::tail_stream(file_system& files, std::string path, const tail_source_options& options)
    : files_(files), path_(std::move(path)), options_(options) {}

TIDEMARK_INLINE source_offset tail_stream::text_of(const place& at) {
  return "{\"file\":" + std::to_string(at.file) + ",\"byte\":" + std::to_string(at.byte) + "}";
}

TIDEMARK_INLINE tail_stream::place tail_stream::place_in(const source_offset& offset) {
  row<field<"file", std::uint64_t>, field<"byte", std::int64_t>> parsed;
  json_reader<decltype(parsed)> reader;
  if (!reader.read(offset, parsed))
    throw error("source_offset_malformed", "the logged offset " + offset +
                                               " is not one of a file that grows; start with the sources "
                                               "that the checkpoint was made with, or with a new checkpoint");
  return {get<"file">(parsed), get<"byte">(parsed)};
}

TIDEMARK_INLINE bool tail_stream::is_rotated_name(std::string_view name, std::string_view base) {
  if (!name.starts_with(base)) return false;
  name.remove_prefix(base.size());
  const auto is_digit = [](char one) { return one >= '0' && one <= '9'; };
  return name.size() >= 2 && std::string_view(".-_").find(name[0]) != std::string_view::npos && is_digit(name[1]) &&
         name.find_first_not_of("0123456789.-_:TZ", 1) == std::string_view::npos;
}

TIDEMARK_INLINE std::vector<file_entry> tail_stream::chain() const {
  const auto is_older = [](const file_entry& a, const file_entry& b) {
    return a.modified_ms != b.modified_ms ? a.modified_ms < b.modified_ms : a.name > b.name;  // app.log.2, then app.log.1
  };
  const auto folder = folder_of(path_);
  const auto base = name_of(path_);
  const auto growing = files_.status(path_);
  auto found = files_.list(folder);
  std::erase_if(found, [&](const file_entry& one) {
    const bool is_growing = growing && one.id == growing->id;  // by a link to it
    return one.is_folder || is_growing || !is_rotated_name(one.name, base);
  });
  // A file that has two names is read once.
  sort_entries(found, [](const file_entry& a, const file_entry& b) { return a.id < b.id; });
  const auto is_same = [](const file_entry& a, const file_entry& b) { return a.id == b.id; };
  found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
  sort_entries(found, is_older);
  if (growing) found.push_back(*growing), found.back().name = base;
  for (auto& one : found) one.name = path_in(folder, one.name);
  return found;
}

TIDEMARK_INLINE std::size_t tail_stream::index_of(const std::vector<file_entry>& files, std::uint64_t id) {
  const auto found = std::find_if(files.begin(), files.end(), [id](const file_entry& one) { return one.id == id; });
  return static_cast<std::size_t>(found - files.begin());
}

TIDEMARK_INLINE std::int64_t tail_stream::line_end(const file_entry& file, std::int64_t from, std::int64_t limit) const {
  constexpr std::size_t block_size = 64 * 1024;
  const auto open = files_.open(file.name);
  if (!open) return from;
  std::string block(block_size, '\0');
  open->skip_to(from);
  std::int64_t last = from;
  for (std::int64_t at = from; at < file.size && (at < limit || last == from);) {
    const auto count = open->read(
        {block.data(), static_cast<std::size_t>((std::min)(static_cast<std::int64_t>(block.size()), file.size - at))});
    if (count == 0) break;
    const std::string_view text(block.data(), count);
    for (std::size_t newline = text.find('\n'); newline != std::string_view::npos; newline = text.find('\n', newline + 1)) {
      const std::int64_t end = at + static_cast<std::int64_t>(newline) + 1;
      if (end > limit && last != from) return last;
      last = end;
    }
    at += static_cast<std::int64_t>(count);
  }
  return last;
}

TIDEMARK_INLINE std::optional<source_offset> tail_stream::latest_offset(const std::optional<source_offset>& start,
                                                                        read_limit limit) {
  auto files = known_files();
  const auto& known = frozen_ ? *frozen_ : files;
  if (!start && (known.empty() || known.back().name != path_)) return std::nullopt;
  place at = start ? place_in(*start) : place{known.back().id, 0};
  std::size_t index = index_of(files, at.file);
  if (index == files.size()) {
    if (files.empty()) return start;
    throw error("source_file_gone",
                "\"" + path_ +
                    "\" was rotated, and the file that it was before is not beside it any more, so its last "
                    "lines are lost; keep a rotated file until it is read, and compress it later")
        .in_file(path_);
  }
  if (at.byte > files[index].size)
    throw error("source_file_cut", "\"" + files[index].name +
                                       "\" is shorter than what was read of it; rotate by renaming, not by "
                                       "copying and cutting")
        .in_file(files[index].name);
  std::int64_t left = limit == read_limit::of_source && options_.max_bytes_per_trigger > 0
                          ? options_.max_bytes_per_trigger
                          : (std::numeric_limits<std::int64_t>::max)();
  for (bool has_taken = false;; ++index) {
    const auto& file = files[index];
    // A rotated file is at its end when something was written into the next one: until then its writer may have it open.
    const bool is_left = index + 1 < files.size() && files[index + 1].size > 0;
    const std::int64_t from = file.id == at.file ? at.byte : 0;
    std::int64_t end = line_end(file, from, saturating_add(from, left));
    if (is_left && (end == from || file.size - from <= left)) end = file.size;
    if (has_taken && end - from > left) break;
    if (end > from) at = {file.id, end}, has_taken = true;
    left -= end - from;
    if (!is_left || left <= 0 || end < file.size) break;
  }
  return text_of(at);
}

TIDEMARK_INLINE void tail_stream::freeze() { frozen_ = chain(); }

TIDEMARK_INLINE std::vector<file_entry> tail_stream::known_files() const {
  auto files = chain();
  if (!frozen_) return files;
  auto then = *frozen_;
  for (auto& one : then)
    if (const auto index = index_of(files, one.id); index < files.size()) one.name = files[index].name;
  return then;
}

TIDEMARK_INLINE std::vector<file_part> tail_stream::parts_between(const std::optional<source_offset>& start,
                                                                  const source_offset& end) const {
  const place last = place_in(end);
  const place first = start ? place_in(*start) : place{last.file, 0};
  const auto files = chain();
  std::size_t index = index_of(files, first.file);
  const std::size_t past = index_of(files, last.file) + 1;
  if (past > files.size() || index >= past)
    throw error("source_file_gone",
                "\"" + path_ +
                    "\" was rotated, and a file that it was before is not beside it any more; keep a rotated "
                    "file until it is read, and compress it later")
        .in_file(path_);
  std::vector<file_part> parts;
  for (; index < past; ++index) {
    const auto& file = files[index];
    const std::int64_t from = file.id == first.file ? first.byte : 0;
    const std::int64_t to = file.id == last.file ? last.byte : file.size;
    if (from < to) parts.push_back({file.name, from, to});
  }
  return parts;
}

}  // namespace tidemark
