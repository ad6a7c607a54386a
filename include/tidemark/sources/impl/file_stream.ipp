// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_stream.hpp.

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/sources/file_listing.hpp>
#include <tidemark/sources/file_source_options.hpp>
#include <tidemark/sources/file_stream.hpp>
#include <tidemark/sources/seen_files.hpp>
#include <tidemark/sources/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE std::int64_t file_log_id(const source_offset& offset) {
  row<field<"logOffset", std::int64_t>> parsed;
  json_reader<decltype(parsed)> reader;
  if (!reader.read(offset, parsed))
    throw error("source_offset_malformed", "the logged offset " + offset +
                                               " is not one of a file source; start with the sources "
                                               "that the checkpoint was made with, or with a new checkpoint");
  return get<"logOffset">(parsed);
}

TIDEMARK_INLINE file_stream::file_stream(const source_place& place, const std::string& path, const file_source_options& options)
    : options_(options),
      listing_(place.files, absolute_path(path), options),
      cleaner_(place.files, absolute_path(path), options),
      seen_(options.latest_first && has_limit() ? std::nullopt : options.max_file_age) {
  if (place.folder.empty()) return;
  log_.emplace(place.files, place.folder);
  for (const auto& one : logged(-1)) seen_.add(path_of_uri(get<"path">(one)), get<"timestamp">(one));
  seen_.forget_old();
  latest_ = log_->latest();
}

TIDEMARK_INLINE std::optional<source_offset> file_stream::latest_offset(const std::optional<source_offset>& start,
                                                                        read_limit limit) {
  const std::int64_t from = start ? file_log_id(*start) : -1;
  if (from > latest_)
    throw error("source_log_missing", "entry " + std::to_string(from) +
                                          " of a file source's log is not in the checkpoint's folder "
                                          "sources; put it back, or start with a new checkpoint");
  if (limit == read_limit::none || latest_ == from) add_entry(take(limit));
  if (latest_ < 0) return std::nullopt;
  return file_log_offset(latest_);
}

TIDEMARK_INLINE void file_stream::freeze() {
  refresh();
  frozen_ = true;
}

TIDEMARK_INLINE std::vector<std::string> file_stream::files_between(const std::optional<source_offset>& start,
                                                                    const source_offset& end) const {
  const std::int64_t after = start ? file_log_id(*start) : -1;
  const std::int64_t last = file_log_id(end);
  std::vector<std::string> paths;
  if (const auto first = recent_.find(after + 1); first != recent_.end() && recent_.rbegin()->first >= last) {
    for (auto one = first; one != recent_.end() && one->first <= last; ++one)
      paths.insert(paths.end(), one->second.begin(), one->second.end());
    return paths;
  }
  std::int64_t reached = after;
  if (log_.has_value() && last > after)
    for (const auto& one : logged(after))
      if (const std::int64_t id = get<"batchId">(one); id > after && id <= last) {
        paths.push_back(path_of_uri(get<"path">(one)));
        reached = (std::max)(reached, id);
      }
  if (reached < last)
    throw error("source_log_missing", "the files of offset " + end +
                                          " are not in the source's log; put the checkpoint's folder "
                                          "sources back, or start with a new checkpoint");
  return paths;
}

TIDEMARK_INLINE bool file_stream::has_enough() const {
  if (options_.latest_first) return false;
  const auto files = static_cast<std::int64_t>(unread_.size() - next_);
  return options_.max_files_per_trigger > 0 ? files >= options_.max_files_per_trigger
                                            : unread_bytes_ >= options_.max_bytes_per_trigger;
}

TIDEMARK_INLINE bool file_stream::is_older(const file_entry& a, const file_entry& b) {
  return a.modified_ms != b.modified_ms ? a.modified_ms < b.modified_ms : a.name < b.name;
}

TIDEMARK_INLINE void file_stream::refresh() {
  unread_.erase(unread_.begin(), unread_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
  listing_.refresh(unread_);
  std::erase_if(unread_, [&](const file_entry& one) { return !seen_.is_new(one.name, one.modified_ms); });
  if (options_.latest_first) sort_entries(unread_, [](const file_entry& a, const file_entry& b) { return is_older(b, a); });
  else sort_entries(unread_, is_older);
  const auto is_same = [](const file_entry& a, const file_entry& b) { return a.name == b.name; };
  unread_.erase(std::unique(unread_.begin(), unread_.end(), is_same), unread_.end());
  unread_bytes_ = 0;
  for (const auto& one : unread_) unread_bytes_ += one.size;
}

TIDEMARK_INLINE std::vector<file_entry> file_stream::take(read_limit limit) {
  const bool is_limited = limit == read_limit::of_source && has_limit();
  if (!frozen_ && !(is_limited && has_enough())) refresh();
  std::vector<file_entry> taken;
  std::int64_t bytes = 0;
  for (; next_ < unread_.size(); ++next_) {
    const auto& one = unread_[next_];
    const auto count = static_cast<std::int64_t>(taken.size());
    if (is_limited && options_.max_files_per_trigger > 0 && count == options_.max_files_per_trigger) break;
    if (is_limited && options_.max_bytes_per_trigger > 0 && count > 0 && bytes + one.size > options_.max_bytes_per_trigger)
      break;
    bytes += one.size;
    taken.push_back(one);
  }
  unread_bytes_ -= bytes;
  return taken;
}

TIDEMARK_INLINE void file_stream::add_entry(const std::vector<file_entry>& taken) {
  if (taken.empty()) return;
  const std::int64_t id = latest_ + 1;
  std::vector<std::string> lines;
  for (const auto& one : taken)
    if (log_) write_json(lines.emplace_back(), file_log_line{file_uri(one.name), one.modified_ms, id});
  if (log_ && !log_->add(id, lines))
    throw error("log_conflict", "\"" + log_->path(id) +
                                    "\" is there already, so another run writes to this checkpoint; stop that "
                                    "one, or give each query its own checkpoint folder")
        .in_file(log_->path(id));
  latest_ = id;
  for (const auto& one : taken) {
    seen_.add(one.name, one.modified_ms);
    recent_[id].push_back(one.name);
  }
  seen_.forget_old();
}

TIDEMARK_INLINE std::vector<file_log_line> file_stream::logged(std::int64_t after) const {
  std::vector<file_log_line> found;
  json_reader<file_log_line> reader;
  for (const auto& text : log_->lines_after(after))
    if (!reader.read(text, found.emplace_back()))
      throw log_error("log_malformed", log_->folder(),
                      "has a line that is not read (" + reader.why().sentence() + "): " + text);
  return found;
}

TIDEMARK_INLINE void file_stream::commit(const source_offset& end) {
  const auto past = recent_.upper_bound(file_log_id(end));
  if (cleaner_.is_on()) {
    if (!has_cleaned_) clean_leftovers(file_log_id(end));
    for (auto one = recent_.begin(); one != past; ++one) cleaner_.clean(one->second);
  }
  recent_.erase(recent_.begin(), past);
}

TIDEMARK_INLINE void file_stream::clean_leftovers(std::int64_t last) {
  has_cleaned_ = true;
  if (!log_) return;
  std::vector<file_entry> there;
  listing_.refresh(there);
  std::unordered_map<std::string, std::int64_t> times;
  for (auto& one : there) times.emplace(std::move(one.name), one.modified_ms);
  std::vector<std::string> left;
  for (const auto& one : logged(-1))
    if (get<"batchId">(one) <= last)
      if (const auto found = times.find(path_of_uri(get<"path">(one))); found != times.end())
        if (found->second == get<"timestamp">(one)) left.push_back(found->first);
  cleaner_.clean(left);
}

}  // namespace tidemark
