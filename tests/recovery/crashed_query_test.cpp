// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// A whole query on the simulated file system, stopped at every step that it takes, and failing at every step.

#include "catch2_any_version.hpp"
#include "clicks_query.hpp"

#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/crash_points.hpp>

namespace td = tidemark;

namespace {

constexpr std::size_t input_files = 4;

void run_to_the_end(td::file_system& files) {
  td::testing::driver_options<> options;
  options.files = &files;
  options.checkpoint.folder = "/run/checkpoint";
  options.start.partitions = 2;
  options.start.state.min_deltas_for_snapshot = 1;  // so that snapshots are written too
  options.start.min_batches_to_retain = 2;      // and old files removed
  td::testing::batch_driver driver(clicks::query("/run"), options);
  driver.run_until_idle();
}

void begin(td::testing::simulated_file_system& files) {
  for (std::size_t i = 0; i < input_files; ++i) files.put_file("/run/in/" + std::to_string(i) + ".json", clicks::input(i, 12));
}

// What is put out when all is read and all windows are closed.
std::vector<std::string> finished(td::testing::simulated_file_system& files) {
  begin(files);  // what had not been put there yet
  run_to_the_end(files);
  files.put_file("/run/in/9.json", clicks::closing_input());
  run_to_the_end(files);
  return clicks::output(files, "/run");
}

std::vector<std::string> undisturbed() {
  td::testing::simulated_file_system files;
  return finished(files);
}

}  // namespace

TEST_CASE("a query stopped at any step and started again puts out what an undisturbed one does, each row once") {
  const auto expected = undisturbed();
  REQUIRE(expected.size() >= 8);
  const auto tried = td::testing::for_every_crash_point(
      [](td::testing::simulated_file_system& files) {
        begin(files);
        run_to_the_end(files);
      },
      [&](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
        INFO(point.text());
        CHECK(finished(files) == expected);
      },
      {.seeds = 1});
  CHECK(tried > 300);
}

TEST_CASE("a query whose disk fails at any step ends with an error, and puts out the same when it is started again") {
  const auto expected = undisturbed();
  const auto tried = td::testing::for_every_failure(
      [](td::testing::simulated_file_system& files) {
        begin(files);
        run_to_the_end(files);
      },
      [&](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
        INFO(point.text());
        CHECK(finished(files) == expected);
      });
  CHECK(tried > 200);
}
