// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Each kind of state in a whole query on the simulated file system, stopped at the steps that it takes.

#include "catch2_any_version.hpp"
#include "stateful_queries.hpp"

#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace crashed_operators_test {

namespace td = tidemark;

void run_to_the_end(td::file_system& files, const auto& query) {
  td::testing::driver_options<> options;
  options.files = &files;
  options.checkpoint.folder = "/run/checkpoint";
  options.start.partitions = 2;
  options.start.state.min_deltas_for_snapshot = 1;
  options.start.state.file_cost_bytes = 1;  // so that snapshots are made from files, and not by one commit
  options.start.min_batches_to_retain = 2;
  td::testing::batch_driver driver(query.make("/run"), options);
  driver.run_until_idle();
}

void begin(td::testing::simulated_file_system& files) {
  for (std::size_t i = 0; i < 3; ++i) {
    files.put_file("/run/in/" + std::to_string(i) + ".json", clicks::input(i, 8));
    files.put_file("/run/others/" + std::to_string(i) + ".json", clicks::input(i, 8, 1));
  }
}

// What is put out when all is read and the watermark has passed it.
std::vector<std::string> finished(td::testing::simulated_file_system& files, const auto& query) {
  begin(files);
  run_to_the_end(files, query);
  for (const char* folder : {"in", "others"})
    files.put_file("/run/" + std::string(folder) + "/9.json", clicks::closing_input());
  run_to_the_end(files, query);
  return clicks::output(files, "/run");
}

TEST_CASE("what a query puts out is the same after a stop at any step, with each kind of state") {
  stateful_queries::for_each([](const auto& query) {
    INFO(query.name);
    td::testing::simulated_file_system undisturbed;
    const auto expected = finished(undisturbed, query);
    REQUIRE(expected.size() >= query.least_rows);
    const auto tried = td::testing::for_every_crash_point(
        [&](td::testing::simulated_file_system& files) {
          begin(files);
          run_to_the_end(files, query);
        },
        [&](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
          INFO(point.text());
          CHECK(finished(files, query) == expected);
        },
        {.seeds = 1, .every = 3});
    CHECK(tried > 100);
  });
}

}  // namespace crashed_operators_test
