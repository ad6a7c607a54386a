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

#include <tidemark/durable/compacted_log.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/sinks/file_sink_options.hpp>
#include <tidemark/sinks/part_file.hpp>
#include <tidemark/sinks/sink.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

class file_output {
 public:
  file_output(const sink_place& place, const std::string& folder, std::string ending, const file_sink_options& options);

  file_system& files() { return files_; }
  const std::string& folder() const { return folder_; }

  // A batch begins; the first one may be that which a dead run has left. True: the manifest has it, so its rows do not count
  // again.
  bool begin(batch_id id);

  bool has(batch_id id) const { return id <= latest_; }

  std::string name_of_part(std::size_t partition, batch_id id) const;

  // The parts of the batch, in partition order, become visible and count.
  void commit(batch_id id, const std::vector<const part_file*>& parts);

 private:
  // Hidden parts, and parts of this batch that have been renamed but do not count; in the folders of columns too.
  void remove_leftovers(batch_id id, const std::string& folder);

  // A manifest that has a batch of this number from another query: skipping the batch would lose its rows.
  // (A compact entry says too little: the batch may have been without rows.)
  void refuse_foreign(batch_id id) const;

  file_system& files_;
  std::string folder_;
  std::string ending_;
  std::string query_id_;
  compacted_log manifest_;
  std::optional<std::chrono::milliseconds> retention_;
  batch_id latest_ = -1;
  bool has_begun_ = false;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sinks/impl/file_output.ipp>
#endif
