// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A file system that asks another one: the base of those that watch or disturb a single call.

#include <tidemark/durable/file_system.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class files_through : public tidemark::file_system {
 public:
  explicit files_through(tidemark::file_system& inner) : inner_(inner) {}

  std::unique_ptr<tidemark::readable_file> open(const std::string& path) override { return inner_.open(path); }
  std::optional<tidemark::file_entry> status(const std::string& path) override { return inner_.status(path); }
  std::vector<tidemark::file_entry> list(const std::string& folder) override { return inner_.list(folder); }
  std::unique_ptr<tidemark::writable_file> create(const std::string& path) override { return inner_.create(path); }
  void rename(const std::string& from, const std::string& to) override { inner_.rename(from, to); }
  bool rename_new(const std::string& from, const std::string& to) override { return inner_.rename_new(from, to); }
  bool remove(const std::string& path) override { return inner_.remove(path); }
  bool shrink(const std::string& path, std::int64_t size) override { return inner_.shrink(path, size); }
  bool make_folder(const std::string& path) override { return inner_.make_folder(path); }
  void sync_folder(const std::string& path) override { inner_.sync_folder(path); }
  std::unique_ptr<tidemark::file_lock> lock(const std::string& path) override { return inner_.lock(path); }

 private:
  tidemark::file_system& inner_;
};
