// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Operators that choose rows and columns: rows in, rows out. What flows between them are views.

#include "catch2_any_version.hpp"

#include <tidemark/operators/as.hpp>
#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace row_views_test {

struct sale {
  std::optional<std::string> item;
  std::int64_t price;
  std::optional<std::int64_t> pieces;
  bool operator==(const sale&) const = default;
};
struct pieces_of {
  std::optional<std::int64_t> pieces;
  std::optional<std::string> item;
  bool operator==(const pieces_of&) const = default;
};

}  // namespace row_views_test

BOOST_HANA_ADAPT_STRUCT(row_views_test::sale, item, price, pieces);
BOOST_HANA_ADAPT_STRUCT(row_views_test::pieces_of, pieces, item);

namespace row_views_test {
namespace {

namespace td = tidemark;
using namespace td::literals;

// What one batch makes of these rows.
template <class MakePipeline>
auto batch_of(const MakePipeline& make_pipeline, const std::vector<sale>& rows) {
  td::testing::source<sale> sales;
  td::testing::batch_driver query{make_pipeline(td::read_stream(sales)), td::append};
  sales.add(rows);
  auto ran = query.run_batch();
  REQUIRE(ran);
  CHECK(ran->input_rows == static_cast<std::int64_t>(rows.size()));
  CHECK_FALSE(query.run_batch());
  return ran->rows;
}

}  // namespace
}  // namespace row_views_test

using namespace row_views_test;

TEST_CASE("where keeps the rows of which the condition is true; null is not true") {
  const std::vector<sale> rows{{"one below", 1, 2}, {"at", 2, 3}, {"one above", 3, 4}, {"null", 4, {}}, {{}, 5, 5}};
  const auto by_expression = [](auto sales) { return sales | td::where("pieces"_c > 3); };
  CHECK(batch_of(by_expression, rows) == std::vector<sale>{{"one above", 3, 4}, {{}, 5, 5}});
  CHECK(batch_of(by_expression, {{"none", 1, 3}}).empty());
}

TEST_CASE("where takes a function of the struct or of whatever flows, over a replaced column too") {
  const std::vector<sale> rows{{"a", 9, 1}, {"b", 10, 1}, {"c", 11, 1}, {"d", 11, {}}};
  // The struct comes from the source; behind with_column a view flows, which a generic function takes as it is.
  const auto mixed = [](auto sales) {
    return sales | td::where([](const sale& one) { return one.item != "c"; }) | td::with_column(("price"_c * 2).as("price"_c)) |
           td::where([](const auto& row) { return td::get<"price">(row) >= 20; });
  };
  using out = td::row_of<td::plan_in<decltype(mixed(td::read_stream(td::testing::source<sale>())))>>;
  static_assert(std::same_as<out, td::row<td::field<"item", std::optional<std::string>>, td::field<"price", std::int64_t>,
                                          td::field<"pieces", std::optional<std::int64_t>>>>);
  CHECK(batch_of(mixed, rows) == std::vector<out>{{"b", 20, 1}, {"d", 22, std::nullopt}});
}

TEST_CASE("with_column adds a column behind the others; null stays null") {
  const auto with_total = [](auto sales) { return sales | td::with_column(("price"_c * "pieces"_c).as("total"_c)); };
  using out = td::row_of<td::plan_in<decltype(with_total(td::read_stream(td::testing::source<sale>())))>>;
  static_assert(std::same_as<td::column_type<out, "total">, std::optional<std::int64_t>>);
  CHECK(batch_of(with_total, {{"a", 3, 4}, {"b", 3, {}}}) ==
        std::vector<out>{{"a", 3, 4, 12}, {"b", 3, std::nullopt, std::nullopt}});
}

TEST_CASE("select, rename and drop: chosen columns in the order chosen, renamed where they stand, dropped") {
  const auto chosen = [](auto sales) {
    return sales | td::select("pieces"_c, ("price"_c + 1).as("next"_c), "item"_c) | td::rename("next"_c, "price"_c) |
           td::drop("pieces"_c) | td::with_column(("price"_c + 10).as("later"_c));
  };
  using out = td::row_of<td::plan_in<decltype(chosen(td::read_stream(td::testing::source<sale>())))>>;
  static_assert(std::same_as<out, td::row<td::field<"price", std::int64_t>, td::field<"item", std::optional<std::string>>,
                                          td::field<"later", std::int64_t>>>);
  CHECK(batch_of(chosen, {{"a", 3, 4}, {{}, -1, {}}}) == std::vector<out>{{4, "a", 14}, {0, std::nullopt, 10}});
}

TEST_CASE("as fills a struct by the names of its members, from views too") {
  const auto renamed = [](auto sales) {
    return sales | td::drop("item"_c) | td::rename("pieces"_c, "many"_c) |
           td::with_column(("many"_c * "price"_c).as("pieces"_c)) | td::with_column(td::lit("all").as("item"_c)) |
           td::select("item"_c, "pieces"_c) | td::rename("item"_c, "text"_c) | td::drop("text"_c) |
           td::with_column(td::null_of<std::string>().as("item"_c)) | td::as<pieces_of>() |
           td::where([](const pieces_of& one) { return !one.item; });
  };
  CHECK(batch_of(renamed, {{"a", 3, 4}, {"b", 3, {}}}) == std::vector<pieces_of>{{12, {}}, {std::nullopt, {}}});
}
