// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/batch_log.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace tidemark;
using namespace tidemark::testing;
using id_list = std::vector<std::int64_t>;

TEST_CASE("an entry is a file with a version line and no newline at its end") {
  const scratch_folder scratch;
  batch_log log(local_files(), scratch / "offsets");
  CHECK_FALSE(log.latest());
  log.add(0, "zero");
  log.add(1, "one\ntwo");
  log.add(2, "");
  CHECK(local_files().read_file(scratch / "offsets/0") == "v1\nzero");
  CHECK(local_files().read_file(scratch / "offsets/1") == "v1\none\ntwo");
  CHECK(local_files().read_file(scratch / "offsets/2") == "v1\n");
  CHECK(log.get(0) == "zero");
  CHECK(log.get(1) == "one\ntwo");
  CHECK(log.get(2) == "");
  CHECK_FALSE(log.get(3));
  CHECK(log.contains(2));
  CHECK_FALSE(log.contains(3));
  CHECK(log.latest() == 2);
}

TEST_CASE("a batch has one entry: a second one is a conflict that names the file and keeps the first") {
  simulated_file_system files;
  batch_log log(files, "c/offsets");
  log.add(7, "mine");
  const auto thrown = error_of([&] { log.add(7, "theirs"); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "log_conflict");
  CHECK(thrown->batch() == 7);
  CHECK(thrown->file() == "c/offsets/7");
  CHECK(log.get(7) == "mine");
}

TEST_CASE("batches are listed by number, and other names are no part of the log") {
  simulated_file_system files;
  for (const auto* name :
       {"9", "10", "2", "07", "+7", "-7", "7.compact", ".11.8c1b.tmp", "11.crc", "x", "99999999999999999999", "9 ", " 9"})
    files.put_file(path_in("c", name), "v1\n");
  files.make_folders("c/12");
  const batch_log log(files, "c");
  CHECK(log.ids() == id_list{2, 9, 10});
  CHECK(log.latest() == 10);
}

TEST_CASE("purging removes what is below, also what an earlier run left, and keeps the rest") {
  simulated_file_system files;
  for (int i = 0; i < 5; ++i) files.put_file("c/" + std::to_string(i), "v1\n");
  batch_log log(files, "c");
  log.purge_below(2);
  CHECK(log.ids() == id_list{2, 3, 4});
  log.add(5, "");
  log.purge_below(4);
  CHECK(log.ids() == id_list{4, 5});
  log.purge_below(1);
  log.purge_below(4);
  CHECK(log.ids() == id_list{4, 5});
  log.purge_below(5);
  CHECK(log.ids() == id_list{5});
}

TEST_CASE("a first line that is no version is an error that names the file") {
  simulated_file_system files;
  const batch_log log(files, "c");
  const auto id_of = [&](std::string_view content) {
    files.put_file("c/3", content);
    const auto thrown = error_of([&] { log.get(3); });
    if (thrown) CHECK(thrown->file() == "c/3");
    return thrown ? thrown->id() : "no error";
  };
  CHECK(id_of("") == "log_incomplete");
  CHECK(id_of("\n") == "log_malformed");
  CHECK(id_of("v") == "log_malformed");
  CHECK(id_of("v\n") == "log_malformed");
  CHECK(id_of("1\n{}") == "log_malformed");
  CHECK(id_of("v-1\n{}") == "log_malformed");
  CHECK(id_of("v1x\n{}") == "log_malformed");
  CHECK(id_of("{\"a\":1}") == "log_malformed");
  CHECK(id_of(std::string("\0\0\0", 3)) == "log_malformed");
  CHECK(id_of("v0\n{}") == "log_malformed");
  CHECK(id_of("v1\n{}") == "no error");
  CHECK(id_of("v2\n{}") == "log_version_unknown");
  CHECK(id_of("v99999999999\n{}") == "log_version_unknown");
  CHECK(id_of("v1") == "no error");
  CHECK(log.get(3) == "");
}

TEST_CASE("at every crash point the log is a run of whole entries from the first one on, as far as add had returned") {
  std::int64_t added = 0;
  const auto text_of = [](std::int64_t id) { return "entry " + std::to_string(id); };
  for_every_crash_point(
      [&](simulated_file_system& files) {
        added = 0;
        batch_log log(files, "c/log");
        for (; added < 4; ++added) log.add(added, text_of(added));
      },
      [&](simulated_file_system& files, const crash_point& point) {
        INFO(point.text());
        batch_log log(files, "c/log");
        auto ids = log.ids();
        REQUIRE((std::ssize(ids) == added || std::ssize(ids) == added + 1));
        for (std::int64_t i = 0; i < std::ssize(ids); ++i) {
          REQUIRE(ids[static_cast<std::size_t>(i)] == i);
          REQUIRE(log.get(i) == text_of(i));
        }
        log.add(std::ssize(ids), "next");
        REQUIRE(log.latest() == std::ssize(ids));
      });
}
