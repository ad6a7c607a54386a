// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_cleaner.hpp.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/file_cleaner.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <string>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE file_cleaner::file_cleaner(file_system& files, const std::string& source, const file_source_options& options)
    : files_(&files), how_(options.clean_source) {
  if (!is_on()) return;
  if (files.status(path_in(source, manifest_folder_name)))
    throw error("file_source_options", "\"" + source +
                                           "\" is the output of another query, whose manifest names its files; leave "
                                           "clean_source out")
        .in_file(source);
  if (how_ != clean_up::archive) return;
  archive_ = absolute_path(options.archive_folder);
  if ((archived(source) + "/").starts_with(source + "/"))
    throw error("file_source_options", "the archive \"" + archive_ + "\" is a part of what is read; choose a folder beside it")
        .in_file(archive_);
}

TIDEMARK_INLINE void file_cleaner::clean(const std::vector<std::string>& paths) {
  for (const auto& path : paths) {
    try {
      if (how_ == clean_up::archive) archive(path);
      else files_->remove(path);
    } catch (const error&) {
      // The file stays: it is known, so it is not read again.
    }
  }
}

TIDEMARK_INLINE void file_cleaner::archive(const std::string& path) {
  const auto target = archived(path);
  if (const auto folder = folder_of(target); folder != last_folder_) {
    files_->make_folders(folder);
    last_folder_ = folder;
  }
  if (files_->status(path)) files_->rename_new(path, target);  // the path is taken: the file stays
}

}  // namespace tidemark
