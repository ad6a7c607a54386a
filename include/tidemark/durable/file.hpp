// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Files as durable code sees them: what is known of one, one being read or written, a lock; paths and errors.

#include <tidemark/row/error.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What is known of a file or folder without opening it.
struct file_entry {
  std::string name;  // without the folder
  bool is_folder = false;
  bool is_link = false;   // listed by a symbolic link; the rest is about what it leads to
  std::int64_t size = 0;  // bytes
  std::int64_t modified_ms = 0;
  std::uint64_t id = 0;  // of the file itself: it keeps it when renamed, and another file under its name has another
};

// Sorts by an order that is a plain function, so that sorting is compiled once.
void sort_entries(std::vector<file_entry>& entries, bool (*comes_before)(const file_entry&, const file_entry&));

// A file being read from its begin.
class readable_file {
 public:
  readable_file() = default;
  readable_file(const readable_file&) = delete;
  readable_file& operator=(const readable_file&) = delete;
  virtual ~readable_file() = default;

  virtual std::size_t read(std::span<char> into) = 0;  // how many bytes; 0 is the end of the file
  virtual void skip_to(std::int64_t position) = 0;     // the next read begins here
  virtual std::int64_t size() = 0;                     // when asked; a file may grow while it is read
};

// A new file being written. Not buffered: give it large blocks. Destruction closes it without a promise.
class writable_file {
 public:
  writable_file() = default;
  writable_file(const writable_file&) = delete;
  writable_file& operator=(const writable_file&) = delete;
  virtual ~writable_file() = default;

  virtual void append(std::string_view bytes) = 0;
  // All bytes so far are durable when it returns. After it has thrown the file is not to be trusted any more: systems drop
  // what they couldn't write and let the next sync succeed.
  virtual void sync() = 0;
  virtual void close() = 0;  // reports what a late write found; nothing may follow
};

// Held until destroyed, or until the process ends in any way.
class file_lock {
 public:
  file_lock() = default;
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;
  virtual ~file_lock() = default;
};

// The error for a call on `path` that failed with this errno: disk_full, or else `id`, with the system's own words.
error file_error(std::string_view id, const std::string& path, int code);

// Paths are joined with '/'; an empty folder is the current one.
std::string path_in(const std::string& folder, std::string_view name);

// The folder that holds `path`: "a/b" → "a", "a" → ".", "/a" → "/".
std::string folder_of(std::string_view path);

// The last part of a path: "a/b" → "b".
std::string name_of(std::string_view path);

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/durable/impl/file.ipp>
#endif
