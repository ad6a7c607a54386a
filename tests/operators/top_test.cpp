// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The first rows of each group of a whole result.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/describe.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/top.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/runtime/static_table.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace top_test {

struct visit {
  std::optional<std::string> site;
  std::string page;
};
struct score {
  std::int64_t team;
  std::optional<double> points;
  std::int64_t id;
};

}  // namespace top_test

BOOST_HANA_ADAPT_STRUCT(top_test::visit, site, page);
BOOST_HANA_ADAPT_STRUCT(top_test::score, team, points, id);

namespace top_test {
namespace {

namespace td = tidemark;
using namespace td::literals;

using line = std::tuple<std::string, std::string, std::int64_t>;

template <class Rows>
std::vector<line> sorted_lines(const Rows& rows) {
  std::vector<line> lines;
  for (const auto& row : rows)
    lines.emplace_back(td::get<"site">(row).value_or("null"), td::get<"page">(row), td::get<"count">(row));
  std::stable_sort(lines.begin(), lines.end(), [](const line& a, const line& b) { return std::get<0>(a) < std::get<0>(b); });
  return lines;
}

template <class... Keys>
std::vector<std::int64_t> ids_of_top(const std::vector<score>& rows, std::int64_t most, const Keys&... keys) {
  std::vector<std::int64_t> ids;
  for (const score& one :
       td::rows_of_table((td::read(rows) | td::group_by_key("team"_c) | td::top(most, keys...)).plan(), td::local_files()))
    ids.push_back(one.id);
  return ids;
}

}  // namespace

TEST_CASE("each group of a table gives its first rows, in their order, and groups with fewer rows all of them") {
  const std::vector<score> rows{{1, 5, 10}, {2, 1, 20}, {1, 7, 11}, {1, std::nullopt, 12}, {1, 6, 13}, {2, 9, 21}, {3, 0, 30}};
  CHECK(ids_of_top(rows, 2, td::desc("points"_c)) == std::vector<std::int64_t>{11, 13, 21, 20, 30});
  CHECK(ids_of_top(rows, 1, "points"_c) == std::vector<std::int64_t>{12, 20, 30});
  CHECK(ids_of_top(rows, 1, td::asc_nulls_last("points"_c)) == std::vector<std::int64_t>{10, 20, 30});
  CHECK(ids_of_top(rows, 4, td::desc("points"_c)) == std::vector<std::int64_t>{11, 13, 10, 12, 21, 20, 30});
  CHECK(ids_of_top(rows, 0, "points"_c).empty());
  CHECK(ids_of_top({}, 3, "points"_c).empty());
}

TEST_CASE("the first rows of groups are those that a sort of each group would have in front") {
  const std::uint32_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 20; ++round) {
    std::vector<score> rows;
    for (std::int64_t id = 0; id < 200; ++id) {
      const bool is_known = random() % 5 != 0;
      rows.push_back({static_cast<std::int64_t>(random() % 12),
                      is_known ? std::optional(static_cast<double>(random() % 10)) : std::nullopt, id});
    }
    std::map<std::int64_t, std::vector<score>> groups;
    for (const score& one : rows) groups[one.team].push_back(one);
    for (const std::int64_t most : {1, 3, 17, 200}) {
      std::map<std::int64_t, std::vector<std::int64_t>> expected;
      for (auto [team, group] : groups) {
        std::sort(group.begin(), group.end(), [](const score& a, const score& b) {
          return a.points != b.points ? (b.points ? a.points > b.points : a.points.has_value()) : a.id < b.id;
        });
        for (std::size_t i = 0; i < std::min(group.size(), static_cast<std::size_t>(most)); ++i)
          expected[team].push_back(group[i].id);
      }
      std::map<std::int64_t, std::vector<std::int64_t>> found;
      for (const score& one :
           td::rows_of_table((td::read(rows) | td::group_by_key("team"_c) | td::top(most, td::desc("points"_c), "id"_c)).plan(),
                             td::local_files()))
        found[one.team].push_back(one.id);
      REQUIRE(found == expected);
    }
  }
}

TEST_CASE("complete output has the first rows of each group over all partitions, each batch anew, and after a restart") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
    td::testing::source<visit> input;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query(td::read_stream(input) | td::group_by("site"_c, "page"_c) | td::count() |
                                        td::group_by_key("site"_c) | td::top(2, td::desc("count"_c), "page"_c),
                                    td::complete, options);
    input.add_batch({{"a", "x"}, {"a", "y"}, {"a", "y"}, {"a", "z"}, {"b", "x"}, {std::nullopt, "n"}});
    CHECK(sorted_lines(query.run_batch()->rows) ==
          std::vector<line>{{"a", "y", 2}, {"a", "x", 1}, {"b", "x", 1}, {"null", "n", 1}});
    query.restart();
    input.add_batch({{"a", "z"}, {"a", "z"}, {"b", "w"}, {std::nullopt, "m"}, {std::nullopt, "m"}, {std::nullopt, "l"}});
    CHECK(sorted_lines(query.run_batch()->rows) ==
          std::vector<line>{{"a", "z", 3}, {"a", "y", 2}, {"b", "w", 1}, {"b", "x", 1}, {"null", "m", 2}, {"null", "l", 1}});
  }
}

TEST_CASE("the first rows of groups go on to what stands above") {
  td::testing::source<visit> input;
  td::testing::batch_driver query(td::read_stream(input) | td::group_by("site"_c, "page"_c) | td::count() |
                                      td::group_by_key("site"_c) | td::top(1, td::desc("count"_c)) | td::where("count"_c > 1),
                                  td::complete);
  input.add_batch({{"a", "x"}, {"b", "x"}, {"b", "x"}});
  CHECK(sorted_lines(query.run_batch()->rows) == std::vector<line>{{"b", "x", 2}});
}

TEST_CASE("a printed plan says how many rows of a group, and their order") {
  const std::string text =
      td::explain(td::read(std::vector<score>{}) | td::group_by_key("team"_c) | td::top(3, td::desc("points"_c), "id"_c));
  CHECK(text.find("top 3, points desc, id\n+- group_by_key team\n") == 0);
}

TEST_CASE("a negative number of rows is refused") {
  try {
    static_cast<void>(td::top(-1, "id"_c));
    FAIL("not refused");
  } catch (const td::error& refused) {
    CHECK(std::string_view(refused.id()) == "limit_negative");
  }
}

}  // namespace top_test
