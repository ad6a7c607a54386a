// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_listing.hpp.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/file_listing.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fnmatch.h>

namespace tidemark {

TIDEMARK_INLINE bool is_unfinished(std::string_view name) {
  return name.starts_with('.') || name.starts_with('_') || name.ends_with("._COPYING_") || name.ends_with(".tmp");
}

TIDEMARK_INLINE file_listing::file_listing(file_system& files, std::string path, const file_source_options& options)
    : files_(files), path_(std::move(path)), glob_(options.glob), recursive_(options.recursive) {
  (void)root();
}

TIDEMARK_INLINE void file_listing::refresh(std::vector<file_entry>& found) {
  const auto there = root();
  if (there.is_folder && files_.status(path_in(path_, manifest_folder_name))) return add_of_manifest(found);
  found.clear();
  if (there.is_folder) add_of_folder(found, path_);
  else add(found, there, path_);
}

TIDEMARK_INLINE file_entry file_listing::root() const {
  const auto found = files_.status(path_);
  if (!found)
    throw error("source_folder_missing",
                "there is no \"" + path_ + "\" to read files from; make the folder first, or correct the path")
        .in_file(path_);
  return *found;
}

TIDEMARK_INLINE void file_listing::add_of_folder(std::vector<file_entry>& found, const std::string& folder) {
  for (auto& one : files_.list(folder)) {
    if (is_unfinished(one.name)) continue;
    auto path = path_in(folder, one.name);
    if (!one.is_folder) add(found, one, std::move(path));
    else if (recursive_) add_of_folder(found, path);
  }
}

TIDEMARK_INLINE void file_listing::add_of_manifest(std::vector<file_entry>& found) {
  const auto manifest = manifest_of(files_, path_);
  const std::int64_t latest = manifest.latest();
  if (latest == manifest_read_) return;
  for (const auto& one : manifest_entries(manifest, manifest_read_)) add(found, one, one.name);
  manifest_read_ = latest;
}

TIDEMARK_INLINE void file_listing::add(std::vector<file_entry>& found, const file_entry& one, std::string path) const {
  if (!glob_.empty() && ::fnmatch(glob_.c_str(), name_of(path).c_str(), 0) != 0) return;
  found.push_back(one);
  found.back().name = std::move(path);
}

}  // namespace tidemark
