// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Open files by POSIX calls: every return value checked, interrupted and short calls continued.

#include <tidemark/durable/file.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {

namespace posix {

// Calls again when a signal has interrupted the call.
template <class Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

// An open file descriptor.
class descriptor {
 public:
  descriptor(std::string path, int number) : path_(std::move(path)), number_(number) {}
  descriptor(descriptor&& other) noexcept : path_(std::move(other.path_)), number_(std::exchange(other.number_, -1)) {}
  descriptor& operator=(descriptor&&) = delete;
  ~descriptor() {
    if (number_ != -1) ::close(number_);
  }

  int number() const { return number_; }
  const std::string& path() const { return path_; }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto count = uninterrupted([&] { return ::write(number_, bytes.data(), bytes.size()); });
      if (count < 0) throw file_error("file_unwritable", path_, errno);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void sync() {
    if (uninterrupted([&] { return ::fsync(number_); }) != 0) throw file_error("file_unwritable", path_, errno);
  }
  // As `sync`, of a folder. A file system that has no such call (EINVAL) keeps names by its own rules.
  void sync_names() {
    if (uninterrupted([&] { return ::fsync(number_); }) != 0 && errno != EINVAL)
      throw file_error("file_unwritable", path_, errno);
  }
  void close() {
    if (::close(std::exchange(number_, -1)) != 0 && errno != EINTR) throw file_error("file_unwritable", path_, errno);
  }

 private:
  std::string path_;
  int number_;
};

class reader final : public readable_file {
 public:
  reader(std::string path, int number) : file_(std::move(path), number) {}

  std::size_t read(std::span<char> into) override {
    const auto count = uninterrupted([&] { return ::read(file_.number(), into.data(), into.size()); });
    if (count < 0) throw file_error("file_unreadable", file_.path(), errno);
    return static_cast<std::size_t>(count);
  }
  void skip_to(std::int64_t position) override {
    if (::lseek(file_.number(), position, SEEK_SET) < 0) throw file_error("file_unreadable", file_.path(), errno);
  }
  std::int64_t size() override {
    struct stat found {};
    if (::fstat(file_.number(), &found) != 0) throw file_error("file_unreadable", file_.path(), errno);
    return found.st_size;
  }

 private:
  descriptor file_;
};

class writer final : public writable_file {
 public:
  writer(std::string path, int number) : file_(std::move(path), number) {}

  void append(std::string_view bytes) override { file_.write(bytes); }
  void sync() override { file_.sync(); }
  void close() override { file_.close(); }

 private:
  descriptor file_;
};

// A whole-file lock of the open file, not of the process: a second one in the same process is refused too.
class held_lock final : public file_lock {
 public:
  explicit held_lock(descriptor file) : file_(std::move(file)) {}

 private:
  descriptor file_;  // closing it gives the lock back
};

inline file_entry entry_of(std::string name, const struct stat& found, bool is_link = false) {
  return {.name = std::move(name),
          .is_folder = S_ISDIR(found.st_mode),
          .is_link = is_link,
          .size = found.st_size,
          .modified_ms = std::int64_t{found.st_mtim.tv_sec} * 1000 + found.st_mtim.tv_nsec / 1'000'000,
          .id = found.st_ino};
}

inline bool is_absence(int code) { return code == ENOENT || code == ENOTDIR || code == ELOOP; }

}  // namespace posix

}  // namespace tidemark
