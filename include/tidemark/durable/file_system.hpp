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

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

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
  // Cuts off what a file has beyond this size. For one that is given up: removing a large file at once takes long. False: it was
  // not there. Requires: it is no smaller.
  virtual bool shrink(const std::string& path, std::int64_t size) = 0;
  virtual bool make_folder(const std::string& path) = 0;  // one level, not durable; false: it was there
  virtual void sync_folder(const std::string& path) = 0;  // names made, changed and removed in it are durable

  // Takes the lock of this file, which is made when missing and holds the owner's process id as text; null: somebody else
  // (in this process or another) has it.
  virtual std::unique_ptr<file_lock> lock(const std::string& path) = 0;

  // A whole file into a buffer that is reused; false, and the buffer unchanged: there is no such file.
  bool read_into(const std::string& path, std::string& buffer) {
    const auto file = open(path);
    if (!file) return false;
    std::size_t filled = 0;
    const auto expected = static_cast<std::size_t>(file->size()) + 1;  // one more, so that the end is seen without growing
    if (buffer.size() < expected) buffer.resize(expected);
    while (const auto count = file->read(std::span(buffer).subspan(filled))) {
      filled += count;
      if (filled == buffer.size()) buffer.resize(2 * filled);
    }
    buffer.resize(filled);
    return true;
  }

  // A whole file; nullopt: there is no such file.
  std::optional<std::string> read_file(const std::string& path) {
    std::optional<std::string> content(std::in_place);
    if (!read_into(path, *content)) content.reset();
    return content;
  }

  // Makes the folder and those above it, durably; what is there already stays.
  void make_folders(const std::string& path) {
    if (path.empty() || status(path)) return;
    const auto above = folder_of(path);
    if (above != path) make_folders(above);
    if (make_folder(path)) sync_folder(above);
  }

  // Removes a file, or a folder with all it holds; a link in it, not what it leads to. Not durable, not atomic.
  void remove_all(const std::string& path) {
    const auto found = status(path);
    if (found && found->is_folder) {
      for (const auto& entry : list(path)) {
        if (entry.is_link) remove(path_in(path, entry.name));
        else remove_all(path_in(path, entry.name));
      }
    }
    remove(path);
  }
};

// The files of this machine by POSIX calls; symbolic links are followed.
class posix_file_system final : public file_system {
 public:
  std::unique_ptr<readable_file> open(const std::string& path) override {
    const int number = posix::uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
    if (number >= 0) return std::unique_ptr<readable_file>(new posix::reader(path, number));
    if (!posix::is_absence(errno)) throw file_error("file_unreadable", path, errno);
    return nullptr;
  }

  std::optional<file_entry> status(const std::string& path) override {
    struct stat found {};
    if (::stat(path.c_str(), &found) == 0) return posix::entry_of(name_of(path), found);
    if (!posix::is_absence(errno)) throw file_error("file_unreadable", path, errno);
    return std::nullopt;
  }

  std::vector<file_entry> list(const std::string& folder) override {
    std::vector<file_entry> entries;
    const std::unique_ptr<DIR, folder_closer> open_folder(::opendir(folder.empty() ? "." : folder.c_str()));
    if (!open_folder && posix::is_absence(errno)) return entries;
    if (!open_folder) throw file_error("file_unreadable", folder, errno);
    for (;;) {
      errno = 0;
      const auto* entry = ::readdir(open_folder.get());
      if (!entry && errno != 0) throw file_error("file_unreadable", folder, errno);
      if (!entry) break;
      std::string name = entry->d_name;
      if (name == "." || name == "..") continue;
      struct stat found {};
      const auto ask = [&](int flags) { return ::fstatat(::dirfd(open_folder.get()), name.c_str(), &found, flags); };
      bool is_there = ask(AT_SYMLINK_NOFOLLOW) == 0;
      const bool is_link = is_there && S_ISLNK(found.st_mode);
      if (is_link) is_there = ask(0) == 0;
      if (is_there) entries.push_back(posix::entry_of(std::move(name), found, is_link));
      else if (!posix::is_absence(errno))  // gone since, or a link to nothing: not there
        throw file_error("file_unreadable", path_in(folder, name), errno);
    }
    sort_entries(entries, [](const file_entry& a, const file_entry& b) { return a.name < b.name; });
    return entries;
  }

  std::unique_ptr<writable_file> create(const std::string& path) override {
    return std::unique_ptr<writable_file>(new posix::writer(path, opened(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)));
  }

  void rename(const std::string& from, const std::string& to) override {
    if (::rename(from.c_str(), to.c_str()) != 0) throw file_error("file_unwritable", to, errno);
  }

  bool rename_new(const std::string& from, const std::string& to) override {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
    if (errno == EEXIST) return false;
    if (errno != EINVAL && errno != ENOSYS) throw file_error("file_unwritable", to, errno);
    // Some file systems have no such rename. A link is refused in the same way; where there are no links either, the check
    // leaves a gap that only the checkpoint's lock closes.
    if (::link(from.c_str(), to.c_str()) == 0) return remove(from), true;
    if (errno == EEXIST) return false;
    if (errno != EPERM && errno != ENOSYS && errno != EOPNOTSUPP) throw file_error("file_unwritable", to, errno);
    return !status(to) && (rename(from, to), true);
  }

  bool remove(const std::string& path) override {
    if (::remove(path.c_str()) == 0) return true;
    if (!posix::is_absence(errno)) throw file_error("file_unwritable", path, errno);
    return false;
  }

  bool shrink(const std::string& path, std::int64_t size) override {
    if (posix::uninterrupted([&] { return ::truncate(path.c_str(), size); }) == 0) return true;
    if (!posix::is_absence(errno)) throw file_error("file_unwritable", path, errno);
    return false;
  }

  bool make_folder(const std::string& path) override {
    if (::mkdir(path.c_str(), 0777) == 0) return true;
    if (const int code = errno; code != EEXIST || !status(path).value_or(file_entry{}).is_folder)
      throw file_error("file_unwritable", path, code);
    return false;
  }

  void sync_folder(const std::string& path) override {
    posix::descriptor(path, opened(path.empty() ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)).sync_names();
  }

  std::unique_ptr<file_lock> lock(const std::string& path) override {
    posix::descriptor file(path, opened(path, O_RDWR | O_CREAT | O_CLOEXEC));
    if (posix::uninterrupted([&] { return ::flock(file.number(), LOCK_EX | LOCK_NB); }) != 0) {
      if (errno == EWOULDBLOCK) return nullptr;
      throw file_error("file_unwritable", path, errno);
    }
    if (::ftruncate(file.number(), 0) != 0) throw file_error("file_unwritable", path, errno);
    file.write(std::to_string(::getpid()));
    return std::unique_ptr<file_lock>(new posix::held_lock(std::move(file)));
  }

 private:
  struct folder_closer {
    void operator()(DIR* folder) const { ::closedir(folder); }
  };

  static int opened(const std::string& path, int flags) {
    const int number = posix::uninterrupted([&] { return ::open(path.c_str(), flags, 0666); });
    if (number < 0) throw file_error("file_unwritable", path, errno);
    return number;
  }
};

// The files of this machine.
inline file_system& local_files() {
  static posix_file_system files;
  return files;
}

}  // namespace tidemark
