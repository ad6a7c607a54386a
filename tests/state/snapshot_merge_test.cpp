// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/state/snapshot_merge.hpp>
#include <tidemark/testing/simulated_file_system.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <map>
#include <string>

namespace {

using tidemark::change_set;
using tidemark::snapshot_merge;
using tidemark::state_content;
using tidemark::testing::simulated_file_system;
using rows = std::map<std::string, std::string>;

const std::string folder = "state";
constexpr std::int64_t file_cost = 100;

// Version 1 as a snapshot of so many rows of 100 bytes; 2 and 3 put one row anew, erase one and add one each.
rows prepared(simulated_file_system& files, int count) {
  files.make_folders(folder);
  tidemark::testing::model_image model;
  change_set whole;
  for (int i = 0; i < count; ++i) whole.put(std::to_string(i), std::string(100, 'v'));
  tidemark::replay(whole.bytes(), model);
  publish_state_file(files, folder, {1, state_content::snapshot}, whole.bytes());
  for (int version = 2; version <= 3; ++version) {
    change_set changes;
    changes.put(std::to_string(version), "anew");
    changes.erase(std::to_string(version + 10));
    changes.put("new " + std::to_string(version), "x");
    tidemark::replay(changes.bytes(), model);
    publish_state_file(files, folder, {version, state_content::delta}, changes.bytes());
  }
  files.sync_folder(folder);
  return model.rows;
}

rows snapshot_of(simulated_file_system& files, std::int64_t version) {
  tidemark::state_file_reader reader(files, folder, {version, state_content::snapshot});
  tidemark::testing::model_image image;
  std::string records;
  while (reader.next(records)) {
  }
  REQUIRE(reader.damage() == nullptr);
  tidemark::replay(records, image);
  return image.rows;
}

}  // namespace

TEST_CASE("a snapshot made in pieces of any size has the rows of its version") {
  simulated_file_system files;
  const rows expected = prepared(files, 5'000);
  const std::int64_t piece = GENERATE(1, 50'000, 1'000'000'000);
  snapshot_merge merge(files, folder, 1, 3, file_cost);
  int pieces = 1;
  while (merge.advance(piece) == snapshot_merge::outcome::unfinished) ++pieces;
  CHECK(merge.version() == 3);
  CHECK(merge.bytes() == files.status(folder + "/3.snapshot")->size);
  CHECK(snapshot_of(files, 3) == expected);
  // Half a megabyte in blocks of 64 KiB.
  CHECK((piece == 1 ? pieces > 15 : piece == 50'000 ? (pieces > 7 && pieces < 15) : pieces == 1));
}

TEST_CASE("without an older snapshot the deltas from the first one on are the state") {
  simulated_file_system files;
  files.make_folders(folder);
  for (int version = 1; version <= 3; ++version) {
    change_set changes;
    changes.put(std::to_string(version), "x");
    if (version > 1) changes.erase(std::to_string(version - 1));
    publish_state_file(files, folder, {version, state_content::delta}, changes.bytes());
  }
  snapshot_merge merge(files, folder, 0, 3, file_cost);
  CHECK(merge.advance(10'000) == snapshot_merge::outcome::published);
  CHECK(snapshot_of(files, 3) == rows{{"3", "x"}});
}

TEST_CASE("a state that has lost all its rows is a snapshot without any") {
  simulated_file_system files;
  prepared(files, 100);
  change_set changes;
  changes.erase_through("");
  publish_state_file(files, folder, {4, state_content::delta}, changes.bytes());
  snapshot_merge merge(files, folder, 1, 4, file_cost);
  CHECK(merge.advance(100'000) == snapshot_merge::outcome::published);
  CHECK(snapshot_of(files, 4).empty());
}

TEST_CASE("what was flushed by one piece is not lost with the machine's power, and the file is not there before its end") {
  simulated_file_system files;
  const rows expected = prepared(files, 5'000);
  snapshot_merge merge(files, folder, 1, 3, file_cost);
  while (merge.advance(50'000) == snapshot_merge::outcome::unfinished) CHECK_FALSE(files.status(folder + "/3.snapshot"));
  files.sync_folder(folder);
  files.reboot(tidemark::testing::unsynced::lost, 1);
  CHECK(snapshot_of(files, 3) == expected);
}

TEST_CASE("a merge that is given up leaves nothing") {
  simulated_file_system files;
  prepared(files, 5'000);
  const auto before = files.list(folder).size();
  {
    snapshot_merge merge(files, folder, 1, 3, file_cost);
    CHECK(merge.advance(50'000) == snapshot_merge::outcome::unfinished);
    CHECK(files.list(folder).size() == before + 1);
  }
  CHECK(files.list(folder).size() == before);
}

TEST_CASE("a file that is gone or damaged ends the merge, which says which one") {
  const bool is_delta = GENERATE(true, false);
  const bool is_gone = GENERATE(true, false);
  simulated_file_system files;
  prepared(files, 5'000);
  const tidemark::state_file bad{is_delta ? 2 : 1, is_delta ? state_content::delta : state_content::snapshot};
  const std::string path = folder + "/" + bad.name();
  if (is_gone) {
    files.remove(path);
  } else {
    std::string bytes = *files.read_file(path);
    bytes[bytes.size() - 14] ^= 1;
    files.put_file(path, bytes);
  }
  snapshot_merge merge(files, folder, 1, 3, file_cost);
  auto outcome = merge.advance(10'000);
  while (outcome == snapshot_merge::outcome::unfinished) outcome = merge.advance(10'000);
  CHECK(outcome == snapshot_merge::outcome::unreadable);
  CHECK(merge.input().name() == bad.name());
  CHECK_FALSE(files.status(folder + "/3.snapshot"));
}
