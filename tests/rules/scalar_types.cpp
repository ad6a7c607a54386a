// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What may be done with decimals, dates, bytes and maps, and what is refused.

#include "rules/pipelines.hpp"

#include <tidemark/plan/functions/bytes.hpp>
#include <tidemark/plan/functions/date.hpp>
#include <tidemark/plan/functions/decimal.hpp>
#include <tidemark/plan/functions/list.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/decimal.hpp>

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rules_test {

struct sale {
  std::string k;
  tidemark::decimal<10, 2> price;
  std::optional<tidemark::date> day;
  tidemark::bytes raw;
};
// A struct that C++ would order by the map in it.
struct offer {
  std::map<std::string, std::int64_t> prices;
  friend auto operator<=>(const offer&, const offer&) = default;
};
struct shop {
  std::string k;
  std::map<std::string, std::int64_t> prices;
  std::optional<std::map<std::string, std::int64_t>> rebates;
  std::vector<std::map<std::string, std::int64_t>> history;
  offer best;
};

}  // namespace rules_test

BOOST_HANA_ADAPT_STRUCT(rules_test::sale, k, price, day, raw);
BOOST_HANA_ADAPT_STRUCT(rules_test::offer, prices);
BOOST_HANA_ADAPT_STRUCT(rules_test::shop, k, prices, rebates, history, best);

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

using shops = decltype(read_stream(std::declval<std::vector<shop>>()));
using shops_by_k = decltype(std::declval<shops>() | group_by("k"_c));
template <class Aggregate>
inline constexpr auto of_shops = behind<shops_by_k, decltype(agg(std::declval<Aggregate>().as("y"_c)))>;

static_assert(of_shops<decltype(first("prices"_c))> == ok{});
static_assert(of_shops<decltype(min("prices"_c["EUR"]))> == ok{});
static_assert(of_shops<decltype(min("prices"_c))> == aggregate_does_not_fit{});
static_assert(of_shops<decltype(max("rebates"_c))> == aggregate_does_not_fit{});
static_assert(of_shops<decltype(max("history"_c))> == aggregate_does_not_fit{});
static_assert(of_shops<decltype(min("best"_c))> == aggregate_does_not_fit{});
static_assert(of_shops<decltype(max_by("k"_c, "prices"_c))> == aggregate_does_not_fit{});
static_assert(behind<shops, decltype(where("prices"_c == "prices"_c))> == operands_do_not_fit{});
static_assert(behind<shops, decltype(where("rebates"_c < "rebates"_c))> == operands_do_not_fit{});
static_assert(behind<shops, decltype(where("best"_c == "best"_c))> == operands_do_not_fit{});
static_assert(behind<shops, decltype(select(array_max("history"_c).as("y"_c)))> == operands_do_not_fit{});

}  // namespace rules_test
