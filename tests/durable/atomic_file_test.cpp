// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <string>
#include <vector>

using namespace tidemark;
using namespace tidemark::testing;

namespace {

std::vector<std::string> names_in(file_system& files, const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : files.list(folder)) names.push_back(entry.name);
  return names;
}

}  // namespace

TEST_CASE("an atomic file is seen only when it is whole, and then under its name alone") {
  const scratch_folder scratch;
  auto& files = local_files();
  atomic_file file(files, scratch / "7");
  file.append("first ");
  file.append("second");
  REQUIRE(names_in(files, scratch.path()).size() == 1);
  CHECK(is_temporary(names_in(files, scratch.path()).front()));
  CHECK(names_in(files, scratch.path()).front().starts_with(".7."));
  CHECK(file.commit());
  CHECK(names_in(files, scratch.path()) == std::vector<std::string>{"7"});
  CHECK(files.read_file(scratch / "7") == "first second");
}

TEST_CASE("an atomic file that is given up leaves nothing") {
  const scratch_folder scratch;
  { atomic_file(local_files(), scratch / "7").append("x"); }
  CHECK(local_files().list(scratch.path()).empty());
}

TEST_CASE("adding under a name that is taken is refused and changes nothing") {
  const scratch_folder scratch;
  auto& files = local_files();
  CHECK(add_file(files, scratch / "7", "old"));
  CHECK_FALSE(add_file(files, scratch / "7", "new"));
  CHECK(names_in(files, scratch.path()) == std::vector<std::string>{"7"});
  CHECK(files.read_file(scratch / "7") == "old");
  replace_file(files, scratch / "7", "new");
  CHECK(files.read_file(scratch / "7") == "new");
}

TEST_CASE("only names of unfinished files are temporary") {
  CHECK(is_temporary(".7.8c1b1f0e-4a53-4f0b-9b07-0d9f1f7c2a55.tmp"));
  CHECK_FALSE(is_temporary("7"));
  CHECK_FALSE(is_temporary("7.tmp"));
  CHECK_FALSE(is_temporary(".lock"));
  CHECK_FALSE(is_temporary(".7.tmp.json"));
}

TEST_CASE("what dead runs left unfinished is removed in all folders, and nothing else (SPARK-23966)") {
  simulated_file_system files;
  files.put_file("c/offsets/7", "x");
  files.put_file("c/offsets/.8.8c1b.tmp", "x");
  files.put_file("c/state/0/1/.3.delta.8c1b.tmp", "x");
  files.put_file("c/state/0/1/3.delta", "x");
  remove_temporaries(files, "c");
  CHECK(names_in(files, "c/offsets") == std::vector<std::string>{"7"});
  CHECK(names_in(files, "c/state/0/1") == std::vector<std::string>{"3.delta"});
}

TEST_CASE("at every crash point a replaced file is the old one or the new one (SPARK-23966)") {
  const std::string old_text = "the old text";
  const std::string new_text = "the new text, which is longer than the old one";
  bool was_old = false;
  bool was_new = false;
  const auto tried = for_every_crash_point(
      [&](simulated_file_system& files) {
        files.put_file("c/a", old_text);
        replace_file(files, "c/a", new_text);
      },
      [&](simulated_file_system& files, const crash_point& point) {
        INFO(point.text());
        const auto found = files.read_file("c/a");
        REQUIRE((found == old_text || found == new_text));
        (found == old_text ? was_old : was_new) = true;
        replace_file(files, "c/a", "after");
        remove_temporaries(files, "c");
        REQUIRE(names_in(files, "c") == std::vector<std::string>{"a"});
      });
  CHECK(was_old);
  CHECK(was_new);
  CHECK(tried == 5 * 7);  // create, append, sync, close, rename, sync_folder, and no stop; by five fates
}

TEST_CASE("once a file is committed, no crash takes it away") {
  for_every_crash_point(
      [](simulated_file_system& files) {
        files.make_folders("c");
        (void)add_file(files, "c/0", "zero");
        (void)add_file(files, "c/1", "one");
      },
      [](simulated_file_system& files, const crash_point& point) {
        INFO(point.text());
        const auto zero = files.read_file("c/0");
        const auto one = files.read_file("c/1");
        if (point.step > 8) REQUIRE(zero == "zero");  // two calls make the folder, six the file
        if (point.step > 14) REQUIRE(one == "one");
        if (zero) REQUIRE(zero == "zero");
        if (one) REQUIRE((zero && one == "one"));
      });
}

TEST_CASE("a full disk or a failing sync is an error, and the previous file is intact") {
  const auto tried = for_every_failure(
      [](simulated_file_system& files) {
        files.put_file("c/a", "old");
        replace_file(files, "c/a", "new");
      },
      [](simulated_file_system& files, const crash_point& point) {
        INFO(point.text());
        const auto before = files.read_file("c/a");
        REQUIRE(before == (point.step < 6 ? "old" : "new"));  // the sixth call syncs the folder: the name is there already
        files.reboot(unsynced::lost);
        REQUIRE((files.read_file("c/a") == "old" || point.step >= 6));
      });
  CHECK(tried == 2 * 7);
}
