// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of atomic_file.hpp.

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/uuid.hpp>
#include <tidemark/form.hpp>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

TIDEMARK_INLINE atomic_file::atomic_file(file_system& files, std::string path)
    : files_(files),
      path_(std::move(path)),
      temporary_(path_in(folder_of(path_), "." + name_of(path_) + "." + random_uuid() + ".tmp")),
      file_(files_.create(temporary_)) {}

TIDEMARK_INLINE atomic_file::~atomic_file() {
  if (temporary_.empty()) return;
  file_.reset();
  try {
    files_.remove(temporary_);
  } catch (const std::exception&) {
      // The next start removes it (remove_temporaries); what happened before is the error that counts.
  }
}

TIDEMARK_INLINE bool atomic_file::publish(if_exists taken) {
  file_->sync();
  file_->close();
  if (taken == if_exists::replace) files_.rename(temporary_, path_);
  else if (!files_.rename_new(temporary_, path_)) return false;
  temporary_.clear();
  return true;
}

TIDEMARK_INLINE bool atomic_file::commit(if_exists taken) {
  if (!publish(taken)) return false;
  files_.sync_folder(folder_of(path_));
  return true;
}

TIDEMARK_INLINE void replace_file(file_system& files, const std::string& path, std::string_view content) {
  atomic_file file(files, path);
  file.append(content);
  (void)file.commit(if_exists::replace);
}

TIDEMARK_INLINE bool add_file(file_system& files, const std::string& path, std::string_view content) {
  atomic_file file(files, path);
  file.append(content);
  return file.commit(if_exists::refuse);
}

TIDEMARK_INLINE void remove_temporaries(file_system& files, const std::string& folder) {
  for (const auto& entry : files.list(folder)) {
    const auto path = path_in(folder, entry.name);
    if (entry.is_folder) remove_temporaries(files, path);
    else if (is_temporary(entry.name)) files.remove(path);
  }
}

}  // namespace tidemark
