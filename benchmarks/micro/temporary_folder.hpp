// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace micro {

// A folder that is gone with its contents at the end.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "benchmark_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~temporary_folder() { std::filesystem::remove_all(path_); }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  std::string inside(const std::string& name) const { return (path_ / name).string(); }
  std::string emptied(const std::string& name) const {
    std::filesystem::remove_all(path_ / name);
    std::filesystem::create_directory(path_ / name);
    return inside(name);
  }

 private:
  std::filesystem::path path_;
};

}  // namespace micro
