// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sinks/memory_sink.hpp>
#include <tidemark/sinks/noop_sink.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

namespace td = tidemark;

namespace {

struct result {
  std::string page;
  std::int64_t views{};
  bool operator==(const result&) const = default;
};

using results = std::vector<result>;

}  // namespace

BOOST_HANA_ADAPT_STRUCT(result, page, views);

namespace {

using pages = td::row<td::field<"views", std::int64_t>, td::field<"page", std::string>>;
using users = td::row<td::field<"user", std::string>>;

static_assert(td::Sink<td::memory_sink<result>, result>);
static_assert(td::Sink<td::memory_sink<result>, pages>, "columns are matched by name");
static_assert(!td::Sink<td::memory_sink<result>, users>);
static_assert(td::Sink<td::noop_sink, users>);
static_assert(std::ranges::forward_range<const td::memory_table<result>>);
static_assert(std::ranges::common_range<const td::memory_table<result>>);

auto opened(const td::memory_table<result>& table, std::string query, std::size_t partitions = 1) {
  return td::memory_sink(table).open<result>({td::local_files(), std::move(query), "", partitions});
}

void run(auto& sink, td::batch_id id, td::output mode, const results& rows) {
  sink.begin(id, mode);
  for (const auto& one : rows) sink.writer(0).write(one);
  sink.prepare(id);
  sink.commit(id);
}

}  // namespace

TEST_CASE("rows stand in the table when their batch is committed, in partition order") {
  td::memory_table<result> table;
  auto sink = opened(table, "q", 3);
  sink.begin(0, td::output::new_rows);
  sink.writer(2).write(result{"c", 3});
  sink.writer(0).write(result{"a", 1});
  sink.writer(1).write(pages{2, "b"});
  sink.writer(0).write(result{"a", 11});
  CHECK(sink.output_rows() == 4);
  sink.prepare(0);
  CHECK(table.rows().empty());
  sink.commit(0);
  CHECK(table.rows() == results{{"a", 1}, {"a", 11}, {"b", 2}, {"c", 3}});
  CHECK(sink.output_rows() == 4);
}

TEST_CASE("update output is added, complete output takes the place of the old") {
  td::memory_table<result> table;
  auto sink = opened(table, "q");
  run(sink, 0, td::output::changed_rows, {{"a", 1}});
  run(sink, 1, td::output::changed_rows, {{"a", 2}});
  CHECK(table.rows() == results{{"a", 1}, {"a", 2}});
  run(sink, 2, td::output::whole_result, {{"a", 3}, {"b", 1}});
  CHECK(table.rows() == results{{"a", 3}, {"b", 1}});
  run(sink, 3, td::output::whole_result, {});
  CHECK(table.rows().empty());
}

TEST_CASE("a batch given again counts once, also after a restart, for each query") {
  td::memory_table<result> table;
  auto first = opened(table, "q");
  run(first, 6, td::output::new_rows, {{"a", 6}});
  run(first, 7, td::output::new_rows, {{"a", 7}});
  first.commit(7);
  auto again = opened(table, "q");
  run(again, 6, td::output::new_rows, {{"a", 6}});
  run(again, 7, td::output::new_rows, {{"a", 7}});
  CHECK(table.rows() == results{{"a", 6}, {"a", 7}});
  run(again, 8, td::output::new_rows, {{"a", 8}});
  CHECK(table.rows().size() == 3);
  auto other = opened(table, "another query");
  run(other, 0, td::output::new_rows, {{"z", 0}});
  CHECK(table.rows().back() == result{"z", 0});
}

TEST_CASE("rows of a batch that was given up are forgotten") {
  td::memory_table<result> table;
  auto sink = opened(table, "q", 2);
  sink.begin(0, td::output::new_rows);
  sink.writer(1).write(result{"lost", 1});
  run(sink, 0, td::output::new_rows, {{"a", 1}});
  CHECK(table.rows() == results{{"a", 1}});
}

TEST_CASE("a table is a range, and an iteration sees the table as it was at its begin") {
  td::memory_table<result> table;
  CHECK(table.begin() == table.end());
  auto sink = opened(table, "q");
  run(sink, 0, td::output::new_rows, {{"a", 1}, {"b", 2}});
  CHECK(std::ranges::distance(table) == 2);
  CHECK(std::count_if(table.begin(), table.end(), [](const result& one) { return one.views > 1; }) == 1);
  std::int64_t sum = 0;
  for (const auto& one : table) {
    run(sink, one.views, td::output::whole_result, {{"c", 100}});
    sum += one.views;
  }
  CHECK(sum == 3);
  CHECK(std::ranges::equal(table | std::views::transform(&result::views), std::vector<std::int64_t>{100}));
}

TEST_CASE("a table may be read while a query fills it") {
  td::memory_table<result> table;
  std::atomic<bool> done = false;
  std::thread query([&] {
    auto sink = opened(table, "q");
    for (td::batch_id id = 0; id < 200; ++id) run(sink, id, td::output::new_rows, {{"a", id}, {"b", id}});
    done = true;
  });
  bool whole_batches = true;
  while (!done) whole_batches = whole_batches && std::ranges::distance(table) % 2 == 0;
  query.join();
  CHECK(whole_batches);
  CHECK(table.rows().size() == 400);
}

TEST_CASE("the noop sink counts the rows of a batch") {
  auto sink = td::noop_sink{}.open<result>({td::local_files(), "q", "", 2});
  sink.begin(0, td::output::changed_rows);
  sink.writer(0).write(result{});
  sink.writer(1).write(result{});
  CHECK(sink.output_rows() == 2);
  sink.prepare(0);
  sink.commit(0);
  sink.begin(1, td::output::changed_rows);
  CHECK(sink.output_rows() == 0);
}
