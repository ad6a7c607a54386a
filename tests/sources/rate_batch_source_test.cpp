// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/sources/rate_batch_source.hpp>
#include <tidemark/testing/source_laws.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace td = tidemark;
using namespace std::chrono_literals;
using rows = std::vector<td::rate_row>;
using offset = std::optional<td::source_offset>;

namespace {

static_assert(td::Source<td::rate_batch_source>);
static_assert(td::CuttableRowReader<td::rate_batch_reader, td::rate_row>);

constexpr auto limited = td::read_limit::of_source;

rows read(const td::rate_batch_source::open_source& open, const offset& start, const td::source_offset& end) {
  rows found;
  const auto reader = open.rows<td::name_list<"timestamp", "value">>(start, end);
  reader.read_part(0, reader.size(), [&](const td::rate_row& one) { found.push_back(one); });
  return found;
}

td::rate_row at(std::int64_t ms, std::int64_t value) { return {td::timestamp::from_millis(ms), value}; }

}  // namespace

TEST_CASE("each batch has its number of rows, all of one time") {
  const td::rate_batch_source source({.rows_per_batch = 2, .start = td::timestamp::from_millis(500), .advance = 250ms});
  auto open = source.open({td::local_files(), ""});
  CHECK(open.latest_offset({}, 0, limited) == offset("1"));
  CHECK(open.latest_offset("1", 0, limited) == offset("2"));
  CHECK(read(open, {}, "1") == rows{at(500, 0), at(500, 1)});
  CHECK(read(open, "1", "3") == rows{at(750, 2), at(750, 3), at(1000, 4), at(1000, 5)});
  CHECK(source.description() == "RatePerMicroBatchStream[rowsPerBatch=2, advanceMillisPerBatch=250]");
}

TEST_CASE("frozen it has one batch more, and with a number of batches it ends") {
  auto endless = td::rate_batch_source().open({td::local_files(), ""});
  endless.freeze(0);
  CHECK(endless.latest_offset("7", 0, limited) == offset("8"));
  CHECK(endless.latest_offset("8", 0, limited) == offset("8"));
  auto three = td::rate_batch_source({.batches = 3}).open({td::local_files(), ""});
  CHECK(three.latest_offset("2", 0, limited) == offset("3"));
  CHECK(three.latest_offset("3", 0, limited) == offset("3"));
}

TEST_CASE("options that go back are refused") {
  const auto refuses = [](const td::rate_batch_source_options& options) {
    const auto thrown = error_of([&] { (void)td::rate_batch_source(options); });
    return thrown && thrown->id() == "rate_source_options";
  };
  CHECK(!refuses({}));
  CHECK(refuses({.rows_per_batch = 0}));
  CHECK(refuses({.advance = -1ms}));
  CHECK(refuses({.batches = -1}));
}

TEST_CASE("with an end the rate source by batches keeps the laws") {
  CHECK(td::testing::broken_source_law(td::rate_batch_source({.rows_per_batch = 3, .batches = 20}), {td::local_files(), ""})
            .value_or("kept") == "kept");
}
