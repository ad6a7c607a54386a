// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_output.hpp.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sinks/file_output.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE file_output::file_output(const sink_place& place, const std::string& folder, std::string ending,
                                         std::int64_t compact_every)
    : files_(place.files),
      folder_(absolute_path(folder)),
      ending_(std::move(ending)),
      query_id_(place.query_id),
      manifest_(manifest_of(files_, folder_, compact_every)) {
  place.claim("\"" + folder_ + "\"");
  files_.make_folders(manifest_.folder());
  latest_ = manifest_.latest();
}

TIDEMARK_INLINE bool file_output::begin(batch_id id) {
  if (!has_begun_) remove_leftovers(id);
  has_begun_ = true;
  if (has(id)) refuse_foreign(id);
  return has(id);
}

TIDEMARK_INLINE std::string file_output::name_of_part(std::size_t partition, batch_id id) const {
  return part_name(partition, part_uuid(query_id_, id), ending_);
}

TIDEMARK_INLINE void file_output::commit(batch_id id, const std::vector<const part_file*>& parts) {
  for (const auto* part : parts) files_.rename(path_in(folder_, hidden_name(part->name())), path_in(folder_, part->name()));
  if (!parts.empty()) files_.sync_folder(folder_);
  std::vector<std::string> lines;
  for (const auto* part : parts) {
    const auto path = path_in(folder_, part->name());
    const auto found = files_.status(path);
    lines.push_back(text_of(manifest_line_for(path, part->size(), found ? found->modified_ms : 0)));
  }
  if (!manifest_.add(id, lines))
    throw error("log_conflict", "\"" + manifest_.path(id) +
                                    "\" is there already, so another query writes to this folder; stop that "
                                    "one, or give each query its own folder")
        .in_file(manifest_.path(id));
  latest_ = id;
}

TIDEMARK_INLINE void file_output::remove_leftovers(batch_id id) {
  const auto uuid = part_uuid(query_id_, id);
  for (const auto& one : files_.list(folder_)) {
    const std::string_view name = one.name;
    const bool is_hidden = name.starts_with(".part-") && name.ends_with(ending_ + ".tmp");
    const bool is_uncounted = !has(id) && name.starts_with("part-") && name.find(uuid) != std::string_view::npos;
    if (is_hidden || is_uncounted) files_.remove(path_in(folder_, name));
  }
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
