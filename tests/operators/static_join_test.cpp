// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/durable/atomic_file.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/plan/functions.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/sources/range_source.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <catch2_any_version.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace static_join_test {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

struct order {
  std::int64_t id;
  std::string product;
};
struct product {
  std::string code;
  std::int64_t price;
};

}  // namespace static_join_test

BOOST_HANA_ADAPT_STRUCT(static_join_test::order, id, product);
BOOST_HANA_ADAPT_STRUCT(static_join_test::product, code, price);

namespace static_join_test {

constexpr auto same_product = "product"_c == td::right("code"_c);

using priced = std::tuple<std::int64_t, std::optional<std::int64_t>>;
template <class Rows>
std::vector<priced> prices(const Rows& rows) {
  std::vector<priced> all;
  for (const auto& row : rows) all.emplace_back(td::get<"id">(row), td::get<"price">(row));
  return all;
}

TEST_CASE("a table may be filtered, aggregated and joined before it is asked") {
  const std::vector<product> products{{"a", 1}, {"a", 5}, {"b", 7}, {"c", -1}};
  const auto totals =
      td::read(products) | td::where("price"_c > 0) | td::group_by("code"_c) | td::agg(td::sum("price"_c).as("price"_c));
  td::testing::source<order> orders;
  td::testing::batch_driver query(td::read_stream(orders) | td::join(totals, td::left_outer, same_product), td::append);
  orders.add({{1, "a"}, {2, "b"}, {3, "c"}});
  CHECK(prices(query.run_batch()->rows) == std::vector<priced>{{1, 6}, {2, 7}, {3, std::nullopt}});
}

TEST_CASE("partners come in the order of the table, and further conditions are asked of each pair") {
  const std::vector<product> products{{"a", 3}, {"a", 1}, {"a", 2}};
  td::testing::source<order> orders;
  td::testing::batch_driver query(
      td::read_stream(orders) | td::join(td::read(products), td::inner, same_product && td::right("price"_c) != "id"_c),
      td::append);
  orders.add({{1, "a"}, {9, "z"}, {2, "a"}});
  CHECK(prices(query.run_batch()->rows) == std::vector<priced>{{1, 3}, {1, 2}, {2, 3}, {2, 1}});
}

TEST_CASE("a condition without a key meets every row of the table") {
  const std::vector<product> products{{"a", 3}, {"b", 10}};
  td::testing::source<order> orders;
  td::testing::batch_driver query(
      td::read_stream(orders) | td::join(td::read(products), td::left_outer, "id"_c > td::right("price"_c)), td::append);
  orders.add({{3, "x"}, {4, "x"}, {11, "x"}});
  CHECK(prices(query.run_batch()->rows) == std::vector<priced>{{3, std::nullopt}, {4, 3}, {11, 3}, {11, 10}});
}

TEST_CASE("two tables joined are a table, outer joins of both sides included") {
  const std::vector<product> products{{"a", 3}, {"b", 10}};
  const std::vector<order> discounts{{-1, "b"}, {-2, "z"}};
  const auto table = td::read(products) | td::join(td::read(discounts), td::full_outer, "code"_c == td::right("product"_c)) |
                     td::select(td::coalesce("code"_c, "product"_c).as("code"_c), td::coalesce("price"_c, 0).as("price"_c),
                                td::coalesce("id"_c, 0).as("discount"_c));
  td::testing::source<order> orders;
  td::testing::batch_driver query(td::read_stream(orders) | td::join(table, td::inner, same_product), td::append);
  orders.add({{1, "a"}, {2, "b"}, {3, "z"}});
  const auto ran = query.run_batch();
  std::string seen;
  for (const auto& row : ran->rows) td::write_json(seen, row);
  CHECK(seen == R"({"id":1,"product":"a","code":"a","price":3,"discount":0})"
                R"({"id":2,"product":"b","code":"b","price":10,"discount":-1})"
                R"({"id":3,"product":"z","code":"z","price":0,"discount":-2})");
}

TEST_CASE("a table is read once, before every batch, or after a time, as it is told") {
  const auto prices_after_change = [](td::table_refresh refresh) {
    td::testing::simulated_file_system files;
    const auto write = [&](const std::string& line) {
      files.make_folders("/table");
      td::replace_file(files, "/table/rows.json", line);
    };
    write("{\"code\":\"a\",\"price\":1}\n");
    td::testing::source<order> orders;
    td::testing::driver_options<> options;
    options.files = &files;
    td::testing::batch_driver query(
        td::read_stream(orders) | td::join(td::read(td::json_source<product>("/table")), td::left_outer, same_product, refresh),
        td::append, options);
    std::vector<std::int64_t> seen;
    for (std::int64_t batch = 0; batch < 4; ++batch) {
      orders.add({{batch, "a"}});
      seen.push_back(td::get<"price">(query.run_batch()->rows.at(0)).value());
      write("{\"code\":\"a\",\"price\":" + std::to_string(batch + 2) + "}\n");
      query.clock().advance(1s);
    }
    return seen;
  };
  CHECK(prices_after_change(td::read_once) == std::vector<std::int64_t>{1, 1, 1, 1});
  CHECK(prices_after_change(td::read_every_batch) == std::vector<std::int64_t>{1, 2, 3, 4});
  CHECK(prices_after_change(td::refresh_every(2s)) == std::vector<std::int64_t>{1, 1, 3, 3});
}

}  // namespace static_join_test
