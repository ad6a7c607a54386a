// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/testing/simulated_file_system.hpp>

#include <cerrno>
#include <set>
#include <string>

using namespace tidemark;
using namespace tidemark::testing;

namespace {

// Appends "one", synced as asked, then "two", not synced.
void write_two(simulated_file_system& files, const std::string& path, bool sync_first) {
  const auto file = files.create(path);
  file->append("one");
  if (sync_first) file->sync();
  file->append("two");
}

template <class Call>
bool stops(Call call) {
  try {
    call();
  } catch (const crashed&) {
    return true;
  }
  return false;
}

}  // namespace

TEST_CASE("without a sync of the folder, a new name is lost, also when its bytes were synced") {
  simulated_file_system files;
  files.make_folders("c");
  write_two(files, "c/a", true);
  files.reboot(unsynced::lost);
  CHECK_FALSE(files.read_file("c/a"));
  CHECK(files.status("c"));
}

TEST_CASE("without a sync of the bytes, a durable name has an empty file") {
  simulated_file_system files;
  files.make_folders("c");
  write_two(files, "c/a", false);
  files.sync_folder("c");
  CHECK(files.read_file("c/a") == "onetwo");
  files.reboot(unsynced::lost);
  CHECK(files.read_file("c/a") == "");
}

TEST_CASE("synced bytes stay, later ones are lost, kept or torn") {
  std::set<std::string> torn;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    simulated_file_system files;
    files.make_folders("c");
    write_two(files, "c/a", true);
    files.sync_folder("c");
    files.reboot(unsynced::torn, seed);
    torn.insert(files.read_file("c/a").value());
  }
  const std::string zero(1, '\0');
  CHECK(torn == std::set<std::string>{"one", "onet", "onetw", "onetwo", "one" + zero + zero + zero, "onet" + zero + zero,
                                      "onetw" + zero});
  simulated_file_system files;
  files.make_folders("c");
  write_two(files, "c/a", true);
  files.reboot(unsynced::kept);
  CHECK(files.read_file("c/a") == "onetwo");
}

TEST_CASE("a rename that is not durable leaves the old name, and torn one of both and never none") {
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    simulated_file_system files;
    files.put_file("c/a", "new");
    files.put_file("c/b", "old");
    files.rename("c/a", "c/b");
    CHECK(files.read_file("c/b") == "new");
    files.reboot(seed == 0 ? unsynced::lost : unsynced::torn, seed);
    outcomes.insert(files.read_file("c/a").value_or("-") + " " + files.read_file("c/b").value_or("-"));
    if (seed == 0) CHECK(outcomes == std::set<std::string>{"new old"});
  }
  CHECK(outcomes == std::set<std::string>{"new old", "- new"});
}

TEST_CASE("changes of names reach the disk in any order until the folder is synced") {
  std::set<std::string> outcomes;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    simulated_file_system files;
    files.put_file("c/0", "");
    files.put_file("c/1", "");
    files.remove("c/0");
    files.remove("c/1");
    files.reboot(unsynced::torn, seed);
    std::string left;
    for (const auto& entry : files.list("c")) left += entry.name;
    outcomes.insert(left);
  }
  CHECK(outcomes == std::set<std::string>{"", "0", "1", "01"});
}

TEST_CASE("a removed name comes back unless the folder was synced") {
  simulated_file_system files;
  files.put_file("c/a", "a");
  files.remove("c/a");
  CHECK_FALSE(files.read_file("c/a"));
  files.reboot(unsynced::lost);
  CHECK(files.read_file("c/a") == "a");
  files.remove("c/a");
  files.sync_folder("c");
  files.reboot(unsynced::lost);
  CHECK_FALSE(files.read_file("c/a"));
}

TEST_CASE("what hangs on a folder that was not made durable is gone with it") {
  simulated_file_system files;
  files.make_folder("c");
  write_two(files, "c/a", true);
  files.sync_folder("c");
  files.reboot(unsynced::lost);
  CHECK_FALSE(files.status("c"));
  CHECK_FALSE(files.status("c/a"));
  files.make_folders("c");
  CHECK(files.list("c").empty());
}

TEST_CASE("emptying a file by creating it again is not durable either") {
  simulated_file_system files;
  files.put_file("c/a", "old");
  files.create("c/a")->append("new");
  files.reboot(unsynced::lost);
  CHECK(files.read_file("c/a") == "old");
}

TEST_CASE("at the step of the crash nothing is done, and then every call stops until the reboot") {
  simulated_file_system files;
  files.put_file("c/a", "a");
  files.crash_at(2);
  files.rename("c/a", "c/b");
  CHECK_FALSE(files.has_crashed());
  CHECK(stops([&] { files.rename("c/b", "c/d"); }));
  CHECK(files.has_crashed());
  CHECK(stops([&] { files.status("c/b"); }));
  CHECK(stops([&] { files.list("c"); }));
  CHECK(stops([&] { files.open("c/b"); }));
  CHECK(stops([&] { files.create("c/e"); }));
  CHECK(files.steps() == 2);
  files.reboot(unsynced::kept);
  CHECK(files.steps() == 0);
  CHECK(files.read_file("c/b") == "a");
}

TEST_CASE("files that were open at the crash are of no use after it") {
  simulated_file_system files;
  files.put_file("c/a", "a");
  const auto reader = files.open("c/a");
  const auto writer = files.create("c/b");
  auto lock = files.lock("c/.lock");
  files.crash();
  files.reboot(unsynced::kept);
  char byte{};
  CHECK(stops([&] { reader->read({&byte, 1}); }));
  CHECK(stops([&] { writer->append("x"); }));
  CHECK(stops([&] { writer->sync(); }));
  const auto again = files.lock("c/.lock");
  CHECK(again);
  lock.reset();  // gives back the old machine's lock, not the new one's
  CHECK(files.lock("c/.lock") == nullptr);
}

TEST_CASE("a failing call fails once or until the reboot, and removing works on a full disk") {
  simulated_file_system files;
  files.put_file("c/a", "a");
  files.fail_at(2, EIO);
  const auto file = files.create("c/b");
  CHECK(error_id_of([&] { file->append("0123"); }) == "file_unwritable");
  CHECK(files.read_file("c/b") == "01");
  file->append("4");
  CHECK(files.read_file("c/b") == "014");

  files.fail_at(1, ENOSPC, true);
  CHECK(error_id_of([&] { files.create("c/d"); }) == "disk_full");
  CHECK(error_id_of([&] { file->append("5"); }) == "disk_full");
  CHECK(files.remove("c/a"));
  files.reboot(unsynced::kept);
  CHECK(error_id_of([&] { files.create("c/d"); }) == "no error");
}

TEST_CASE("after a sync has failed, another one does not bring the bytes to the disk") {
  simulated_file_system files;
  files.make_folders("c");
  const auto file = files.create("c/a");
  files.sync_folder("c");
  file->append("x");
  files.fail_at(1, EIO);
  CHECK(error_id_of([&] { file->sync(); }) == "file_unwritable");
  file->sync();
  files.reboot(unsynced::kept);
  CHECK(files.read_file("c/a") == "");
}

TEST_CASE("the modification time is the one that was set") {
  simulated_file_system files;
  files.set_time_ms(7);
  files.put_file("c/a", "a");
  CHECK(files.status("c/a")->modified_ms == 7);
  files.set_time_ms(8);
  files.create("c/b")->append("b");
  CHECK(files.list("c").at(0).modified_ms == 7);
  CHECK(files.list("c").at(1).modified_ms == 8);
}
