// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Takes files away that a source has read and will not be asked for again.

#include <tidemark/sources/file_source_options.hpp>

#include <string>
#include <vector>

namespace tidemark {

class file_system;

// Moves files to an archive or removes them, as far as it goes: what fails is left, since the rows are safe, and so is a file
// whose path is taken in the archive. Batch thread.
class file_cleaner {
 public:
  // `source` is the absolute path that files are listed under. Its files must be the source's own: those of a manifest are an
  // output that others read, and an archive below the source would be read as new.
  file_cleaner(file_system& files, const std::string& source, const file_source_options& options);

  bool is_on() const { return how_ != clean_up::nothing; }

  void clean(const std::vector<std::string>& paths);

 private:
  std::string archived(const std::string& path) const { return archive_ == "/" ? path : archive_ + path; }

  void archive(const std::string& path);

  file_system* files_;
  clean_up how_;
  std::string archive_;
  std::string last_folder_;  // is there
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sources/impl/file_cleaner.ipp>
#endif
