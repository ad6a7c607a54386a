// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/state/memory_store.hpp>
#include <tidemark/testing/crash_points.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace {

using tidemark::change_set;
using tidemark::error;
using tidemark::memory_store;
using tidemark::testing::simulated_file_system;
using rows = std::map<std::string, std::string>;

const std::string folder = "state/0/0";

// The state of these tests: version N has rows "1" to "N", each with its number and an x, the last one with the letter given.
rows rows_of(std::int64_t version, const std::string& letter = "x") {
  rows all;
  for (std::int64_t i = 1; i <= version; ++i) all[std::to_string(i)] = std::to_string(i) + (i == version ? letter : "x");
  return all;
}
void commit(tidemark::store& store, std::int64_t version, const std::string& letter = "x") {
  change_set changes;
  changes.put(std::to_string(version), std::to_string(version) + letter);
  store.commit(version, changes, [&](change_set& whole) {
    for (const auto& [key, value] : rows_of(version, letter)) whole.put(key, value);
  });
}
memory_store opened(tidemark::file_system& files, int deltas_per_snapshot = 10) {
  return memory_store({files, folder}, {.deltas_per_snapshot = deltas_per_snapshot});
}
rows loaded(tidemark::file_system& files, std::int64_t version) {
  tidemark::testing::model_image image;
  opened(files).load(version, image);
  return image.rows;
}
void fill(simulated_file_system& files, std::int64_t versions, int deltas_per_snapshot = 10) {
  memory_store store = opened(files, deltas_per_snapshot);
  for (std::int64_t version = 1; version <= versions; ++version) commit(store, version);
}

std::string names(tidemark::file_system& files) {
  std::string all;
  for (const auto& entry : files.list(folder)) all += (all.empty() ? "" : " ") + entry.name;
  return all;
}
void overwrite(tidemark::file_system& files, const std::string& name, const std::string& bytes) {
  const auto file = files.create(folder + "/" + name);
  file->append(bytes);
  file->close();
}
void flip_byte(tidemark::file_system& files, const std::string& name, std::size_t at) {
  std::string bytes = *files.read_file(folder + "/" + name);
  bytes[at] = static_cast<char>(bytes[at] ^ 4);
  overwrite(files, name, bytes);
}

}  // namespace

TEST_CASE("a version is a delta file, also when nothing changed, and version 0 is no file") {
  simulated_file_system files;
  memory_store store = opened(files);
  tidemark::testing::model_image image;
  store.load(0, image);
  CHECK(image.rows.empty());
  CHECK(names(files).empty());
  store.commit(1, change_set(), [](change_set&) { FAIL("no snapshot is due"); });
  CHECK(names(files) == "1.delta");
  CHECK(loaded(files, 1).empty());
}

TEST_CASE("a delta file has exactly the bytes that the documentation lists") {
  simulated_file_system files;
  fill(files, 1);
  const std::string bytes = *files.read_file(folder + "/1.delta");
  REQUIRE(bytes.size() == 32 + 5);
  CHECK(bytes.substr(0, 12) == std::string("tidemarkd\x01\x00\x00", 12));
  CHECK(bytes.substr(16, 16) == std::string("\x01\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0", 16));
  CHECK(bytes.substr(32) ==
        "\x05"
        "1\x02"
        "1x");
  CHECK(tidemark::crc32c(bytes.substr(0, 12) + bytes.substr(16)) == tidemark::read_little<std::uint32_t>(bytes.data() + 12));
}

TEST_CASE("a snapshot is written when there are more deltas than the option says, not before") {
  simulated_file_system files;
  fill(files, 10, 10);
  CHECK_FALSE(files.status(folder + "/10.snapshot"));
  memory_store store = opened(files, 10);
  commit(store, 11);
  CHECK(files.status(folder + "/11.snapshot"));
  CHECK(files.status(folder + "/11.delta"));
  CHECK(loaded(files, 11) == rows_of(11));
  CHECK(loaded(files, 10) == rows_of(10));
}

TEST_CASE("a snapshot is written sooner when the deltas since the last one are large and larger than it") {
  simulated_file_system files;
  memory_store store = opened(files, 2);
  std::string snapshots;
  const auto put = [&](std::int64_t version, std::size_t bytes) {
    change_set changes;
    changes.put("key", std::string(bytes, 'v'));
    store.commit(version, changes, [&](change_set& whole) {
      snapshots += std::to_string(version) + " ";
      whole.put("key", std::string(bytes, 'v'));
    });
  };
  constexpr std::size_t half = 1 << 19;
  put(1, 1);
  put(2, 1);
  put(3, 1);  // by count
  put(4, half);
  put(5, half + 1);  // together above a mebibyte, and above the snapshot
  put(6, half - 100);
  put(7, half - 100);  // not together above a mebibyte
  put(8, 1);  // by count
  put(9, half);
  put(10, half);
  CHECK(snapshots == "3 5 8 10 ");
}

TEST_CASE("versions since an old snapshot come back from it and the deltas") {
  simulated_file_system files;
  fill(files, 20, 3);
  for (std::int64_t version = 0; version <= 20; ++version) CHECK(loaded(files, version) == rows_of(version));
}

// SPARK-21696, SPARK-51717
TEST_CASE("a snapshot with a wrong byte, cut short, empty or deleted is made up for by the one before") {
  const auto damage = GENERATE(0, 9, 12, 16, 24, 31, 32, 40, -1, -2, -3);
  CAPTURE(damage);
  simulated_file_system files;
  fill(files, 9, 3);
  const std::string name = "8.snapshot";
  REQUIRE(files.status(folder + "/" + name));
  const std::string bytes = *files.read_file(folder + "/" + name);
  if (damage == -1) overwrite(files, name, bytes.substr(0, bytes.size() - 1));
  else if (damage == -2) overwrite(files, name, "");
  else if (damage == -3) files.remove(folder + "/" + name);
  else flip_byte(files, name, static_cast<std::size_t>(damage));
  CHECK(loaded(files, 8) == rows_of(8));
  CHECK(loaded(files, 9) == rows_of(9));

  memory_store store = opened(files, 3);
  tidemark::testing::model_image image;
  store.load(9, image);
  commit(store, 10);
  CHECK(files.status(folder + "/10.snapshot"));
  CHECK(loaded(files, 10) == rows_of(10));
}

TEST_CASE("every single wrong byte of a delta is found, and the error names the file and the versions at hand") {
  simulated_file_system whole_files;
  fill(whole_files, 5);
  const std::size_t size = whole_files.read_file(folder + "/3.delta")->size();
  for (std::size_t at = 0; at < size; ++at) {
    simulated_file_system files;
    fill(files, 5);
    flip_byte(files, "3.delta", at);
    const auto thrown = error_of([&] { loaded(files, 4); });
    REQUIRE(thrown);
    CHECK(thrown->id() == "state_damaged");
    CHECK(thrown->file() == folder + "/3.delta");
    CHECK(std::string(thrown->what()).find("; versions at hand: 1 to 2; ") != std::string::npos);
    CHECK(loaded(files, 2) == rows_of(2));
  }
}

TEST_CASE("a missing delta is an error that names it and the versions at hand") {
  simulated_file_system files;
  fill(files, 9, 3);  // snapshots 4 and 8
  files.remove(folder + "/6.delta");
  const auto thrown = error_of([&] { loaded(files, 7); });
  REQUIRE(thrown);
  CHECK(thrown->what() ==
        std::string("tidemark state_version_missing: version 7 of the state needs \"state/0/0/6.delta\", which is not "
                    "there; versions at hand: 1 to 5, 8 to 9; put the file back from a copy, or start with a new "
                    "checkpoint folder"));
  CHECK(loaded(files, 9) == rows_of(9));
  CHECK(error_id_of([&] { loaded(files, 10); }) == "state_version_missing");
}

TEST_CASE("a damaged snapshot that nothing can make up for is named beside what is missing") {
  simulated_file_system files;
  fill(files, 9, 3);
  flip_byte(files, "8.snapshot", 33);
  files.remove(folder + "/6.delta");
  const auto thrown = error_of([&] { loaded(files, 9); });
  REQUIRE(thrown);
  CHECK(thrown->what() ==
        std::string("tidemark state_damaged: \"state/0/0/8.snapshot\" has other bytes than were written: its checksum is "
                    "wrong, and \"state/0/0/6.delta\", needed to do without it, is not there; versions at hand: 1 to 5; "
                    "put the files back from a copy, or start with a new checkpoint folder"));
}

TEST_CASE("a file of a newer form is left to the program that wrote it") {
  simulated_file_system files;
  fill(files, 2);
  std::string bytes = *files.read_file(folder + "/2.delta");
  bytes[9] = 2;
  tidemark::write_little(bytes.data() + 12, tidemark::crc32c(bytes.substr(0, 12) + bytes.substr(16)));
  overwrite(files, "2.delta", bytes);
  CHECK(error_id_of([&] { loaded(files, 2); }) == "state_form_unknown");
}

TEST_CASE("a file renamed to another version is not taken for it") {
  simulated_file_system files;
  fill(files, 3);
  files.rename(folder + "/2.delta", folder + "/3.delta");
  overwrite(files, "2.delta", *files.read_file(folder + "/3.delta"));
  CHECK(loaded(files, 2) == rows_of(2));
  CHECK(error_id_of([&] { loaded(files, 3); }) == "state_damaged");
}

TEST_CASE("other files in the folder are left alone") {
  simulated_file_system files;
  fill(files, 2);
  for (const char* name :
       {"03.delta", "3.delta.bak", "x.delta", ".3.delta.0.tmp", "-3.delta", "3.delta2", "99999999999999999999.delta"})
    overwrite(files, name, "anything");
  CHECK(loaded(files, 2) == rows_of(2));
  CHECK(error_id_of([&] { loaded(files, 3); }) == "state_version_missing");
}

TEST_CASE("a purge keeps the oldest version it must keep, all above it, and one snapshot more") {
  simulated_file_system files;
  fill(files, 14, 3);  // snapshots 4, 8, 12
  memory_store store = opened(files, 3);
  tidemark::testing::model_image image;
  store.load(14, image);
  store.purge(11);
  CHECK(names(files) ==
        "10.delta 11.delta 12.delta 12.snapshot 13.delta 14.delta 4.delta 4.snapshot 5.delta 6.delta 7.delta 8.delta "
        "8.snapshot 9.delta");
  store.purge(12);
  CHECK(names(files) == "10.delta 11.delta 12.delta 12.snapshot 13.delta 14.delta 8.delta 8.snapshot 9.delta");
  for (std::int64_t version = 12; version <= 14; ++version) CHECK(loaded(files, version) == rows_of(version));
  flip_byte(files, "12.snapshot", 33);
  CHECK(loaded(files, 14) == rows_of(14));
}

// SPARK-55892, SPARK-57658
TEST_CASE("with few versions kept and purges at every step the last two versions load, from a bounded number of files") {
  simulated_file_system files;
  memory_store store = opened(files);
  for (std::int64_t version = 1; version <= 200; ++version) {
    commit(store, version);
    store.purge(version - 1);
    REQUIRE(files.list(folder).size() <= 2 * 11 + 2 + 12);
    if (version % 7 != 0) continue;
    REQUIRE(loaded(files, version) == rows_of(version));
    REQUIRE(loaded(files, version - 1) == rows_of(version - 1));
  }
}

TEST_CASE("a version committed again replaces it, with its snapshot and all that was built on it") {
  simulated_file_system files;
  fill(files, 6, 3);  // snapshot 4
  memory_store store = opened(files, 100);
  tidemark::testing::model_image image;
  store.load(3, image);
  change_set changes;
  changes.put("4", "anew");
  store.commit(4, changes, [&](change_set& whole) {
    for (const auto& [key, value] : rows_of(3)) whole.put(key, value);
    whole.put("4", "anew");
  });
  rows expected = rows_of(3);
  expected["4"] = "anew";
  CHECK(loaded(files, 4) == expected);
  CHECK(names(files) == "1.delta 2.delta 3.delta 4.delta");
  CHECK(error_id_of([&] { loaded(files, 5); }) == "state_version_missing");
}

TEST_CASE("a commit whose version before is not there is refused") {
  simulated_file_system files;
  fill(files, 2);
  memory_store store = opened(files);
  CHECK(error_id_of([&] { commit(store, 4); }) == "state_version_missing");
}

TEST_CASE("wherever the machine stops, the version before a commit loads, and the new one as well or not at all") {
  // With snapshots at 3 and 6, the sixth version committed twice, as after a crash, and purges between.
  const auto run = [](simulated_file_system& files) {
    memory_store store = opened(files, 2);
    for (std::int64_t version = 1; version <= 5; ++version) {
      commit(store, version);
      store.purge(version - 1);
    }
    tidemark::testing::model_image image;
    commit(store, 6, "old");
    memory_store after_crash = opened(files, 100);
    after_crash.load(5, image);
    commit(after_crash, 6);
    commit(after_crash, 7);
  };
  const auto tried = tidemark::testing::for_every_crash_point(run, [](simulated_file_system& files, const auto& point) {
    INFO(point.text());
    // The newest version of which anything is left; the one before was committed, so it must be whole.
    std::int64_t newest = 0;
    for (const auto& entry : files.list(folder))
      if (const auto file = tidemark::state_file::of_name(entry.name)) newest = (std::max)(newest, file->version);
    if (newest > 0) REQUIRE(loaded(files, newest - 1) == rows_of(newest - 1));
    const rows last = loaded(files, newest);
    REQUIRE((last == rows_of(newest) || (newest == 6 && last == rows_of(6, "old"))));

    memory_store store = opened(files, 2);
    tidemark::testing::model_image image;
    const std::int64_t from = (std::max)(newest - 1, std::int64_t{0});
    store.load(from, image);
    for (std::int64_t version = from + 1; version <= 8; ++version) commit(store, version);
    REQUIRE(loaded(files, 8) == rows_of(8));
  });
  CHECK(tried > 100);
}

TEST_CASE("a commit that returned is there whatever the machine loses") {
  simulated_file_system files;
  for (std::int64_t version = 1; version <= 12; ++version) {
    memory_store store = opened(files, 3);
    tidemark::testing::model_image image;
    store.load(version - 1, image);
    commit(store, version);
    files.reboot(tidemark::testing::unsynced::lost, 1);
    REQUIRE(loaded(files, version) == rows_of(version));
  }
}

TEST_CASE("a full disk or a failing one ends the commit, and the version before is as it was") {
  const auto run = [](simulated_file_system& files) { fill(files, 5, 2); };
  const auto tried = tidemark::testing::for_every_failure(run, [](simulated_file_system& files) {
    std::int64_t newest = 0;
    for (const auto& entry : files.list(folder))
      if (const auto file = tidemark::state_file::of_name(entry.name)) newest = (std::max)(newest, file->version);
    REQUIRE(loaded(files, newest) == rows_of(newest));
    memory_store store = opened(files, 2);
    tidemark::testing::model_image image;
    store.load(newest, image);
    for (std::int64_t version = newest + 1; version <= 8; ++version) commit(store, version);
    REQUIRE(loaded(files, 8) == rows_of(8));
  });
  CHECK(tried > 20);
}
