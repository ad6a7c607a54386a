// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What may be done with decimals, dates and bytes, and what is refused.

#include "rules/pipelines.hpp"

#include <tidemark/plan/functions/bytes.hpp>
#include <tidemark/plan/functions/date.hpp>
#include <tidemark/plan/functions/decimal.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/decimal.hpp>

namespace rules_test {

struct sale {
  std::string k;
  tidemark::decimal<10, 2> price;
  std::optional<tidemark::date> day;
  tidemark::bytes raw;
};

}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::sale, k, price, day, raw);

namespace rules_test {

using sales = decltype(read_stream(std::declval<std::vector<sale>>()));

static_assert(behind<sales, decltype(where("price"_c > 1))> == ok{});
static_assert(behind<sales, decltype(select(("price"_c * "price"_c).as("y"_c), date_add("day"_c, 1).as("next"_c)))> == ok{});
static_assert(behind<sales, decltype(group_by("day"_c, "price"_c, "raw"_c))> == ok{});
static_assert(behind<decltype(std::declval<sales>() | group_by("k"_c)),
                     decltype(agg(sum("price"_c).as("total"_c), avg("price"_c).as("mean"_c), max("day"_c).as("last"_c)))> ==
              ok{});

static_assert(behind<sales, decltype(where("price"_c > "k"_c))> == operands_do_not_fit{});
static_assert(behind<sales, decltype(where("day"_c > "2026-01-05"))> == operands_do_not_fit{});
static_assert(behind<sales, decltype(select(("day"_c + 1).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<sales, decltype(select(("price"_c + "day"_c).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<sales, decltype(select(("raw"_c + "raw"_c).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<sales, decltype(select(cast<std::int32_t>("day"_c).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<sales, decltype(select(date_add("k"_c, 1).as("y"_c)))> == operands_do_not_fit{});
static_assert(behind<decltype(std::declval<sales>() | group_by("k"_c)), decltype(agg(sum("day"_c).as("y"_c)))> ==
              aggregate_does_not_fit{});
static_assert(behind<decltype(std::declval<sales>() | group_by("k"_c)), decltype(agg(avg("raw"_c).as("y"_c)))> ==
              aggregate_does_not_fit{});

}  // namespace rules_test
