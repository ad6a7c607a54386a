// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/operators/group_by_key.hpp>
#include <tidemark/operators/map_groups.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace td = tidemark;
using namespace td::literals;

namespace {

struct view {
  std::string user;
  std::string page;
  std::int64_t seconds;
};
struct visit {
  std::string user;
  std::int64_t views;
  std::string pages;
  friend bool operator==(const visit&, const visit&) = default;
};
struct by_page {
  std::string page;
  bool is_long;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(view, user, page, seconds);
BOOST_HANA_ADAPT_STRUCT(visit, user, views, pages);
BOOST_HANA_ADAPT_STRUCT(by_page, page, is_long);

namespace {

using visits = std::vector<visit>;

constexpr auto to_visit = [](const std::string& user, auto rows) {
  visit made{user, std::ssize(rows), {}};
  for (const view& one : rows) made.pages += one.page;
  return made;
};

visits sorted(visits all) {
  std::sort(all.begin(), all.end(),
            [](const visit& a, const visit& b) { return std::tie(a.user, a.pages) < std::tie(b.user, b.pages); });
  return all;
}

}  // namespace

TEST_CASE("map_groups: a function gets each key of a batch once, with its rows in their order") {
  td::testing::source<view> input;
  td::testing::batch_driver query{td::read_stream(input) | td::group_by_key("user"_c) | td::map_groups(to_visit), td::append};
  input.add({{"bob", "a", 1}, {"ann", "b", 2}, {"bob", "c", 3}, {"cid", "d", 4}, {"ann", "e", 5}, {"bob", "f", 6}});
  CHECK(query.run_batch()->rows == visits{{"bob", 3, "acf"}, {"ann", 2, "be"}, {"cid", 1, "d"}});
  // Nothing is kept.
  input.add({{"ann", "g", 7}});
  const auto second = query.run_batch();
  CHECK(second->rows == visits{{"ann", 1, "g"}});
  CHECK(second->state.empty());
  CHECK_FALSE(query.run_batch());
}

TEST_CASE("map_groups: each key is in one partition") {
  for (const std::size_t partitions : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
    td::testing::source<view> input;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query{td::read_stream(input) | td::group_by_key("user"_c) | td::map_groups(to_visit), td::append,
                                    options};
    std::vector<view> rows;
    visits expected;
    for (int user = 0; user < 20; ++user) expected.push_back({"user" + std::to_string(user), 3, "xyz"});
    for (const char* page : {"x", "y", "z"})
      for (int user = 0; user < 20; ++user) rows.push_back({"user" + std::to_string(user), page, 1});
    input.add(rows);
    CHECK(sorted(query.run_batch()->rows) == sorted(expected));
  }
}

TEST_CASE("group_by_key: several columns, an expression, a function") {
  td::testing::source<view> input;
  const auto stream = td::read_stream(input);
  const std::vector<view> rows{{"ann", "a", 1}, {"ann", "b", 2}, {"ann", "a", 3}};

  td::testing::batch_driver by_columns{
      stream | td::group_by_key("user"_c, "page"_c) | td::map_groups([](const auto& key, auto all) {
        return visit{td::get<"user">(key), std::ssize(all), td::get<"page">(key)};
      }),
      td::append};
  input.add(rows);
  CHECK(by_columns.run_batch()->rows == visits{{"ann", 2, "a"}, {"ann", 1, "b"}});

  td::testing::batch_driver by_expression{
      stream | td::group_by_key(("seconds"_c % 2).as("odd"_c)) | td::map_groups([](std::int64_t odd, auto all) {
        return visit{std::to_string(odd), std::ssize(all), {}};
      }),
      td::append};
  CHECK(by_expression.run_batch()->rows == visits{{"1", 2, ""}, {"0", 1, ""}});

  td::testing::batch_driver by_value{
      stream | td::group_by_key([](const view& one) { return one.seconds > 2; }) | td::map_groups([](bool is_long, auto all) {
        return visit{is_long ? "long" : "short", std::ssize(all), {}};
      }),
      td::append};
  CHECK(by_value.run_batch()->rows == visits{{"short", 2, ""}, {"long", 1, ""}});

  td::testing::batch_driver by_record{stream | td::group_by_key([](const view& one) {
                                        return by_page{one.page, one.seconds > 2};
                                      }) | td::map_groups([](const by_page& key, auto all) {
                                        return visit{key.is_long ? "long" : "short", std::ssize(all), key.page};
                                      }),
                                      td::append};
  CHECK(by_record.run_batch()->rows == visits{{"short", 1, "a"}, {"short", 1, "b"}, {"long", 1, "a"}});
}

TEST_CASE("flat_map_groups: any number of rows a group") {
  td::testing::source<view> input;
  td::testing::batch_driver query{
      td::read_stream(input) | td::group_by_key("user"_c) | td::flat_map_groups([](const std::string& user, auto rows) {
        visits longer;
        for (const view& one : rows)
          if (one.seconds > 1) longer.push_back({user, one.seconds, one.page});
        return longer;
      }),
      td::append};
  input.add({{"ann", "a", 1}, {"bob", "b", 2}, {"bob", "c", 3}});
  CHECK(query.run_batch()->rows == visits{{"bob", 2, "b"}, {"bob", 3, "c"}});
}

namespace {

struct text_view {
  std::string_view user;
  std::optional<std::string_view> page;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(text_view, user, page);

TEST_CASE("group functions: views of text are those of the row, long after it has passed") {
  // Each row's text lies in memory that the next one overwrites.
  td::kept_rows<text_view> rows;
  std::string user;
  std::string page;
  for (int batch = 0; batch < 3; ++batch) {
    for (int i = 0; i < 5000; ++i) {
      user = "user " + std::to_string(i);
      page = i == 7 ? std::string(100'000, 'x') : "page " + std::to_string(batch);
      rows.add(text_view{user, i % 2 == 0 ? std::optional<std::string_view>() : page});
    }
    REQUIRE(rows.size() == 5000);
    for (int i = 0; i < 5000; ++i) {
      const text_view& kept = rows[static_cast<std::size_t>(i)];
      REQUIRE(kept.user == "user " + std::to_string(i));
      REQUIRE(kept.page.has_value() == (i % 2 != 0));
      if (kept.page) REQUIRE(*kept.page == (i == 7 ? std::string(100'000, 'x') : "page " + std::to_string(batch)));
    }
    rows.clear();
  }
}

TEST_CASE("group functions: rows that are not their record any more") {
  td::testing::source<view> input;
  td::testing::batch_driver query{td::read_stream(input) | td::with_column(("seconds"_c * 2).as("twice"_c)) |
                                      td::group_by_key("user"_c) | td::map_groups([](const std::string& user, auto rows) {
                                        std::int64_t sum = 0;
                                        for (const auto& one : rows) sum += td::get<"twice">(one);
                                        return visit{user, sum, {}};
                                      }),
                                  td::append};
  input.add({{"ann", "a", 1}, {"ann", "b", 2}});
  CHECK(query.run_batch()->rows == visits{{"ann", 6, ""}});
}
