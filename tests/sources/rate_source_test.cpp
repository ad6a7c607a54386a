// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/scratch_folder.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/durable/uuid.hpp>
#include <tidemark/sources/rate_source.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace td = tidemark;
using namespace std::chrono_literals;

namespace {

static_assert(td::Source<td::rate_source>);
static_assert(td::CuttableRowReader<td::rate_reader, td::rate_row>);

constexpr auto limited = td::read_limit::of_source;
using offset = std::optional<td::source_offset>;
using rows = std::vector<td::rate_row>;

rows read(const td::rate_source::open_source& open, const offset& start, const td::source_offset& end) {
  rows found;
  const auto reader = open.rows<td::name_list<"timestamp", "value">>(start, end);
  reader.read_part(0, reader.size(), [&](const td::rate_row& one) { found.push_back(one); });
  return found;
}

td::rate_row at(std::int64_t ms, std::int64_t value) { return {td::timestamp::from_millis(ms), value}; }

}  // namespace

TEST_CASE("the offset is whole seconds since the first start, 0 at once") {
  const scratch_folder folder;
  auto open = td::rate_source().open({td::local_files(), folder.path()});
  CHECK(open.latest_offset({}, 5'000, limited) == offset("0"));
  CHECK(open.latest_offset("0", 5'999, limited) == offset("0"));
  CHECK(open.latest_offset("0", 6'000, limited) == offset("1"));
  CHECK(open.latest_offset("0", 6'001, limited) == offset("1"));
  CHECK(open.latest_offset("1", 2'000, limited) == offset("1"));
  CHECK(read(open, {}, "0").empty());
}

TEST_CASE("the first start is in the checkpoint as the engine writes it, and counts after a restart") {
  const scratch_folder folder;
  (void)td::rate_source().open({td::local_files(), folder.path()}).latest_offset({}, 5'000, limited);
  CHECK(td::local_files().read_file(folder.path() + "/0") == "v1\n5000");
  auto again = td::rate_source({.rows_per_second = 2}).open({td::local_files(), folder.path()});
  CHECK(read(again, {}, "1") == rows{at(5'000, 0), at(5'500, 1)});
  CHECK(again.latest_offset("1", 60'000, limited) == offset("55"));
}

TEST_CASE("rows are spaced evenly over the seconds of a batch") {
  auto open = td::rate_source({.rows_per_second = 3}).open({td::local_files(), ""});
  (void)open.latest_offset({}, 1'000, limited);
  CHECK(read(open, {}, "1") == rows{at(1'000, 0), at(1'333, 1), at(1'667, 2)});
  CHECK(read(open, "1", "3") == rows{at(2'000, 3), at(2'333, 4), at(2'667, 5), at(3'000, 6), at(3'333, 7), at(3'667, 8)});
  CHECK(read(open, "3", "3").empty());
}

TEST_CASE("during the ramp each second has the same number of rows more") {
  constexpr td::rate_source_options ramp{.rows_per_second = 10, .ramp_up = 4s};
  const std::int64_t expected[] = {0, 2, 6, 12, 20, 30, 40};
  for (std::int64_t second = 0; second < 7; ++second) CHECK(td::rate_rows_before(second, ramp) == expected[second]);
  constexpr td::rate_source_options odd{.rows_per_second = 8, .ramp_up = 2s};  // 8 / 3 = 2 more each second
  CHECK(td::rate_rows_before(2, odd) == 6);
  CHECK(td::rate_rows_before(3, odd) == 14);

  auto open = td::rate_source(ramp).open({td::local_files(), ""});
  (void)open.latest_offset({}, 0, limited);
  CHECK(read(open, "0", "1") == rows{at(0, 0), at(500, 1)});
  CHECK(read(open, "1", "2") == rows{at(1'000, 2), at(1'250, 3), at(1'500, 4), at(1'750, 5)});
}

TEST_CASE("a frozen rate source ends at the second of its start") {
  auto open = td::rate_source().open({td::local_files(), ""});
  (void)open.latest_offset({}, 0, limited);
  open.freeze(2'500);
  CHECK(open.latest_offset({}, 10'000, limited) == offset("2"));
}

TEST_CASE("rows logged before can't be made without the time of the first start") {
  const scratch_folder folder;
  const auto open = td::rate_source().open({td::local_files(), folder.path()});
  try {
    (void)read(open, {}, "1");
    FAIL("made rows");
  } catch (const td::error& problem) {
    CHECK(problem.id() == "source_log_missing");
  }
}

TEST_CASE("a rate below one row a second and a negative ramp are refused") {
  CHECK_THROWS_AS(td::rate_source({.rows_per_second = 0}), td::error);
  CHECK_THROWS_AS(td::rate_source({.rows_per_second = 1, .ramp_up = -1s}), td::error);
  CHECK_NOTHROW(td::rate_source({.rows_per_second = 1}));
}
