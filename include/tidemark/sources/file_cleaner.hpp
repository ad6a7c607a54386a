// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Takes files away that a source has read and will not be asked for again.

#include <tidemark/durable/file_manifest.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/file_uri.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/sources/file_source_options.hpp>

#include <string>
#include <vector>

namespace tidemark {

// Moves files to an archive or removes them, as far as it goes: what fails is left, since the rows are safe. Batch thread.
class file_cleaner {
 public:
  // `source` is the absolute path that files are listed under. Its files must be the source's own: those of a manifest are an
  // output that others read, and an archive below the source would be read as new.
  file_cleaner(file_system& files, const std::string& source, const file_source_options& options)
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
      throw error("file_source_options",
                  "the archive \"" + archive_ + "\" is a part of what is read; choose a folder beside it")
          .in_file(archive_);
  }

  bool is_on() const { return how_ != clean_up::nothing; }

  void clean(const std::vector<std::string>& paths) {
    for (const auto& path : paths) {
      try {
        if (how_ == clean_up::archive) archive(path);
        else files_->remove(path);
      } catch (const error&) {
        // The file stays: it is known, so it is not read again.
      }
    }
  }

 private:
  std::string archived(const std::string& path) const { return archive_ == "/" ? path : archive_ + path; }

  void archive(const std::string& path) {
    const auto target = archived(path);
    if (const auto folder = folder_of(target); folder != last_folder_) {
      files_->make_folders(folder);
      last_folder_ = folder;
    }
    if (files_->status(path)) files_->rename(path, target);
  }

  file_system* files_;
  clean_up how_;
  std::string archive_;
  std::string last_folder_;  // is there
};

}  // namespace tidemark
