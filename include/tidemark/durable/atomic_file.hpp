// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file that is either not there or whole: temporary name, sync, rename, sync of the folder.

#include <tidemark/durable/file_system.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace tidemark {

// What to do when the final name is taken.
enum class if_exists { replace, refuse };

// Is this the name of an unfinished file: ".<name>.<uuid>.tmp"? Left by a run that died, never part of anything.
inline bool is_temporary(std::string_view name) { return name.starts_with('.') && name.ends_with(".tmp"); }

// A file being written beside its final name. Until `commit` or `publish` nobody sees it; destroyed before that, it is gone.
class atomic_file {
 public:
  atomic_file(file_system& files, std::string path);
  atomic_file(const atomic_file&) = delete;
  atomic_file& operator=(const atomic_file&) = delete;
  ~atomic_file();

  void append(std::string_view bytes) { file_->append(bytes); }
  // Flushes what there is so far, so that `publish` has less to flush at once.
  void sync() { file_->sync(); }

  // The bytes are durable and stand under the final name, but the name is durable only after the folder has been synced:
  // for several files of one folder. False, and no file: the name is taken and `if_exists::refuse` was asked for.
  [[nodiscard]] bool publish(if_exists taken = if_exists::replace);

  // `publish`, and the name is durable too.
  [[nodiscard]] bool commit(if_exists taken = if_exists::replace);

 private:
  file_system& files_;
  std::string path_;
  std::string temporary_;
  std::unique_ptr<writable_file> file_;
};

// Writes a whole file durably, replacing what is there: after a crash the old content or the new one is found.
void replace_file(file_system& files, const std::string& path, std::string_view content);

// Writes a whole file durably under a name that must be free; false, and nothing changed: it is taken.
[[nodiscard]] bool add_file(file_system& files, const std::string& path, std::string_view content);

// Removes what dead runs left unfinished in a folder and in those below it. Requires: nobody else writes there.
void remove_temporaries(file_system& files, const std::string& folder);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/atomic_file.ipp>
#endif
