// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of tail_stream.hpp.

#include <tidemark/durable/checksum.hpp>
#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sources/tail_stream.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
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

TIDEMARK_INLINE std::string tail_stream::text_of(const place& at) {
  return "\"file\":" + std::to_string(at.file) + ",\"byte\":" + std::to_string(at.byte) +
         ",\"check\":" + std::to_string(at.check);
}

TIDEMARK_INLINE source_offset tail_stream::text_of(const std::vector<place>& places) {
  source_offset text = "{" + text_of(places.back());
  for (std::size_t i = 0; i + 1 < places.size(); ++i) text += (i == 0 ? ",\"before\":[{" : ",{") + text_of(places[i]) + "}";
  return text + (places.size() > 1 ? "]}" : "}");
}

TIDEMARK_INLINE std::vector<tail_stream::place> tail_stream::places_in(const source_offset& offset) {
  using one = tidemark::row<field<"file", std::uint64_t>, field<"byte", std::int64_t>, field<"check", std::uint32_t>>;
  tidemark::row<field<"file", std::uint64_t>, field<"byte", std::int64_t>, field<"check", std::uint32_t>,
                field<"before", std::optional<std::vector<one>>>>
      parsed;
  json_reader<decltype(parsed)> reader;
  if (!reader.read(offset, parsed))
    throw error("source_offset_malformed", "the logged offset " + offset +
                                               " is not one of a file that grows; start with the sources "
                                               "that the checkpoint was made with, or with a new checkpoint");
  std::vector<place> places;
  if (const auto& before = get<"before">(parsed))
    for (const auto& at : *before) places.push_back({get<"file">(at), get<"byte">(at), get<"check">(at)});
  places.push_back({get<"file">(parsed), get<"byte">(parsed), get<"check">(parsed)});
  return places;
}

TIDEMARK_INLINE std::uint32_t tail_stream::check_of(const std::string& path, std::int64_t byte) const {
  std::array<char, 64> bytes{};
  const auto count = static_cast<std::size_t>((std::min)(byte, static_cast<std::int64_t>(bytes.size())));
  const auto file = count == 0 ? nullptr : files_.open(path);
  if (!file) return 0;
  file->skip_to(byte - static_cast<std::int64_t>(count));
  std::size_t filled = 0;
  while (const auto more = file->read(std::span(bytes).first(count).subspan(filled))) filled += more;
  return crc32c({bytes.data(), filled});
}

TIDEMARK_INLINE bool tail_stream::is_place_of(const place& at, const file_entry& file) const {
  return at.file == file.id && at.byte <= file.size && at.check == check_of(file.name, at.byte);
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
  const auto id_of = [](const std::optional<file_entry>& one) { return one ? one->id : 0; };
  std::optional<file_entry> growing;
  std::vector<file_entry> found;
  do {
    growing = files_.status(path_);
    found = files_.list(folder);
  } while (id_of(files_.status(path_)) != id_of(growing));  // rotated meanwhile: the names do not belong together
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
  const auto open = from < file.size ? files_.open(file.name) : nullptr;
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

TIDEMARK_INLINE error tail_stream::gone() const {
  return error("source_file_gone",
               "\"" + path_ +
                   "\" was rotated or made anew, and the file that it was before is not beside it any more, so lines of it "
                   "are lost; keep a rotated file until it is read, and compress it later")
      .in_file(path_);
}

TIDEMARK_INLINE std::vector<tail_stream::stretch> tail_stream::stretches_from(const std::vector<place>& places) const {
  const auto files = known_files();
  std::vector<stretch> found;
  if (files.empty()) return found;
  const place& last = places.back();
  const std::size_t current = index_of(files, last.file);
  if (current == files.size()) throw gone();
  if (last.byte > files[current].size)
    throw error("source_file_cut", "\"" + files[current].name +
                                       "\" is shorter than what was read of it; rotate by renaming, not by "
                                       "copying and cutting")
        .in_file(files[current].name);
  if (!is_place_of(last, files[current])) throw gone();
  // Of those before only what is there: they were read to their ends.
  for (const auto& at : places)
    if (const std::size_t i = index_of(files, at.file); i < files.size() && is_place_of(at, files[i]))
      found.push_back({files[i], at, at});
  const auto is_found = [&](const file_entry& file) {
    return std::any_of(found.begin(), found.end(), [&](const stretch& one) { return one.file.id == file.id; });
  };
  for (std::size_t i = current + 1; i < files.size(); ++i)
    if (const place begin{files[i].id, 0, 0}; !is_found(files[i])) found.push_back({files[i], begin, begin});
  return found;
}

TIDEMARK_INLINE std::optional<source_offset> tail_stream::latest_offset(const std::optional<source_offset>& start,
                                                                        read_limit limit) {
  std::vector<place> places;
  if (start) places = places_in(*start);
  else if (const auto files = frozen_ ? *frozen_ : chain(); !files.empty() && files.back().name == path_)
    places.push_back({files.back().id, 0, 0});
  else return std::nullopt;
  auto stretches = stretches_from(places);
  if (stretches.empty()) return start;
  std::int64_t left = limit == read_limit::of_source && options_.max_bytes_per_trigger > 0
                          ? options_.max_bytes_per_trigger
                          : (std::numeric_limits<std::int64_t>::max)();
  bool has_taken = false;
  auto last =
      std::find_if(stretches.begin(), stretches.end(), [&](const stretch& one) { return one.file.id == places.back().file; });
  for (auto one = stretches.begin(); one != stretches.end(); ++one) {
    // A rotated file is at its end when something was written into one behind it: until then its writer may have it open.
    const bool is_left = std::any_of(one + 1, stretches.end(), [](const stretch& other) { return other.file.size > 0; });
    const std::int64_t from = one->begin.byte;
    std::int64_t end = line_end(one->file, from, saturating_add(from, left));
    if (is_left && (end == from || one->file.size - from <= left)) end = one->file.size;
    if (has_taken && end - from > left) break;
    if (end > from) {
      one->end = {one->file.id, end, check_of(one->file.name, end)};
      has_taken = true;
      last = (std::max)(last, one);
    }
    left -= end - from;
    if (!is_left || left <= 0 || end < one->file.size) break;
  }
  if (!has_taken && start) return start;
  std::vector<place> ends;
  for (auto one = stretches.begin(); one <= last; ++one)
    if (one->end != one->begin || last - one <= 1) ends.push_back(one->end);  // the one before the last may still grow
  return text_of(ends);
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
  const auto begins = start ? places_in(*start) : std::vector<place>{};
  const auto files = chain();
  std::vector<file_part> parts;
  for (const auto& to : places_in(end)) {
    const auto begin = std::find_if(begins.begin(), begins.end(), [&](const place& one) { return one.file == to.file; });
    if (to.byte == 0 || (begin != begins.end() && *begin == to)) continue;
    const std::size_t index = index_of(files, to.file);
    if (index == files.size() || !is_place_of(to, files[index])) throw gone();
    // A new file may have the id of one that was removed.
    const bool goes_on = begin != begins.end() && is_place_of(*begin, files[index]);
    parts.push_back({files[index].name, goes_on ? begin->byte : 0, to.byte});
  }
  return parts;
}

}  // namespace tidemark
