// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A folder of this machine for one test case, gone with it.

#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/uuid.hpp>

#include <cstdlib>
#include <string>

class scratch_folder {
 public:
  scratch_folder() { tidemark::local_files().make_folders(path_); }
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder() { tidemark::local_files().remove_all(path_); }

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return tidemark::path_in(path_, name); }

 private:
  static std::string base() {
    const char* folder = std::getenv("TMPDIR");
    return folder ? folder : "/tmp";
  }

  std::string path_ = base() + "/tidemark_test_" + tidemark::random_uuid();
};
