// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_output.hpp.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/form.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/sinks/file_output.hpp>
#include <tidemark/sinks/file_sink_options.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/sink.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE file_output::file_output(const sink_place& place, const std::string& folder, std::string ending,
                                         const file_sink_options& options)
    : files_(place.files),
      folder_(absolute_path(folder)),
      ending_(std::move(ending)),
      query_id_(place.query_id),
      manifest_(manifest_of(files_, folder_, options.compact_every)),
      retention_(options.retention) {
  place.claim("\"" + folder_ + "\"");
  files_.make_folders(manifest_.folder());
  latest_ = manifest_.latest();
}

TIDEMARK_INLINE bool file_output::begin(batch_id id) {
  if (!has_begun_) remove_leftovers(id, folder_);
  has_begun_ = true;
  if (has(id)) refuse_foreign(id);
  return has(id);
}

TIDEMARK_INLINE std::string file_output::name_of_part(std::size_t partition, batch_id id) const {
  return part_name(partition, part_uuid(query_id_, id), ending_);
}

TIDEMARK_INLINE void file_output::commit(batch_id id, const std::vector<const part_file*>& parts) {
  std::set<std::string> folders;
  for (const auto* part : parts) {
    const auto path = path_in(folder_, part->name());
    files_.rename(path_in(folder_, hidden_path(part->name())), path);
    folders.insert(folder_of(path));
  }
  for (const auto& one : folders) files_.sync_folder(one);
  std::vector<std::string> lines;
  std::int64_t newest_ms = 0;
  for (const auto* part : parts) {
    const auto path = path_in(folder_, part->name());
    const auto found = files_.status(path);
    if (found) newest_ms = (std::max)(newest_ms, found->modified_ms);
    lines.push_back(text_of(manifest_line_for(path, part->size(), found ? found->modified_ms : 0)));
  }
  // Older by the clock of the files, which a batch without any does not show.
  const auto is_kept = [&, line = manifest_line()](std::string_view text) mutable {
    json_reader<manifest_line, name_list<"modificationTime">> reader;
    return !retention_ || newest_ms == 0 || !reader.read(text, line) ||
           get<"modificationTime">(line) >= saturating_subtract(newest_ms, retention_->count());
  };
  if (!manifest_.add(id, lines, is_kept))
    throw error("log_conflict", "\"" + manifest_.path(id) +
                                    "\" is there already, so another query writes to this folder; stop that "
                                    "one, or give each query its own folder")
        .in_file(manifest_.path(id));
  latest_ = id;
}

TIDEMARK_INLINE void file_output::remove_leftovers(batch_id id, const std::string& folder) {
  const auto uuid = part_uuid(query_id_, id);
  for (const auto& one : files_.list(folder)) {
    const std::string_view name = one.name;
    if (one.is_folder && name.find('=') != std::string_view::npos) remove_leftovers(id, path_in(folder, name));
    const bool is_hidden = name.starts_with(".part-") && name.ends_with(ending_ + ".tmp");
    const bool is_uncounted = !has(id) && name.starts_with("part-") && name.find(uuid) != std::string_view::npos;
    if (is_hidden || is_uncounted) files_.remove(path_in(folder, name));
  }
  if (folder != folder_) return;
  for (const auto& one : files_.list(manifest_.folder()))
    if (is_temporary(one.name)) files_.remove(path_in(manifest_.folder(), one.name));
}

TIDEMARK_INLINE void file_output::refuse_foreign(batch_id id) const {
  const auto entry = files_.read_file(manifest_.path(id));
  const bool has_files = entry && entry->find("\"path\"") != std::string::npos;
  const bool is_compact = manifest_.path(id).ends_with(compacted_log::compact_ending);
  if (!has_files || is_compact || entry->find(part_uuid(query_id_, id)) != std::string::npos) return;
  throw error("sink_folder_of_another_query",
              "\"" + folder_ + "\" holds the output of another query, which has put out batch " + std::to_string(id) +
                  " already; write to an empty folder, or start from the checkpoint of that query")
      .in_file(manifest_.path(id));
}

}  // namespace tidemark
