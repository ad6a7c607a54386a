// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Results in order, and the first of them.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/limit.hpp>
#include <tidemark/operators/order_by.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/runtime/static_table.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace order_by_test {

struct event {
  std::string key;
  std::optional<std::int64_t> value;
};
struct number {
  double value;
  std::int64_t id;
};

}  // namespace order_by_test

BOOST_HANA_ADAPT_STRUCT(order_by_test::event, key, value);
BOOST_HANA_ADAPT_STRUCT(order_by_test::number, value, id);

namespace order_by_test {
namespace {

namespace td = tidemark;
using namespace td::literals;

template <class Row>
std::vector<std::string> keys_of(const std::vector<Row>& rows) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(td::get<"key">(row));
  return keys;
}

// The rows of a table behind the step.
template <class R, class Step>
auto table(const std::vector<R>& rows, Step step) {
  return td::rows_of_table((td::read(rows) | step).plan(), td::local_files());
}
const std::vector<event> four{{"b", 2}, {"none", std::nullopt}, {"a", 2}, {"c", 1}};

template <class... Keys>
std::vector<std::string> ordered(const Keys&... keys) {
  return keys_of(table(four, td::order_by(keys...)));
}

}  // namespace

TEST_CASE("rows come in the order of their keys, the first that differs decides") {
  CHECK(ordered("value"_c, "key"_c) == std::vector<std::string>{"none", "c", "a", "b"});
  CHECK(ordered(td::desc("value"_c), "key"_c) == std::vector<std::string>{"a", "b", "c", "none"});
  CHECK(ordered(td::desc("value"_c), td::desc("key"_c)) == std::vector<std::string>{"b", "a", "c", "none"});
  CHECK(ordered("value"_c * -1, "key"_c) == std::vector<std::string>{"none", "a", "b", "c"});
}

TEST_CASE("nulls come first in ascending order and last in descending order, if nothing else is said") {
  CHECK(ordered(td::asc("value"_c), "key"_c).front() == "none");
  CHECK(ordered(td::asc_nulls_last("value"_c), "key"_c) == std::vector<std::string>{"c", "a", "b", "none"});
  CHECK(ordered(td::desc("value"_c), "key"_c).back() == "none");
  CHECK(ordered(td::desc_nulls_first("value"_c), "key"_c) == std::vector<std::string>{"none", "a", "b", "c"});
}

TEST_CASE("what is no number is greater than any number") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto rows = table(std::vector<number>{{nan, 1}, {-1, 2}, {std::numeric_limits<double>::infinity(), 3}, {0, 4}},
                          td::order_by("value"_c));
  std::vector<std::int64_t> ids;
  for (const number& one : rows) ids.push_back(one.id);
  CHECK(ids == std::vector<std::int64_t>{2, 4, 3, 1});
}

TEST_CASE("of a table in order, a limit keeps the rows that a sort of all would have in front") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  std::vector<number> rows;
  for (std::int64_t id = 0; id < 500; ++id) rows.push_back({static_cast<double>(random() % 50), id});
  auto expected = rows;
  std::sort(expected.begin(), expected.end(),
            [](const number& a, const number& b) { return a.value != b.value ? a.value > b.value : a.id < b.id; });
  for (const int limit : {0, 1, 2, 7, 499, 500, 501}) {
    const auto first = td::rows_of_table((td::read(rows) | td::order_by(td::desc("value"_c), "id"_c) | td::limit(limit)).plan(),
                                         td::local_files());
    REQUIRE(first.size() == std::min<std::size_t>(static_cast<std::size_t>(limit), 500));
    CHECK(std::equal(first.begin(), first.end(), expected.begin(),
                     [](const number& a, const number& b) { return a.value == b.value && a.id == b.id; }));
  }
}

TEST_CASE("complete output comes in order over all partitions, each batch anew, and after a restart") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{3}}) {
    td::testing::source<event> input;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query(
        td::read_stream(input) | td::group_by("key"_c) | td::count() | td::order_by(td::desc("count"_c), "key"_c), td::complete,
        options);
    input.add_batch({{"b", 1}, {"a", 1}, {"c", 1}, {"c", 1}});
    CHECK(keys_of(query.run_batch()->rows) == std::vector<std::string>{"c", "a", "b"});
    query.restart();
    input.add_batch({{"b", 1}, {"b", 1}});
    CHECK(keys_of(query.run_batch()->rows) == std::vector<std::string>{"b", "c", "a"});
  }
}

TEST_CASE("the first rows of complete output go on to what stands above") {
  td::testing::source<event> input;
  td::testing::batch_driver query(td::read_stream(input) | td::group_by("key"_c) | td::count() |
                                      td::order_by(td::desc("count"_c), "key"_c) | td::limit(2) | td::where("count"_c < 3),
                                  td::complete);
  input.add_batch({{"b", 1}, {"a", 1}, {"c", 1}, {"c", 1}, {"c", 1}});
  CHECK(keys_of(query.run_batch()->rows) == std::vector<std::string>{"a"});
}

TEST_CASE("a printed plan says the order") {
  const auto plan = td::read(four) |
                    td::order_by("key"_c, td::desc("value"_c), td::desc_nulls_first("value"_c), td::asc_nulls_last("key"_c)) |
                    td::limit(3);
  const std::string text = td::explain(plan);
  CHECK(text.find("limit 3\n+- order_by key, value desc, value desc nulls first, key nulls last\n") == 0);
}

}  // namespace order_by_test
