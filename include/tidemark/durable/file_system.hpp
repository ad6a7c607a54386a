// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The dozen file calls that all durable code goes through, as a replaceable class, and the one made of POSIX calls.
//
// What makes what durable (survives loss of power):
//   bytes of a file          writable_file::sync
//   a name (create, rename,  sync_folder of the folder that holds it; until then the old name, the new one or none may be
//   remove)                  found after a crash
//   a folder                 make_folders, which syncs the folder above each one it makes
// A rename is atomic, but not durable by itself, and not ordered after the bytes of the file: so sync, then rename, then
// sync_folder (atomic_file.hpp). All calls may come from any thread; an open file belongs to one thread at a time.

#include <tidemark/durable/file.hpp>
#include <tidemark/durable/posix_file.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <dirent.h>

namespace tidemark {

// The files of a machine. Errors: file_unreadable, file_unwritable, disk_full, each with path and the system's words.
class file_system {
 public:
  file_system() = default;
  file_system(const file_system&) = delete;
  file_system& operator=(const file_system&) = delete;
  virtual ~file_system() = default;

  virtual std::unique_ptr<readable_file> open(const std::string& path) = 0;  // null: there is no such file
  virtual std::optional<file_entry> status(const std::string& path) = 0;     // nullopt: nothing there
  virtual std::vector<file_entry> list(const std::string& folder) = 0;  // by name; empty too when there is no such folder

  virtual std::unique_ptr<writable_file> create(const std::string& path) = 0;  // an existing file is emptied
  virtual void rename(const std::string& from, const std::string& to) = 0;     // replaces `to`
  virtual bool rename_new(const std::string& from, const std::string& to) = 0;  // false, and nothing done: `to` is there
  virtual bool remove(const std::string& path) = 0;  // a file or an empty folder; false: it was not there
  // Cuts off what a file has beyond this size. For one that is given up: removing a large file at once takes long. False: it
  // was not there. Requires: it is no smaller.
  virtual bool shrink(const std::string& path, std::int64_t size) = 0;
  virtual bool make_folder(const std::string& path) = 0;  // one level, not durable; false: it was there
  virtual void sync_folder(const std::string& path) = 0;  // names made, changed and removed in it are durable

  // Takes the lock of this file, which is made when missing and holds the owner's process id as text; null: somebody else
  // (in this process or another) has it.
  virtual std::unique_ptr<file_lock> lock(const std::string& path) = 0;

  // A whole file into a buffer that is reused; false, and the buffer unchanged: there is no such file.
  bool read_into(const std::string& path, std::string& buffer);

  // A whole file; nullopt: there is no such file.
  std::optional<std::string> read_file(const std::string& path);

  // Makes the folder and those above it, durably; what is there already stays.
  void make_folders(const std::string& path);

  // Removes a file, or a folder with all it holds; a link in it, not what it leads to. Not durable, not atomic.
  void remove_all(const std::string& path);
};

// The files of this machine by POSIX calls; symbolic links are followed.
class posix_file_system final : public file_system {
 public:
  std::unique_ptr<readable_file> open(const std::string& path) override;
  std::optional<file_entry> status(const std::string& path) override;
  std::vector<file_entry> list(const std::string& folder) override;
  std::unique_ptr<writable_file> create(const std::string& path) override;
  void rename(const std::string& from, const std::string& to) override;
  bool rename_new(const std::string& from, const std::string& to) override;
  bool remove(const std::string& path) override;
  bool shrink(const std::string& path, std::int64_t size) override;
  bool make_folder(const std::string& path) override;
  void sync_folder(const std::string& path) override;
  std::unique_ptr<file_lock> lock(const std::string& path) override;

 private:
  struct folder_closer {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };

  static int opened(const std::string& path, int flags);
};

// The files of this machine.
inline file_system& local_files() {
  static posix_file_system files;
  return files;
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/file_system.ipp>
#endif
