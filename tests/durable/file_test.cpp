// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file.hpp>

#include <cerrno>

using namespace tidemark;

TEST_CASE("a path is cut into folder and name, and put together") {
  CHECK(folder_of("a/b") == "a");
  CHECK(folder_of("a/b/") == "a");
  CHECK(folder_of("a") == ".");
  CHECK(folder_of("/a") == "/");
  CHECK(folder_of("/") == "/");
  CHECK(name_of("a/b") == "b");
  CHECK(name_of("a/b/") == "b");
  CHECK(name_of("a") == "a");
  CHECK(name_of("/a") == "a");
  CHECK(path_in("a", "b") == "a/b");
  CHECK(path_in("a/", "b") == "a/b");
  CHECK(path_in("", "b") == "b");
  CHECK(path_in("/", "b") == "/b");
}

TEST_CASE("a file error names the path, the system's words and what to do") {
  const auto denied = file_error("file_unreadable", "in/a.json", EACCES);
  CHECK(denied.id() == "file_unreadable");
  CHECK(denied.file() == "in/a.json");
  CHECK(std::string(denied.what()) ==
        "tidemark file_unreadable: can't read \"in/a.json\": Permission denied; check that it is there and that this process "
        "may read it");
  CHECK(std::string(file_error("file_unwritable", "out", EROFS).what()) ==
        "tidemark file_unwritable: can't write \"out\": Read-only file system; choose a place that this process may write to");
}

TEST_CASE("a full disk and a full quota are disk_full, an input/output error is not") {
  CHECK(file_error("file_unwritable", "a", ENOSPC).id() == "disk_full");
  CHECK(file_error("file_unwritable", "a", EDQUOT).id() == "disk_full");
  CHECK(file_error("file_unwritable", "a", EIO).id() == "file_unwritable");
}
