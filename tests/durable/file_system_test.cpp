// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <array>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tidemark;

namespace {

void write(file_system& files, const std::string& path, std::string_view bytes) {
  const auto file = files.create(path);
  file->append(bytes);
  file->close();
}

std::vector<std::string> names_in(file_system& files, const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : files.list(folder)) names.push_back(entry.name + (entry.is_folder ? "/" : ""));
  return names;
}

// What holds for every file system; `in` is an empty folder.
void check_laws(file_system& files, const std::string& in) {
  const auto at = [&](const std::string& name) { return path_in(in, name); };

  // reading what is not there
  CHECK(files.open(at("a")) == nullptr);
  CHECK_FALSE(files.read_file(at("a")));
  CHECK_FALSE(files.status(at("a")));
  CHECK(files.list(at("none")).empty());
  CHECK_FALSE(files.remove(at("a")));

  // bytes come back, a zero byte and an empty file too
  const std::string bytes("one\0two", 7);
  write(files, at("a"), bytes);
  write(files, at("empty"), "");
  CHECK(files.read_file(at("a")) == bytes);
  CHECK(files.read_file(at("empty")) == "");
  CHECK(files.status(at("a"))->size == 7);
  CHECK(files.status(at("a"))->name == "a");
  CHECK_FALSE(files.status(at("a"))->is_folder);

  // a reused buffer, larger or smaller than the file
  std::string buffer(3, 'x');
  CHECK(files.read_into(at("a"), buffer));
  CHECK(buffer == bytes);
  buffer.assign(100, 'x');
  CHECK(files.read_into(at("a"), buffer));
  CHECK(buffer == bytes);
  CHECK_FALSE(files.read_into(at("none"), buffer));
  CHECK(buffer == bytes);

  // reading in blocks, from a position
  {
    const auto file = files.open(at("a"));
    std::array<char, 3> block{};
    CHECK(file->size() == 7);
    CHECK(file->read(block) == 3);
    file->skip_to(5);
    CHECK(file->read(block) == 2);
    CHECK(std::string(block.data(), 2) == "wo");
    CHECK(file->read(block) == 0);
    file->skip_to(100);
    CHECK(file->read(block) == 0);
  }

  // creating again empties
  write(files, at("a"), "new");
  CHECK(files.read_file(at("a")) == "new");

  // shrinking keeps the beginning, and the name
  write(files, at("long"), "long text");
  CHECK(files.shrink(at("long"), 4));
  CHECK(files.read_file(at("long")) == "long");
  CHECK(files.shrink(at("long"), 0));
  CHECK(files.read_file(at("long")) == "");
  CHECK_FALSE(files.shrink(at("none"), 0));
  CHECK(error_id_of([&] { files.shrink(in, 0); }) == "file_unwritable");
  files.remove(at("long"));

  // rename replaces, rename_new does not; a file keeps its id
  const auto id = files.status(at("a"))->id;
  write(files, at("b"), "b");
  CHECK(files.status(at("b"))->id != id);
  CHECK_FALSE(files.rename_new(at("a"), at("b")));
  CHECK(files.read_file(at("b")) == "b");
  CHECK(files.read_file(at("a")) == "new");
  files.rename(at("a"), at("b"));
  CHECK(files.read_file(at("b")) == "new");
  CHECK_FALSE(files.status(at("a")));
  CHECK(files.rename_new(at("b"), at("c")));
  CHECK(files.read_file(at("c")) == "new");
  CHECK(files.status(at("c"))->id == id);
  CHECK(error_id_of([&] { files.rename(at("gone"), at("d")); }) == "file_unwritable");
  CHECK(error_id_of([&] { files.rename_new(at("gone"), at("d")); }) == "file_unwritable");

  // folders
  CHECK(error_id_of([&] { files.create(at("f/g/x")); }) == "file_unwritable");
  files.make_folders(at("f/g"));
  files.make_folders(at("f/g"));
  CHECK_FALSE(files.make_folder(at("f")));
  CHECK(files.status(at("f/g"))->is_folder);
  write(files, at("f/g/x"), "x");
  files.sync_folder(at("f/g"));
  CHECK(names_in(files, in) == std::vector<std::string>{"c", "empty", "f/"});
  CHECK(error_id_of([&] { files.make_folder(at("c")); }) == "file_unwritable");
  CHECK(error_id_of([&] { files.make_folder(at("no/such")); }) == "file_unwritable");
  CHECK(error_id_of([&] { files.create(at("f")); }) == "file_unwritable");
  CHECK(error_id_of([&] { files.read_file(at("f")); }) == "file_unreadable");
  CHECK(files.list(at("c")).empty());
  CHECK(error_id_of([&] { files.sync_folder(at("none")); }) == "file_unwritable");
  CHECK(error_id_of([&] { files.remove(at("f")); }) == "file_unwritable");
  files.rename(at("f"), at("moved"));
  CHECK(files.read_file(at("moved/g/x")) == "x");
  files.remove_all(at("moved"));
  CHECK(names_in(files, in) == std::vector<std::string>{"c", "empty"});

  // a lock is refused to a second one, and free again when it is given back
  {
    const auto lock = files.lock(at("lock"));
    REQUIRE(lock);
    CHECK(files.lock(at("lock")) == nullptr);
    CHECK(!files.read_file(at("lock"))->empty());
  }
  CHECK(files.lock(at("lock")) != nullptr);
}

}  // namespace

TEST_CASE("the machine's files obey the laws of a file system") {
  const scratch_folder scratch;
  check_laws(local_files(), scratch.path());
}

TEST_CASE("simulated files obey the laws of a file system") {
  testing::simulated_file_system files;
  files.make_folders("in");
  check_laws(files, "in");
}

TEST_CASE("a file has its modification time in milliseconds") {
  const scratch_folder scratch;
  write(local_files(), scratch / "a", "a");
  const std::array<timespec, 2> times{{{1767606012, 345'678'901}, {1767606012, 345'678'901}}};
  REQUIRE(::utimensat(AT_FDCWD, (scratch / "a").c_str(), times.data(), 0) == 0);
  CHECK(local_files().status(scratch / "a")->modified_ms == 1767606012345);
  CHECK(local_files().list(scratch.path()).front().modified_ms == 1767606012345);
}

TEST_CASE("links are followed, one that leads nowhere is not listed, and removing all stops at them") {
  const scratch_folder scratch;
  write(local_files(), scratch / "a", "hello");
  REQUIRE(::symlink("a", (scratch / "good").c_str()) == 0);
  REQUIRE(::symlink("nothing", (scratch / "bad").c_str()) == 0);
  CHECK(names_in(local_files(), scratch.path()) == std::vector<std::string>{"a", "good"});
  CHECK(local_files().status(scratch / "good")->size == 5);
  REQUIRE(::unlink((scratch / "bad").c_str()) == 0);

  local_files().make_folders(scratch / "kept");
  local_files().make_folders(scratch / "gone");
  write(local_files(), scratch / "kept/x", "x");
  REQUIRE(::symlink("../kept", (scratch / "gone/link").c_str()) == 0);
  local_files().remove_all(scratch / "gone");
  CHECK_FALSE(local_files().status(scratch / "gone"));
  CHECK(local_files().read_file(scratch / "kept/x") == "x");
}

TEST_CASE("the lock file names the process that has the lock, and a dead process has none") {
  const scratch_folder scratch;
  const auto path = scratch / ".lock";
  const auto child = ::fork();
  REQUIRE(child != -1);
  if (child == 0) {
    const auto lock = local_files().lock(path);
    for (;;) ::pause();
  }
  while (local_files().read_file(path).value_or("").empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(local_files().lock(path) == nullptr);
  CHECK(local_files().read_file(path) == std::to_string(child));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(local_files().lock(path) != nullptr);
  CHECK(local_files().read_file(path) == std::to_string(::getpid()));
}

TEST_CASE("a device without space gives disk_full") {
  const auto full = local_files().create("/dev/full");
  const auto thrown = error_of([&] { full->append("x"); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "disk_full");
  CHECK(thrown->file() == "/dev/full");
}

TEST_CASE("a write beyond what the system allows is finished as far as it goes, and then an error") {
  const scratch_folder scratch;
  const auto child = ::fork();
  if (child == 0) {  // in a child: the limit holds for the whole process
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{10, 10};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const auto file = local_files().create(scratch / "a");
    const auto id = error_id_of([&] { file->append("0123456789abcdef"); });
    ::_exit(id == "file_unwritable" && local_files().status(scratch / "a")->size == 10 ? 0 : 1);
  }
  int result{};
  ::waitpid(child, &result, 0);
  CHECK(result == 0);
}

TEST_CASE("a large file is read and written whole") {
  const scratch_folder scratch;
  std::string bytes;
  for (int i = 0; bytes.size() < 5'000'000; ++i) bytes += std::to_string(i);
  write(local_files(), scratch / "a", bytes);
  CHECK(local_files().read_file(scratch / "a") == bytes);
}
