// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Column types: decimals, dates, bytes, maps.

#include "catch2_any_version.hpp"
#include "event.hpp"

#include <tidemark/row/bytes.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/decimal.hpp>

#include <chrono>
#include <map>
#include <vector>

using namespace std::chrono_literals;

struct keyed_decimal {
  std::optional<std::string> key;
  std::optional<td::decimal<10, 2>> m;
};
BOOST_HANA_ADAPT_STRUCT(keyed_decimal, key, m);

struct numbers_of_all_kinds {
  std::optional<std::int64_t> i;
  std::optional<std::int32_t> j;
  std::optional<double> d;
  std::optional<td::decimal<20, 4>> m;
  std::optional<std::string> s;
};
BOOST_HANA_ADAPT_STRUCT(numbers_of_all_kinds, i, j, d, m, s);

struct pair_of_members {
  std::optional<std::int32_t> a;
  std::optional<std::string> b;
  friend bool operator==(const pair_of_members&, const pair_of_members&) = default;
};
BOOST_HANA_ADAPT_STRUCT(pair_of_members, a, b);

struct values_of_all_kinds {
  std::optional<bool> ok;
  std::optional<td::date> day;
  std::optional<td::bytes> bytes;
  std::optional<std::vector<std::optional<std::int32_t>>> list;
  std::optional<pair_of_members> st;
  std::optional<std::map<std::string, std::optional<double>>> map;
};
BOOST_HANA_ADAPT_STRUCT(values_of_all_kinds, ok, day, bytes, list, st, map);

struct sold {
  std::int64_t auction;
  std::int64_t bidder;
  std::int64_t price;
  std::optional<std::string> channel;
  std::optional<td::timestamp> date_time;
};
BOOST_HANA_ADAPT_STRUCT(sold, auction, bidder, price, channel, date_time);

struct timed_values {
  std::optional<std::string> s;
  std::optional<std::int64_t> n;
  std::optional<double> d;
  std::optional<td::timestamp> t;
  std::optional<bool> ok;
};
BOOST_HANA_ADAPT_STRUCT(timed_values, s, n, d, t, ok);

struct inner_part {
  std::optional<std::string> c;
  friend bool operator==(const inner_part&, const inner_part&) = default;
};
BOOST_HANA_ADAPT_STRUCT(inner_part, c);

struct outer_part {
  std::optional<inner_part> b;
  std::optional<std::vector<std::optional<std::int64_t>>> d;
  friend bool operator==(const outer_part&, const outer_part&) = default;
};
BOOST_HANA_ADAPT_STRUCT(outer_part, b, d);

struct nested_parts {
  std::optional<outer_part> a;
  std::optional<std::map<std::string, std::optional<std::int64_t>>> m;
};
BOOST_HANA_ADAPT_STRUCT(nested_parts, a, m);

TEST_CASE("engine: structs, lists and maps") {
  run_case("nested_structs_and_arrays", td::append, [](case_sources& sources) {
    const auto part = "a"_c["b"_c]["c"_c];
    const auto list = "a"_c["d"_c];
    return sources.stream<nested_parts>("events") |
           td::select(part.as("c"_c), list[0].as("first"_c), td::size(list).as("n"_c),
                      td::transform(list, [](auto x) { return x * 2; }).as("doubled"_c),
                      td::exists(list, [](auto x) { return x > 2; }).as("big"_c), "m"_c["k"].as("k"_c),
                      td::struct_of(part.as("x"_c), list.as("y"_c)).as("pair"_c), "a"_c);
  });
}

TEST_CASE("engine: decimals") {
  run_case("agg_decimal", td::update, [](case_sources& sources) {
    return sources.stream<keyed_decimal>("events") | td::group_by("key"_c) |
           td::agg(td::sum("m"_c).as("total"_c), td::avg("m"_c).as("mean"_c), td::max("m"_c).as("most"_c));
  });
  run_case("nexmark_q1", td::append, [](case_sources& sources) {
    return sources.stream<sold>("bids") |
           td::select("auction"_c, "bidder"_c, ("price"_c * td::decimal<4, 3>("0.908")).as("price"_c), "date_time"_c);
  });
}

TEST_CASE("engine: types in JSON") {
  run_case("json_numbers", td::append, [](case_sources& sources) {
    return sources.stream<numbers_of_all_kinds>("events") | td::select("i"_c, "j"_c, "d"_c, "m"_c, "s"_c);
  });
  run_case("json_types", td::append, [](case_sources& sources) {
    return sources.stream<values_of_all_kinds>("events") | td::select("ok"_c, "day"_c, "bytes"_c, "list"_c, "st"_c, "map"_c);
  });
}

TEST_CASE("engine: casts and functions of time") {
  run_case("stateless_casts", td::append, [](case_sources& sources) {
    return sources.stream<timed_values>("events") |
           td::select(td::cast<std::string>("n"_c).as("a"_c), td::cast<std::string>("d"_c).as("b"_c),
                      td::try_cast<std::int64_t>("s"_c).as("c"_c), td::try_cast<std::int32_t>("d"_c).as("e"_c),
                      td::try_cast<std::int32_t>("n"_c).as("f"_c), td::cast<std::int32_t>("ok"_c).as("g"_c),
                      td::cast<std::string>("t"_c).as("h"_c), td::cast<double>("n"_c).as("i"_c),
                      td::cast<bool>("n"_c).as("j"_c), td::try_cast<td::timestamp>(td::lit("2026-01-05T10:00:00Z")).as("k"_c),
                      td::try_cast<td::decimal<10, 2>>("d"_c).as("l"_c));
  });
  run_case("stateless_time_functions", td::append, [](case_sources& sources) {
    return sources.stream<timed_values>("events") |
           td::select("t"_c, td::year("t"_c).as("y"_c), td::month("t"_c).as("mo"_c), td::day("t"_c).as("d"_c),
                      td::hour("t"_c).as("h"_c), td::minute("t"_c).as("mi"_c), td::second("t"_c).as("s"_c),
                      td::day_of_week("t"_c).as("dow"_c), td::day_of_year("t"_c).as("doy"_c),
                      td::date_trunc(td::time_unit::hour, "t"_c).as("tr"_c), td::unix_millis("t"_c).as("ms"_c),
                      td::unix_micros("t"_c).as("us"_c), td::to_date("t"_c).as("date"_c), ("t"_c + 90min).as("later"_c),
                      ("t"_c - 24h).as("before"_c), td::date_format("t"_c, "yyyy-MM-dd HH:mm:ss.SSS").as("f"_c),
                      td::cast<double>("t"_c).as("secs"_c), td::cast<std::int64_t>("t"_c).as("whole"_c));
  });
}
