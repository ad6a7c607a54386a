// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/recover.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <cstdint>
#include <optional>
#include <string>

using namespace tidemark;
using tidemark::testing::simulated_file_system;

namespace {

constexpr std::nullopt_t none = std::nullopt;
using id = std::optional<std::int64_t>;

recovery_point point_of(id latest_offset, id latest_commit, bool has_offset_before = true) {
  return recovery_point_of({latest_offset, latest_commit, has_offset_before}, "c/offsets", "c/commits");
}

std::string problem_of(id latest_offset, id latest_commit, bool has_offset_before = true) {
  const auto thrown = error_of([&] { point_of(latest_offset, latest_commit, has_offset_before); });
  return thrown ? thrown->what() : "no error";
}

// Batches 0..9 of a query with one source: batch N ends at offset 10 N + 10, has watermark 100 N, and is done.
void log_ten_batches(simulated_file_system& files) {
  offset_log offsets(files, "c/offsets");
  commit_log commits(files, "c/commits");
  for (std::int64_t batch = 0; batch < 10; ++batch) {
    offsets.add(batch, {.watermark_ms = 100 * batch,
                        .time_ms = 1000 + batch,
                        .conf = {{"batch", std::to_string(batch)}},
                        .ends = {std::to_string(10 * batch + 10)}});
    commits.add(batch, {.next_watermark_ms = 100 * batch + 100});
  }
}

recovery recovered(simulated_file_system& files, std::size_t sources = 1) {
  return recover(offset_log(files, "c/offsets"), commit_log(files, "c/commits"), sources);
}

}  // namespace

TEST_CASE("the first batch by the latest ids of both logs") {
  CHECK(point_of(none, none, false) == recovery_point{0, false, none});
  CHECK(point_of(0, none, false) == recovery_point{0, true, none});
  CHECK(point_of(0, 0, false) == recovery_point{1, false, 0});
  CHECK(point_of(1, 0) == recovery_point{1, true, 0});
  CHECK(point_of(1, 1) == recovery_point{2, false, 1});
  CHECK(point_of(9, 8) == recovery_point{9, true, 8});
  CHECK(point_of(9, 9) == recovery_point{10, false, 9});
}

TEST_CASE("logs that can't be of one query are refused, naming batch, folder and the way out") {
  CHECK(problem_of(9, 9, false) ==
        "tidemark log_hole: \"c/offsets\" has no entry for batch 8, but \"c/offsets\" has one for batch 9; put the file back "
        "from a copy, or start with a new checkpoint folder");
  CHECK(problem_of(9, 8, false) == problem_of(9, 9, false));
  CHECK(problem_of(1, none, false).starts_with("tidemark log_hole: \"c/offsets\" has no entry for batch 0"));
  CHECK(problem_of(9, 7) ==
        "tidemark log_hole: \"c/commits\" has no entry for batch 8, but \"c/offsets\" has one for batch 9; put the file back "
        "from a copy, or start with a new checkpoint folder");
  CHECK(problem_of(1, none).starts_with("tidemark log_hole: \"c/commits\" has no entry for batch 0"));
  CHECK(problem_of(8, 9) ==
        "tidemark log_ahead: batch 9 is committed in \"c/commits\", but \"c/offsets\" ends at batch 8; put the files back from "
        "a copy, or start with a new checkpoint folder");
  CHECK(problem_of(none, 0).starts_with(
      "tidemark log_ahead: batch 0 is committed in \"c/commits\", but \"c/offsets\" is empty;"));
}

TEST_CASE("without logs the first batch is 0, from the beginning") {
  simulated_file_system files;
  const auto start = recovered(files, 2);
  CHECK(start.batch == 0);
  CHECK_FALSE(start.is_logged);
  CHECK(start.starts == std::vector<std::optional<std::string>>{none, none});
  CHECK(start.watermark_ms == 0);
  CHECK(start.late_watermark_ms == 0);
}

TEST_CASE("after a committed batch the next one starts at its end, with the watermark that it led to") {
  simulated_file_system files;
  log_ten_batches(files);
  const auto next = recovered(files);
  CHECK(next.batch == 10);
  CHECK_FALSE(next.is_logged);
  CHECK(next.starts.at(0) == "100");
  CHECK(next.ends == next.starts);
  CHECK(next.watermark_ms == 1000);
  CHECK(next.late_watermark_ms == 900);
  CHECK(next.conf.at("batch") == "9");
}

TEST_CASE("the watermark never goes back behind that of the last batch") {
  simulated_file_system files;
  offset_log(files, "c/offsets").add(0, {.watermark_ms = 500, .ends = {"1"}});
  files.put_file("c/commits/0", "v1");
  CHECK(recovered(files).watermark_ms == 500);
}

TEST_CASE("a batch that was logged and not committed runs again between the same offsets, with the same clock") {
  simulated_file_system files;
  log_ten_batches(files);
  files.remove("c/commits/9");
  const auto again = recovered(files);
  CHECK(again.batch == 9);
  CHECK(again.is_logged);
  CHECK(again.starts.at(0) == "90");
  CHECK(again.ends.at(0) == "100");
  CHECK(again.watermark_ms == 900);
  CHECK(again.late_watermark_ms == 800);
  CHECK(again.time_ms == 1009);
  CHECK(again.conf.at("batch") == "9");
}

TEST_CASE("batch 0 that was logged and not committed runs again from the beginning") {
  simulated_file_system files;
  offset_log(files, "c/offsets").add(0, {.watermark_ms = 0, .time_ms = 7, .ends = {"10"}});
  const auto again = recovered(files);
  CHECK(again.batch == 0);
  CHECK(again.is_logged);
  CHECK(again.starts.at(0) == none);
  CHECK(again.ends.at(0) == "10");
  CHECK(again.time_ms == 7);
}

TEST_CASE("a hole in the logs is one error that names batch and folder (SPARK-38033)") {
  const auto without = [](const std::string& path) {
    simulated_file_system files;
    log_ten_batches(files);
    files.remove(path);
    const auto thrown = error_of([&] { recovered(files); });
    return thrown ? thrown->id() + " " + std::to_string(thrown->batch().value()) + " " + thrown->file() : "no error";
  };
  CHECK(without("c/offsets/8") == "log_hole 8 c/offsets/8");
  CHECK(without("c/offsets/9") == "log_ahead 9 c/offsets/9");
  CHECK(without("c/commits/9") == "no error");
  CHECK(without("c/commits/8") == "no error");  // not needed: batch 9 is committed
  CHECK(without("c/offsets/3") == "no error");  // as after a purge
}

TEST_CASE("another number of sources is refused, with both numbers") {
  simulated_file_system files;
  log_ten_batches(files);
  const auto thrown = error_of([&] { recovered(files, 2); });
  REQUIRE(thrown);
  CHECK(std::string(thrown->what()) ==
        "tidemark sources_changed: \"c/offsets/9\" has offsets of 1 sources, but the query reads from 2; read from the same "
        "sources in the same order, or start with a new checkpoint folder");
}

TEST_CASE("a damaged entry that is needed is an error, one that is not needed is not read") {
  simulated_file_system files;
  log_ten_batches(files);
  files.put_file("c/offsets/8", "");
  CHECK(recovered(files).batch == 10);
  files.put_file("c/offsets/9", "");
  CHECK(error_id_of([&] { recovered(files); }) == "log_incomplete");
}
