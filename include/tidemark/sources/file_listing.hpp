// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which files a source may read: those of a folder, of its manifest, or one file.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Names of files that are not there yet for readers: hidden, or being copied or written.
bool is_unfinished(std::string_view name);

// Lists the files below an absolute path. If the folder has a manifest, only what that names: a file that a sink of ours or of
// Spark has left from a failed attempt is no file.
class file_listing {
 public:
  file_listing(file_system& files, std::string path, const file_source_options& options);

  // Brings a list of files, with their paths as names, up to date. A folder is listed anew; of a manifest only what is new is
  // read and added, which after ten entries may be all of it again.
  void refresh(std::vector<file_entry>& found);

 private:
  file_entry root() const;
  void add_of_folder(std::vector<file_entry>& found, const std::string& folder);
  void add_of_manifest(std::vector<file_entry>& found);
  void add(std::vector<file_entry>& found, const file_entry& one, std::string path) const;

  file_system& files_;
  std::string path_;
  std::string glob_;
  bool recursive_;
  std::int64_t manifest_read_ = -1;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/file_listing.ipp>
#endif
