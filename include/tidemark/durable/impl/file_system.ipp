// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file_system.hpp.

#include <tidemark/durable/file.hpp>
#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/posix_file.hpp>
#include <tidemark/form.hpp>

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

TIDEMARK_INLINE bool file_system::read_into(const std::string& path, std::string& buffer) {
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

TIDEMARK_INLINE std::optional<std::string> file_system::read_file(const std::string& path) {
  std::optional<std::string> content(std::in_place);
  if (!read_into(path, *content)) content.reset();
  return content;
}

TIDEMARK_INLINE void file_system::make_folders(const std::string& path) {
  if (path.empty() || status(path)) return;
  const auto above = folder_of(path);
  if (above != path) make_folders(above);
  if (make_folder(path)) sync_folder(above);
}

TIDEMARK_INLINE void file_system::remove_all(const std::string& path) {
  const auto found = status(path);
  if (found && found->is_folder) {
    for (const auto& entry : list(path)) {
      if (entry.is_link) remove(path_in(path, entry.name));
      else remove_all(path_in(path, entry.name));
    }
  }
  remove(path);
}

TIDEMARK_INLINE std::unique_ptr<readable_file> posix_file_system::open(const std::string& path) {
  const int number = posix::uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
  if (number >= 0) return std::unique_ptr<readable_file>(new posix::reader(path, number));
  if (!posix::is_absence(errno)) throw file_error("file_unreadable", path, errno);
  return nullptr;
}

TIDEMARK_INLINE std::optional<file_entry> posix_file_system::status(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) == 0) return posix::entry_of(name_of(path), found);
  if (!posix::is_absence(errno)) throw file_error("file_unreadable", path, errno);
  return std::nullopt;
}

TIDEMARK_INLINE std::vector<file_entry> posix_file_system::list(const std::string& folder) {
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

TIDEMARK_INLINE std::unique_ptr<writable_file> posix_file_system::create(const std::string& path) {
  return std::unique_ptr<writable_file>(new posix::writer(path, opened(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)));
}

TIDEMARK_INLINE void posix_file_system::rename(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throw file_error("file_unwritable", to, errno);
}

TIDEMARK_INLINE bool posix_file_system::rename_new(const std::string& from, const std::string& to) {
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

TIDEMARK_INLINE bool posix_file_system::remove(const std::string& path) {
  if (::remove(path.c_str()) == 0) return true;
  if (!posix::is_absence(errno)) throw file_error("file_unwritable", path, errno);
  return false;
}

TIDEMARK_INLINE bool posix_file_system::shrink(const std::string& path, std::int64_t size) {
  if (posix::uninterrupted([&] { return ::truncate(path.c_str(), size); }) == 0) return true;
  if (!posix::is_absence(errno)) throw file_error("file_unwritable", path, errno);
  return false;
}

TIDEMARK_INLINE bool posix_file_system::make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0777) == 0) return true;
  if (const int code = errno; code != EEXIST || !status(path).value_or(file_entry{}).is_folder)
    throw file_error("file_unwritable", path, code);
  return false;
}

TIDEMARK_INLINE void posix_file_system::sync_folder(const std::string& path) {
  posix::descriptor(path, opened(path.empty() ? "." : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)).sync_names();
}

TIDEMARK_INLINE std::unique_ptr<file_lock> posix_file_system::lock(const std::string& path) {
  posix::descriptor file(path, opened(path, O_RDWR | O_CREAT | O_CLOEXEC));
  if (posix::uninterrupted([&] { return ::flock(file.number(), LOCK_EX | LOCK_NB); }) != 0) {
    if (errno == EWOULDBLOCK) return nullptr;
    throw file_error("file_unwritable", path, errno);
  }
  if (::ftruncate(file.number(), 0) != 0) throw file_error("file_unwritable", path, errno);
  file.write(std::to_string(::getpid()));
  return std::unique_ptr<file_lock>(new posix::held_lock(std::move(file)));
}

TIDEMARK_INLINE int posix_file_system::opened(const std::string& path, int flags) {
  const int number = posix::uninterrupted([&] { return ::open(path.c_str(), flags, 0666); });
  if (number < 0) throw file_error("file_unwritable", path, errno);
  return number;
}

}  // namespace tidemark
