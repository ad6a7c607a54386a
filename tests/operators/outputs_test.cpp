// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Several outputs of one query: one read, one checkpoint, one batch id.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/drop_duplicates.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/late_rows_to.hpp>
#include <tidemark/operators/outputs.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/runtime/start.hpp>
#include <tidemark/sinks/foreach_batch.hpp>
#include <tidemark/sinks/json_sink.hpp>
#include <tidemark/sinks/memory_sink.hpp>
#include <tidemark/sinks/noop_sink.hpp>
#include <tidemark/sinks/sinks.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace outputs_test {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct view {
  std::string page;
  std::int64_t user;
  td::timestamp time;
};
using views_of_page = td::row<td::field<"page", std::string>, td::field<"n", std::int64_t>>;

}  // namespace outputs_test

BOOST_HANA_ADAPT_STRUCT(outputs_test::view, page, user, time);

namespace outputs_test {
namespace {

constexpr td::timestamp at(std::int64_t seconds) { return td::timestamp(seconds * 1'000'000); }
auto watermarked(const td::testing::source<view>& in) { return td::read_stream(in) | td::with_watermark("time"_c, 10s); }
auto counts_of(auto views) { return views | td::group_by("page"_c) | td::agg(td::count().as("n"_c)); }

using numbers = std::vector<std::pair<std::string, std::int64_t>>;
numbers sorted(const td::memory_table<views_of_page>& table) {
  numbers all;
  for (const auto& row : table) all.emplace_back(td::get<"page">(row), td::get<"n">(row));
  std::sort(all.begin(), all.end());
  return all;
}
std::vector<std::int64_t> users(const td::memory_table<view>& table) {
  std::vector<std::int64_t> all;
  for (const view& row : table) all.push_back(row.user);
  std::sort(all.begin(), all.end());
  return all;
}

auto options_of(std::size_t partitions) {
  td::testing::driver_options<> options;
  options.start.partitions = partitions;
  return options;
}

TEST_CASE("outputs of different plans get the same batches of one source, in the modes of their own") {
  for (const std::size_t partitions : {1U, 2U, 5U}) {
    CAPTURE(partitions);
    td::testing::source<view> in;
    td::memory_table<view> odd;
    td::memory_table<views_of_page> changed, whole;
    std::vector<std::pair<td::batch_id, std::size_t>> sizes;
    const auto views = watermarked(in);
    td::testing::batch_driver query(td::outputs(views | td::where([](const view& one) { return one.user % 2 == 1; }) |
                                                    td::write_stream(td::memory_sink(odd), td::append),
                                                counts_of(views) | td::write_stream(td::memory_sink(changed), td::update),
                                                counts_of(views) | td::write_stream(td::memory_sink(whole), td::complete),
                                                views | td::write_stream(td::foreach_batch([&](auto rows, td::batch_id id) {
                                                                           sizes.emplace_back(id, rows.size());
                                                                         }),
                                                                         td::append)),
                                    options_of(partitions));
    in.add({{"a", 1, at(100)}, {"b", 2, at(101)}, {"a", 3, at(102)}});
    const auto first = query.run_batch();
    REQUIRE(first);
    CHECK(first->state.size() == 2);
    CHECK(users(odd) == std::vector<std::int64_t>{1, 3});
    CHECK(sorted(changed) == numbers{{"a", 2}, {"b", 1}});
    query.restart();
    in.add({{"b", 5, at(103)}});
    REQUIRE(query.run_batch());
    CHECK(users(odd) == std::vector<std::int64_t>{1, 3, 5});
    CHECK(sorted(changed) == numbers{{"a", 2}, {"b", 1}, {"b", 2}});
    CHECK(sorted(whole) == numbers{{"a", 2}, {"b", 2}});
    CHECK(sizes == std::vector<std::pair<td::batch_id, std::size_t>>{{0, 3}, {1, 1}});
  }
}

TEST_CASE("an output may join what another one writes") {
  td::testing::source<view> in, others;
  td::memory_table<view> all;
  std::size_t pairs = 0;
  const auto views = watermarked(in);
  const auto right = td::read_stream(others) | td::rename("page"_c, "other"_c) | td::rename("user"_c, "visitor"_c) |
                     td::rename("time"_c, "other_time"_c);
  td::testing::batch_driver query(
      td::outputs(views | td::join(right, td::inner, "page"_c == td::right("other"_c)) |
                      td::write_stream(td::foreach_batch([&](auto rows, td::batch_id) { pairs += rows.size(); }), td::append),
                  views | td::write_stream(td::memory_sink(all), td::append)),
      options_of(2));
  in.add({{"a", 1, at(100)}, {"b", 2, at(101)}});
  others.add({{"a", 7, at(100)}, {"a", 8, at(100)}});
  REQUIRE(query.run_batch());
  CHECK(pairs == 2);
  CHECK(users(all) == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("several sinks of one output get the same rows from one state") {
  td::testing::source<view> in;
  td::memory_table<views_of_page> one, other;
  td::testing::batch_driver query(
      counts_of(watermarked(in)) | td::write_stream(td::sinks(td::memory_sink(one), td::memory_sink(other)), td::update),
      options_of(2));
  in.add({{"a", 1, at(100)}, {"b", 2, at(101)}, {"a", 3, at(102)}});
  const auto ran = query.run_batch();
  CHECK(ran->state.size() == 1);
  CHECK(sorted(one) == numbers{{"a", 2}, {"b", 1}});
  CHECK(sorted(other) == sorted(one));
}

// The id of what is thrown when a driver of this query is made.
std::string id_of_refusal(auto query) {
  try {
    td::testing::batch_driver driver(std::move(query), td::testing::driver_options<>{});
  } catch (const td::error& problem) {
    return std::string(problem.id());
  }
  return "none";
}

TEST_CASE("two sinks of a query must not write to one place") {
  td::testing::source<view> in;
  td::memory_table<view> table;
  const auto views = watermarked(in);
  const auto to_folder = [](const char* folder) { return td::json_sink(folder); };
  CHECK(id_of_refusal(td::outputs(views | td::write_stream(td::memory_sink(table), td::append),
                                  views | td::write_stream(td::memory_sink(table), td::append))) == "sinks_share_output");
  CHECK(id_of_refusal(views | td::write_stream(td::sinks(to_folder("/out"), to_folder("/./out/")), td::append)) ==
        "sinks_share_output");
  CHECK(id_of_refusal(views | td::write_stream(td::sinks(to_folder("/out"), to_folder("/out2")), td::append)) == "none");
  const auto firsts = views | td::drop_duplicates("user"_c, "time"_c) | td::late_rows_to(to_folder("/late"));
  CHECK(id_of_refusal(firsts | td::write_stream(to_folder("/out"), td::append)) == "none");
  CHECK(id_of_refusal(firsts | td::write_stream(to_folder("/late"), td::append)) == "sinks_share_output");
  CHECK(id_of_refusal(firsts | td::union_with(firsts) | td::write_stream(to_folder("/out"), td::append)) ==
        "sinks_share_output");
}

TEST_CASE("the modes and steps of all outputs are checked against the checkpoint") {
  td::testing::source<view> in;
  td::testing::simulated_file_system files;
  const auto views = watermarked(in);
  const auto counts = counts_of(views) | td::write_stream(td::noop_sink{}, td::update);
  const auto firsts = views | td::drop_duplicates("user"_c) | td::write_stream(td::noop_sink{}, td::append);
  const auto id_of_start = [&](auto query) {
    auto options = options_of(1);
    options.files = &files;
    try {
      td::testing::batch_driver driver(std::move(query), options);
      in.add({{"a", 1, at(100)}});
      driver.run_until_idle();
    } catch (const td::error& problem) {
      return std::string(problem.id());
    }
    return std::string("none");
  };
  CHECK(id_of_start(td::outputs(counts, firsts)) == "none");
  CHECK(id_of_start(td::outputs(counts, firsts)) == "none");  // as before
  CHECK(id_of_start(td::outputs(firsts, counts)) == "state_operator_changed");
  CHECK(id_of_start(td::outputs(counts_of(views) | td::write_stream(td::noop_sink{}, td::complete), firsts)) ==
        "state_schema_changed");
}

TEST_CASE("late rows can be asked for at a restart, and no more at the next") {
  td::testing::source<view> in;
  td::testing::simulated_file_system files;
  td::memory_table<view> late;
  const auto firsts = watermarked(in) | td::drop_duplicates("user"_c, "time"_c);
  const auto run = [&](auto plan, std::vector<view> rows) {
    auto options = options_of(2);
    options.files = &files;
    td::testing::batch_driver driver(plan | td::write_stream(td::noop_sink{}, td::append), options);
    in.add(std::move(rows));
    return driver.run_until_idle().size();
  };
  const auto with_late = firsts | td::late_rows_to(td::memory_sink(late));
  CHECK(run(firsts, {{"a", 1, at(1000)}}) == 2);
  CHECK(run(with_late, {{"a", 2, at(980)}, {"a", 3, at(1010)}}) == 2);
  CHECK(run(firsts, {{"a", 4, at(980)}}) == 1);
  CHECK(run(with_late, {{"a", 5, at(981)}}) == 1);
  CHECK(users(late) == std::vector<std::int64_t>{2, 5});
}

TEST_CASE("progress counts the rows of each sink, late rows too") {
  std::vector<view> rows;
  for (std::int64_t i = 0; i < 10; ++i) rows.push_back({"a", i, at(1000 + 100 * i)});
  td::memory_table<view> firsts, late, all;
  td::testing::source<view> in;
  const auto views = watermarked(in);
  td::streaming_query query =
      td::outputs(views | td::drop_duplicates("user"_c, "time"_c) | td::late_rows_to(td::memory_sink(late)) |
                      td::write_stream(td::memory_sink(firsts), td::append),
                  views | td::write_stream(td::memory_sink(all), td::append)) |
      td::start({.name = "two outputs", .partitions = 2});
  in.add({{"a", 1, at(1000)}});
  query.process_all_available();
  in.add({{"a", 2, at(980)}, {"a", 3, at(990)}, {"a", 4, at(991)}});
  query.process_all_available();
  query.stop();
  CHECK(users(firsts) == std::vector<std::int64_t>{1, 4});
  CHECK(users(late) == std::vector<std::int64_t>{2, 3});
  CHECK(users(all) == std::vector<std::int64_t>{1, 2, 3, 4});
  bool has_seen_late = false;
  for (const auto& progress : query.recent_progress()) {
    CHECK(progress.sink.description == "MemorySink");
    REQUIRE(progress.other_sinks.size() == 2);
    CHECK(progress.other_sinks[0].description == "late rows: MemorySink");
    CHECK(progress.other_sinks[1].description == "MemorySink");
    if (progress.other_sinks[0].num_output_rows != 2) continue;
    has_seen_late = true;
    CHECK(progress.sink.num_output_rows == 1);
    CHECK(progress.other_sinks[1].num_output_rows == 3);
    CHECK(progress.json().find(R"("otherSinks":[{"description":"late rows: MemorySink","numOutputRows":2)") !=
          std::string::npos);
  }
  CHECK(has_seen_late);
  CHECK(query.explain() ==
        "outputs\n"
        "+- write_stream MemorySink, append, exactly once, bounded state\n"
        "   +- drop_duplicates user, time\n"
        "      late rows to MemorySink\n"
        "      +- with_watermark time, 10 seconds\n"
        "         +- read_stream MemoryStream\n"
        "+- write_stream MemorySink, append, exactly once, bounded state\n"
        "   +- with_watermark time, 10 seconds\n"
        "      +- read_stream MemoryStream\n");
}

}  // namespace
}  // namespace outputs_test
