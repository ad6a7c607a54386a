// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a file sink does with a batch, whatever its rows are: parts in a folder, and the manifest that says which count.
//
//   while rows come   .part-00000-<uuid>-c000.json.tmp      seen by no reader
//   prepare           their bytes are durable
//   commit            renamed to part-00000-<uuid>-c000.json, folder synced, then the manifest's entry N is added: it counts
//
// A crash before the entry leaves hidden files, or parts that the batch, run again, replaces by the same rows under the same
// names; the next start removes both. A reader of the manifest sees each row once at any time, and so does one that reads all
// files, as long as the query goes on after a crash. Batch thread, but for the writing of parts.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/sink.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

class file_output {
 public:
  file_output(const sink_place& place, const std::string& folder, std::string ending, std::int64_t compact_every)
      : files_(place.files),
        folder_(absolute_path(folder)),
        ending_(std::move(ending)),
        query_id_(place.query_id),
        manifest_(manifest_of(files_, folder_, compact_every)) {
    place.claim("\"" + folder_ + "\"");
    files_.make_folders(manifest_.folder());
    latest_ = manifest_.latest();
  }

  file_system& files() { return files_; }
  const std::string& folder() const { return folder_; }

  // A batch begins; the first one may be that which a dead run has left. True: the manifest has it, so its rows do not count
  // again.
  bool begin(batch_id id) {
    if (!has_begun_) remove_leftovers(id);
    has_begun_ = true;
    if (has(id)) refuse_foreign(id);
    return has(id);
  }

  bool has(batch_id id) const { return id <= latest_; }

  std::string name_of_part(std::size_t partition, batch_id id) const {
    return part_name(partition, part_uuid(query_id_, id), ending_);
  }

  // The parts of the batch, in partition order, become visible and count.
  void commit(batch_id id, const std::vector<const part_file*>& parts) {
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

 private:
  // Hidden parts, and parts of this batch that have been renamed but do not count.
  void remove_leftovers(batch_id id) {
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

  // A manifest that has a batch of this number from another query: skipping the batch would lose its rows.
  // (A compact entry says too little: the batch may have been without rows.)
  void refuse_foreign(batch_id id) const {
    const auto entry = files_.read_file(manifest_.path(id));
    const bool has_files = entry && entry->find("\"path\"") != std::string::npos;
    const bool is_compact = manifest_.path(id).ends_with(compacted_log::compact_ending);
    if (!has_files || is_compact || entry->find(part_uuid(query_id_, id)) != std::string::npos) return;
    throw error("sink_folder_of_another_query",
                "\"" + folder_ + "\" holds the output of another query, which has put out batch " + std::to_string(id) +
                    " already; write to an empty folder, or start from the checkpoint of that query")
        .in_file(manifest_.path(id));
  }

  file_system& files_;
  std::string folder_;
  std::string ending_;
  std::string query_id_;
  compacted_log manifest_;
  batch_id latest_ = -1;
  bool has_begun_ = false;
};

}  // namespace tidemark
