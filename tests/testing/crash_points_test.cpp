// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/testing/crash_points.hpp>

#include <exception>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace tidemark;
using namespace tidemark::testing;

namespace {

// The mistake that the driver must find: renamed without a sync of the bytes.
void replace_carelessly(simulated_file_system& files) {
  files.put_file("c/a", "old");
  const auto file = files.create("c/.a.tmp");
  file->append("new");
  file->close();
  files.rename("c/.a.tmp", "c/a");
  files.sync_folder("c");
}

}  // namespace

TEST_CASE("every step is tried under every fate, and then a run that is not stopped") {
  std::set<std::string> points;
  const auto note = [&](simulated_file_system&, const crash_point& point) { points.insert(point.text()); };
  const auto tried = for_every_crash_point(replace_carelessly, note);
  CHECK(tried == 5 * 6);
  CHECK(points.size() == 30);
  CHECK(points.contains("step 1, what was not synced is lost"));
  CHECK(points.contains("step 6, what was not synced is kept"));
  CHECK(points.contains("step 3, what was not synced is torn, seed 2"));
}

TEST_CASE("a rename before the bytes are synced is found out") {
  std::set<unsynced> found_by;
  for_every_crash_point(replace_carelessly, [&](simulated_file_system& files, const crash_point& point) {
    const auto found = files.read_file("c/a");
    if (found != "old" && found != "new") found_by.insert(point.what);
  });
  CHECK(found_by == std::set<unsynced>{unsynced::lost, unsynced::torn});
}

TEST_CASE("the same seed gives the same outcome") {
  const auto outcomes = [] {
    std::vector<std::string> all;
    for_every_crash_point(replace_carelessly,
                          [&](simulated_file_system& files) { all.push_back(files.read_file("c/a").value_or("-")); },
                          {.seeds = 20});
    return all;
  };
  CHECK(outcomes() == outcomes());
}

TEST_CASE("a check that throws is reported with its point") {
  const auto thrown = error_of([] {
    for_every_crash_point(replace_carelessly, [](simulated_file_system& files) {
      if (files.read_file("c/a") == "") throw std::runtime_error("the file is empty");
    });
  });
  REQUIRE(thrown);
  CHECK(std::string(thrown->what()) ==
        "tidemark crash_point_failed: at step 6, what was not synced is lost: the file is empty; try this point alone with "
        "crash_at, or fail_at, and reboot");
}

TEST_CASE("an exception of the program that is not due to the stop is passed on") {
  CHECK_THROWS_AS(
      for_every_crash_point([](simulated_file_system&) { throw std::logic_error("mine"); }, [](simulated_file_system&) {}),
      std::logic_error);
}

TEST_CASE("a program that swallows the stop is still taken as stopped") {
  const auto tried = for_every_crash_point(
      [](simulated_file_system& files) {
        try {
          files.make_folders("c");
        } catch (const std::exception&) {
        }
      },
      [](simulated_file_system&) {}, {.seeds = 0});
  CHECK(tried == 2 * 3);
}

TEST_CASE("a part of the steps, or every n-th, can be tried alone") {
  std::vector<std::int64_t> steps;
  const auto note = [&](simulated_file_system&, const crash_point& point) { steps.push_back(point.step); };
  for_every_crash_point(replace_carelessly, note, {.seeds = 0, .first_step = 2, .last_step = 4, .every = 2});
  CHECK(steps == std::vector<std::int64_t>{2, 4, 2, 4});
}

TEST_CASE("every step fails once with each error, and the program goes on or throws an error") {
  std::set<std::string> points;
  const auto tried = for_every_failure(replace_carelessly, [&](simulated_file_system& files, const crash_point& point) {
    points.insert(point.text());
    const auto found = files.read_file("c/a");
    CHECK((found == "old" || found == "new"));
  });
  CHECK(tried == 2 * 6);
  CHECK(points.contains("step 2 failed with errno " + std::to_string(ENOSPC)));
  CHECK(points.contains("step 6 failed with errno " + std::to_string(EIO)));
}
