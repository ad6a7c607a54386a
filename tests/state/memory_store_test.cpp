// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/checksum.hpp>
#include <tidemark/state/memory_store.hpp>
#include <tidemark/state/state_file.hpp>
#include <tidemark/testing/crash_points.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

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
memory_store opened(tidemark::file_system& files, int min_deltas_for_snapshot = 10) {
  return memory_store({files, folder}, {.min_deltas_for_snapshot = min_deltas_for_snapshot});
}
// One that makes its snapshots from files even when they are small, and in several commits.
memory_store opened_merging(tidemark::file_system& files) {
  return memory_store({files, folder}, {.min_deltas_for_snapshot = 2, .file_cost_bytes = 4});
}
rows loaded(tidemark::file_system& files, std::int64_t version) {
  tidemark::testing::model_image image;
  opened(files).load(version, image);
  return image.rows;
}
void fill(simulated_file_system& files, std::int64_t versions, int min_deltas_for_snapshot = 10) {
  memory_store store = opened(files, min_deltas_for_snapshot);
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

std::int64_t newest_snapshot_in(tidemark::file_system& files) {
  std::int64_t newest = 0;
  for (const auto& entry : files.list(folder))
    if (const auto file = tidemark::state_file::of_name(entry.name))
      if (file->content == tidemark::state_content::snapshot) newest = (std::max)(newest, file->version);
  return newest;
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
  REQUIRE(bytes.size() == 24 + 12 + 5 + 12);
  CHECK(bytes.substr(0, 12) == std::string("tidemarkd\x01\x00\x00", 12));
  CHECK(bytes.substr(16, 8) == std::string("\x01\0\0\0\0\0\0\0", 8));
  CHECK(bytes.substr(24, 8) == std::string("\x05\0\0\0\0\0\0\0", 8));
  CHECK(bytes.substr(36, 5) ==
        "\x05"
        "1\x02"
        "1x");
  CHECK(bytes.substr(41, 8) == std::string(8, '\0'));
  const auto checksum_at = [&](std::size_t at) { return tidemark::read_little<std::uint32_t>(bytes.data() + at); };
  CHECK(checksum_at(12) == tidemark::crc32c(bytes.substr(0, 12) + bytes.substr(16, 8)));
  CHECK(checksum_at(32) == tidemark::crc32c(bytes.substr(0, 32) + bytes.substr(36, 5)));
  CHECK(checksum_at(49) == tidemark::crc32c(bytes.substr(0, 32) + bytes.substr(36, 13)));
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
  std::string written;
  const auto put = [&](std::int64_t version, std::size_t bytes) {
    change_set changes;
    changes.put("key", std::string(bytes, 'v'));
    store.commit(version, changes, [&](change_set& whole) { whole.put("key", std::string(bytes, 'v')); });
    if (files.status(folder + "/" + std::to_string(version) + ".snapshot")) written += std::to_string(version) + " ";
  };
  constexpr std::size_t half = 1 << 19;
  put(1, 1);
  put(2, 1);
  put(3, 1);  // by count
  put(4, half);
  put(5, half + 1);  // together above a mebibyte, and above the snapshot
  put(6, half - 400);
  put(7, half - 400);  // not together above a mebibyte
  put(8, half);        // by count
  put(9, half);
  put(10, half);
  CHECK(written == "3 5 8 10 ");
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
  tidemark::write_little(bytes.data() + 12, tidemark::crc32c(bytes.substr(0, 12) + bytes.substr(16, 8)));
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

TEST_CASE("a purge cuts a large snapshot down before it removes it, and at last nothing of what is not needed is there") {
  simulated_file_system files;
  memory_store store = opened(files, 1);
  const auto put = [&](std::int64_t version, std::size_t bytes) {
    change_set changes;
    changes.put("key", std::string(bytes, 'v'));
    store.commit(version, changes, [&](change_set& whole) { whole.put("key", std::string(bytes, 'v')); });
  };
  constexpr std::size_t large = 20 << 20;
  std::int64_t version = 0;
  put(++version, large);
  REQUIRE(newest_snapshot_in(files) == 1);
  put(++version, large + 1);  // more than the one before: due
  put(++version, large + 2);
  for (int i = 0; i < 40; ++i) put(++version, 1'000'000);
  for (int i = 0; i < 20; ++i) put(++version, 1);
  REQUIRE(newest_snapshot_in(files) > 20);
  const auto size = [&] { return files.status(folder + "/1.snapshot").value_or(tidemark::file_entry{}).size; };
  int cuts = 0;
  for (std::int64_t last = size(); last > 0; ++cuts) {
    store.purge(version);
    REQUIRE(size() >= last - (6 << 20));
    REQUIRE(size() < last);
    last = size();
  }
  CHECK(cuts >= 4);
  for (int i = 0; i < 60; ++i) store.purge(version);
  CHECK(files.list(folder).size() < 40);
  tidemark::testing::model_image image;
  opened(files).load(version, image);
  CHECK(image.rows == rows{{"key", "v"}});
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

TEST_CASE("a snapshot of a large state comes from the files, a piece in each commit that is in proportion to its delta") {
  // A hundred thousand rows of 100 bytes; then small batches that put some rows anew, erase some and add some.
  simulated_file_system files;
  memory_store store = opened(files);
  tidemark::testing::model_image model;
  const auto commit_rows = [&](std::int64_t version, std::size_t first, std::size_t count) {
    change_set changes;
    for (std::size_t i = first; i < first + count; ++i)
      changes.put(std::to_string(i), std::to_string(version) + std::string(90, 'v'));
    if (version > 1) changes.erase(std::to_string(version));
    tidemark::replay(changes.bytes(), model);
    store.commit(version, changes, [&](change_set& whole) {
      REQUIRE(version == 1);  // that batch put all of it
      for (const auto& [key, value] : model.rows) whole.put(key, value);
    });
  };
  constexpr std::size_t rows_in_state = 100'000;
  commit_rows(1, 0, rows_in_state);
  std::int64_t newest_snapshot = 0;
  std::int64_t snapshots = 0;
  for (std::int64_t version = 2; version <= 1'000; ++version) {
    commit_rows(version, rows_in_state - 5 + static_cast<std::size_t>(version), 10);
    if (const auto newest = newest_snapshot_in(files); newest != newest_snapshot) newest_snapshot = newest, ++snapshots;
    CHECK(version - newest_snapshot < 260);  // the snapshot has 10 MB, and a file costs 64 KiB
    store.purge(version - 1);
  }
  CHECK(snapshots >= 4);
  memory_store after = opened(files);
  tidemark::testing::model_image image;
  after.load(1'000, image);
  CHECK(image.rows == model.rows);
}

namespace {

// Commits versions that put one row anew each, on a state of `fixed` rows that the first one put.
struct merging_run {
  static constexpr int fixed = 90;

  static const rows& rows_after(std::int64_t version) {
    static std::vector<rows> known(1);
    while (std::ssize(known) <= version) {
      rows next = known.back();
      if (known.size() == 1)
        for (int i = 0; i < fixed; ++i) next[std::to_string(i)] = "1";
      else change(std::ssize(known), next);
      known.push_back(next);
    }
    return known[static_cast<std::size_t>(version)];
  }
  static void change(std::int64_t version, rows& all) {
    if (version % 3 == 0) all.erase(std::to_string(version % fixed));
    else all[std::to_string(version * 7 % (fixed + 40))] = std::to_string(version);
  }
  static void commit(tidemark::store& store, std::int64_t version, std::int64_t* wholes = nullptr) {
    change_set changes;
    const rows& after = rows_after(version);
    if (version == 1) {
      for (const auto& [key, value] : after) changes.put(key, value);
    } else if (version % 3 == 0) {
      changes.erase(std::to_string(version % fixed));
    } else {
      changes.put(std::to_string(version * 7 % (fixed + 40)), std::to_string(version));
    }
    store.commit(version, changes, [&](change_set& whole) {
      if (wholes != nullptr) ++*wholes;
      for (const auto& [key, value] : after) whole.put(key, value);
    });
  }
  static std::int64_t newest_in(tidemark::file_system& files) {
    std::int64_t newest = 0;
    for (const auto& entry : files.list(folder))
      if (const auto file = tidemark::state_file::of_name(entry.name)) newest = (std::max)(newest, file->version);
    return newest;
  }
};

}  // namespace

TEST_CASE("wherever the machine stops while a snapshot is made from files, the last two versions load") {
  const auto run = [](simulated_file_system& files) {
    memory_store store = opened_merging(files);
    for (std::int64_t version = 1; version <= 40; ++version) {
      merging_run::commit(store, version);
      store.purge(version - 1);
    }
  };
  simulated_file_system whole_run;
  run(whole_run);
  std::int64_t snapshots = 0;
  for (const auto& entry : whole_run.list(folder)) snapshots += entry.name.ends_with(".snapshot") ? 1 : 0;
  REQUIRE(snapshots >= 2);
  const auto inspect = [](simulated_file_system& files, const tidemark::testing::crash_point& point) {
    INFO(point.text());
    const std::int64_t newest = merging_run::newest_in(files);
    REQUIRE(loaded(files, newest) == merging_run::rows_after(newest));
    if (newest > 1) REQUIRE(loaded(files, newest - 1) == merging_run::rows_after(newest - 1));
    tidemark::remove_temporaries(files, folder);
    {
      memory_store store = opened_merging(files);
      tidemark::testing::model_image image;
      store.load(newest, image);
      for (std::int64_t version = newest + 1; version <= newest + 12; ++version) merging_run::commit(store, version);
    }
    REQUIRE(loaded(files, newest + 12) == merging_run::rows_after(newest + 12));
    for (const auto& entry : files.list(folder)) CHECK_FALSE(tidemark::is_temporary(entry.name));
  };
  CHECK(tidemark::testing::for_every_crash_point(run, inspect, {.seeds = 1, .first_step = 70}) > 500);
}

TEST_CASE("a full disk or a failing one while a snapshot is made ends the commit, and no version is lost") {
  const auto run = [](simulated_file_system& files) {
    memory_store store = opened_merging(files);
    for (std::int64_t version = 1; version <= 40; ++version) merging_run::commit(store, version);
  };
  const auto tried = tidemark::testing::for_every_failure(run,
                                                          [](simulated_file_system& files) {
                                                            const std::int64_t newest = merging_run::newest_in(files);
                                                            REQUIRE(loaded(files, newest) == merging_run::rows_after(newest));
                                                          },
                                                          {.first_step = 70});
  CHECK(tried > 300);
}

TEST_CASE("a file that proves damaged while a snapshot is made from it is made up for by the table") {
  const auto content = GENERATE(tidemark::state_content::snapshot, tidemark::state_content::delta);
  simulated_file_system files;
  memory_store store = opened_merging(files);
  std::int64_t wholes = 0;
  std::int64_t version = 0;
  while (newest_snapshot_in(files) == 0) merging_run::commit(store, ++version, &wholes);
  const tidemark::state_file damaged{newest_snapshot_in(files) + (content == tidemark::state_content::delta ? 1 : 0), content};
  const std::int64_t wholes_before = wholes;
  for (int i = 0; i < 5; ++i) merging_run::commit(store, ++version, &wholes);
  flip_byte(files, damaged.name(), 40);
  for (int i = 0; i < 60 && wholes == wholes_before; ++i) merging_run::commit(store, ++version, &wholes);
  CHECK(wholes == wholes_before + 1);
  CHECK(newest_snapshot_in(files) == version);
  CHECK(loaded(files, version) == merging_run::rows_after(version));
  for (int i = 0; i < 60; ++i) merging_run::commit(store, ++version, &wholes);
  CHECK(wholes == wholes_before + 1);
  CHECK(loaded(files, version) == merging_run::rows_after(version));
}

TEST_CASE("runs too short for a snapshot to be made in one of them do not leave more and more deltas") {
  simulated_file_system files;
  std::int64_t version = 0;
  for (int run = 0; run < 400; ++run) {
    memory_store store = opened_merging(files);
    tidemark::testing::model_image image;
    store.load(version, image);
    merging_run::commit(store, ++version);
    store.purge(version - 1);
    REQUIRE(files.list(folder).size() < 400);
  }
  CHECK(loaded(files, version) == merging_run::rows_after(version));
}
