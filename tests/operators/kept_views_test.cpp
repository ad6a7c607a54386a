// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Columns that are views into their batch, where they are kept beyond it: as keys, as aggregates, in sinks, over a restart.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/session_window.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/operators/write_stream.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/row/owned.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sinks/foreach_batch.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kept_views_test {

struct visit {
  std::string_view page;
  std::optional<std::string_view> user;
  std::int64_t views;
};

// One of few of a session, of which there are so many that rows wait in blocks.
struct timed_visit {
  std::int64_t id;
  std::string_view page;
  tidemark::timestamp time;
};

}  // namespace kept_views_test

BOOST_HANA_ADAPT_STRUCT(kept_views_test::visit, page, user, views);
BOOST_HANA_ADAPT_STRUCT(kept_views_test::timed_visit, id, page, time);

namespace kept_views_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

static_assert(
    std::same_as<td::owned_row<visit>, td::row<td::field<"page", std::string>, td::field<"user", std::optional<std::string>>,
                                               td::field<"views", std::int64_t>>>);
static_assert(std::same_as<td::owned_row<td::row<td::field<"n", int>>>, td::row<td::field<"n", int>>>);

// More than a block of the reader, which is used again within the batch: 50 pages in turn, each 600 times.
std::string thirty_thousand_visits() {
  std::string text;
  for (int i = 0; i < 30'000; ++i)
    text += R"({"page":"page-)" + std::to_string(i % 50) + R"(","user":"user-)" + std::to_string(i % 50) + "\",\"views\":1}\n";
  return text;
}

auto visits() { return td::read_stream(td::json_source<visit>("/in")); }

}  // namespace
}  // namespace kept_views_test

using namespace kept_views_test;

namespace {

// In a program of this form.
template <td::program_form Form>
void check_kept_views() {
  const auto pipeline = visits() | td::group_by("page"_c, "user"_c) | td::agg(td::count(), td::max("page"_c).as("most"_c));
  using plan = td::plan_in<decltype(pipeline)>;
  using query_type = td::query_plan<plan, td::testing::collecting_sink<td::row_of<plan>>, td::output_mode::update>;
  td::testing::simulated_file_system files;
  files.put_file("/in/0.json", thirty_thousand_visits());
  td::testing::driver_options<> options;
  options.files = &files;
  options.start.partitions = Form == td::program_form::cut ? 3 : 1;
  td::testing::batch_driver<query_type, td::memory_state, Form> query(pipeline, td::update, options);
  const auto ran = query.run_batch();
  REQUIRE(ran);
  CHECK(ran->rows.size() == 50);
  std::set<std::string> pages;
  for (const auto& row : ran->rows) {
    pages.insert(td::get<"page">(row));
    CHECK(td::get<"user">(row) == "user-" + td::get<"page">(row).substr(5));
    CHECK(td::get<"most">(row) == td::get<"page">(row));
    CHECK(td::get<"count">(row) == 600);
  }
  CHECK(pages.size() == 50);
}

}  // namespace

TEST_CASE("views as keys and aggregates are kept as text when the file that they came from is read on") {
  check_kept_views<td::program_form::by_partitions>();
}
TEST_CASE("views that cross to another partition are kept as text") { check_kept_views<td::program_form::cut>(); }

TEST_CASE("views that wait for the sessions of a large table are kept as text") {
  constexpr std::int64_t sessions = 20'000;
  std::string lines;
  for (std::int64_t i = 0; i < 3 * sessions; ++i) {
    const std::string id = std::to_string(i % sessions);
    lines += "{\"id\":" + id + ",\"page\":\"the page that only " + id + " has seen\",\"time\":\"2026-01-05T10:00:00Z\"}\n";
  }
  td::testing::simulated_file_system files;
  files.put_file("/in/0.json", lines);
  td::testing::driver_options<> options;
  options.files = &files;
  td::testing::batch_driver query(td::read_stream(td::json_source<timed_visit>("/in")) |
                                      td::group_by(td::session_window("time"_c, 1h), "id"_c) |
                                      td::agg(td::max("page"_c).as("page"_c), td::count()),
                                  td::complete, options);
  const auto ran = query.run_batch();
  REQUIRE(ran);
  REQUIRE(ran->rows.size() == sessions);
  std::size_t wrong = 0;
  for (const auto& row : ran->rows)
    if (td::get<"page">(row) != "the page that only " + std::to_string(td::get<"id">(row)) + " has seen") ++wrong;
  CHECK(wrong == 0);
}

TEST_CASE("a text of the program is the same key after a restart") {
  td::testing::source<visit> source;
  td::testing::batch_driver query{
      td::read_stream(source) | td::with_column(td::lit("all").as("whole"_c)) | td::group_by("whole"_c) | td::count(),
      td::update};
  using rows = std::vector<decltype(query)::row>;
  source.add({{"a", {}, 1}, {"b", {}, 1}});
  CHECK(query.run_batch()->rows == rows{{"all", 2}});
  query.restart();
  source.add({{"c", {}, 1}});
  CHECK(query.run_batch()->rows == rows{{"all", 3}});
}

TEST_CASE("a function of a batch gets the texts of views") {
  std::set<std::string> pages;
  std::size_t count = 0;
  const auto note = [&](std::span<const td::owned_row<visit>> rows, td::batch_id) {
    for (const auto& row : rows) pages.insert(td::get<"page">(row));
    count += rows.size();
  };
  td::testing::simulated_file_system files;
  files.put_file("/in/0.json", thirty_thousand_visits());
  td::testing::driver_options<> options;
  options.files = &files;
  td::testing::batch_driver query(visits() | td::write_stream(td::foreach_batch(note), td::append), options);
  REQUIRE(query.run_batch());
  CHECK(count == 30'000);
  CHECK(pages.size() == 50);
}
