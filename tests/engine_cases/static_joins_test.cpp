// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Streams joined with static tables.

#include "catch2_any_version.hpp"
#include "event.hpp"

namespace {

struct order {
  std::optional<std::int64_t> id;
  std::optional<std::string> product;
  std::optional<std::int64_t> qty;
};
struct timed_order {
  std::optional<td::timestamp> time;
  std::optional<std::string> product;
  std::optional<std::int64_t> qty;
};
struct product {
  std::optional<std::string> code;
  std::optional<std::string> name;
  std::optional<double> price;
};
struct named_product {
  std::optional<std::string> product;
  std::optional<std::string> name;
};
struct coded_product {
  std::optional<std::string> code;
  std::optional<std::string> name;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(order, id, product, qty);
BOOST_HANA_ADAPT_STRUCT(timed_order, time, product, qty);
BOOST_HANA_ADAPT_STRUCT(product, code, name, price);
BOOST_HANA_ADAPT_STRUCT(named_product, product, name);
BOOST_HANA_ADAPT_STRUCT(coded_product, code, name);

namespace {

constexpr auto same_product = "product"_c == td::right("code"_c);

}  // namespace

TEST_CASE("engine: a stream joined with a static table") {
  const auto joined = [](auto type) {
    return [=](case_sources& sources) {
      return sources.stream<order>("orders") | td::join(sources.table<product>("products"), type, same_product);
    };
  };
  run_case("static_join_inner", td::append, joined(td::inner));
  run_case("static_join_left_outer", td::append, joined(td::left_outer));
  run_case("static_join_left_anti", td::append, joined(td::left_anti));
  run_case("static_join_using", td::append, [](case_sources& sources) {
    return sources.stream<order>("orders") |
           td::join(sources.table<named_product>("products"), td::left_outer, td::using_columns("product"_c));
  });
}

TEST_CASE("engine: a static table on the left, the stream preserved") {
  run_case("static_join_right_outer_static_left", td::append, [](case_sources& sources) {
    return sources.table<product>("products") |
           td::join(sources.stream<order>("orders"), td::right_outer, "code"_c == td::right("product"_c));
  });
}

TEST_CASE("engine: joins with a static table before and after an aggregation") {
  run_case("static_join_then_window", td::append, [](case_sources& sources) {
    return sources.stream<timed_order>("orders") | td::with_watermark("time"_c, 5s) |
           td::join(sources.table<product>("products"), td::inner, same_product) |
           td::group_by(td::window("time"_c, 10s), "name"_c) | td::agg(td::sum("qty"_c * "price"_c).as("revenue"_c));
  });
  run_case("aggregate_then_static_join_complete", td::complete, [](case_sources& sources) {
    return sources.stream<order>("orders") | td::group_by("product"_c) | td::agg(td::sum("qty"_c).as("total"_c)) |
           td::join(sources.table<coded_product>("products"), td::left_outer, same_product) |
           td::select("product"_c, "name"_c, "total"_c);
  });
}
