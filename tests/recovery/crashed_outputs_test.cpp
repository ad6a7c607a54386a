// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Queries with more than one file sink on the simulated file system, stopped at every step: each sink has each row once.

#include "catch2_any_version.hpp"
#include "clicks_query.hpp"

#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/late_rows_to.hpp>
#include <tidemark/operators/outputs.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/sinks/sinks.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/crash_points.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace crashed_outputs_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

auto clicks_in() {
  return td::read_stream(td::json_source<click>("/run/in", {.max_files_per_trigger = 1})) | td::with_watermark("time"_c, 1s);
}
auto counts_of(auto rows) {
  return rows | td::group_by(td::window("time"_c, 4s), "user"_c) | td::agg(td::count().as("clicks"_c));
}
td::json_sink file(const std::string& name) { return td::json_sink("/run/" + name); }

const auto with_late_rows = [] {
  return counts_of(clicks_in()) | td::late_rows_to(file("second")) | td::write_stream(file("first"), td::append);
};
const auto with_two_sinks = [] {
  return counts_of(clicks_in()) | td::write_stream(td::sinks(file("first"), file("second")), td::append);
};
const auto with_two_outputs = [] {
  const auto clicks = clicks_in();
  return td::outputs(clicks | td::where("weight"_c > 50) | td::write_stream(file("first"), td::append),
                     counts_of(clicks) | td::late_rows_to(file("third")) | td::write_stream(file("second"), td::append));
};

void run_to_the_end(td::file_system& files, const auto& make_query) {
  td::testing::driver_options<> options;
  options.files = &files;
  options.checkpoint.folder = "/run/checkpoint";
  options.start.partitions = 2;
  options.start.min_batches_to_retain = 2;
  td::testing::batch_driver driver(make_query(), options);
  driver.run_until_idle();
}
void begin(td::testing::simulated_file_system& files) {
  // The last file is from before the second: most of its rows are late.
  constexpr std::array<std::size_t, 4> order{0, 3, 1, 2};
  for (std::size_t i = 0; i < order.size(); ++i)
    files.put_file("/run/in/" + std::to_string(i) + ".json", clicks::input(order[i], 12));
}

using outputs_seen = std::array<std::vector<std::string>, 3>;

outputs_seen finished(td::testing::simulated_file_system& files, const auto& make_query) {
  begin(files);
  run_to_the_end(files, make_query);
  files.put_file("/run/in/9.json", clicks::closing_input());
  run_to_the_end(files, make_query);
  return {clicks::output(files, "/run", "first"), clicks::output(files, "/run", "second"),
          clicks::output(files, "/run", "third")};
}

void check(const auto& make_query, std::array<std::size_t, 3> least_rows) {
  td::testing::simulated_file_system undisturbed;
  const auto expected = finished(undisturbed, make_query);
  for (std::size_t i = 0; i < expected.size(); ++i) REQUIRE(expected[i].size() >= least_rows[i]);
  const auto tried = td::testing::for_every_crash_point(
      [&](td::testing::simulated_file_system& files) {
        begin(files);
        run_to_the_end(files, make_query);
      },
      [&](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
        INFO(point.text());
        CHECK(finished(files, make_query) == expected);
      },
      {.seeds = 1, .every = 2});
  CHECK(tried > 150);
}

TEST_CASE("late rows are in their sink once after a stop at any step") { check(with_late_rows, {8, 3, 0}); }
TEST_CASE("two sinks of the same rows have each once after a stop at any step") {
  check(with_two_sinks, {8, 8, 0});
  td::testing::simulated_file_system files;
  const auto seen = finished(files, with_two_sinks);
  CHECK(seen[0] == seen[1]);
}
TEST_CASE("two outputs on a disk that fails at any step have each row once when they are started again") {
  td::testing::simulated_file_system undisturbed;
  const auto expected = finished(undisturbed, with_two_outputs);
  const auto tried = td::testing::for_every_failure(
      [](td::testing::simulated_file_system& files) {
        begin(files);
        run_to_the_end(files, with_two_outputs);
      },
      [&](td::testing::simulated_file_system& files, const td::testing::crash_point& point) {
        INFO(point.text());
        CHECK(finished(files, with_two_outputs) == expected);
      });
  CHECK(tried > 200);
}
TEST_CASE("two outputs and late rows of one of them have each row once after a stop at any step") {
  check(with_two_outputs, {8, 8, 3});
}

}  // namespace
}  // namespace crashed_outputs_test
