// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Row by row: conditions, computed columns, functions.

#include "catch2_any_version.hpp"
#include "event.hpp"

struct bid {
  std::int64_t auction;
  std::int64_t bidder;
  std::int64_t price;
  std::optional<std::string> channel;
  std::optional<td::timestamp> date_time;
};
BOOST_HANA_ADAPT_STRUCT(bid, auction, bidder, price, channel, date_time);

struct numbers {
  std::optional<std::int64_t> n;
  std::optional<double> d;
};
BOOST_HANA_ADAPT_STRUCT(numbers, n, d);

struct mixed {
  std::optional<std::string> s;
  std::optional<std::int64_t> n;
  std::optional<double> d;
  std::optional<td::timestamp> t;
  std::optional<bool> ok;
};
BOOST_HANA_ADAPT_STRUCT(mixed, s, n, d, t, ok);

TEST_CASE("engine: conditions and columns") {
  run_case("nexmark_q2", td::append, [](case_sources& sources) {
    return sources.stream<bid>("bids") | td::where("auction"_c % 7 == 0) | td::select("auction"_c, "price"_c);
  });
  run_case("stateless_update_mode", td::update, [](case_sources& sources) {
    return sources.stream<mixed>("events") | td::where("ok"_c) | td::select("s"_c, "n"_c);
  });
  run_case("stateless_where_select", td::append, [](case_sources& sources) {
    return sources.stream<mixed>("events") | td::where("n"_c > -5 || "ok"_c) |
           td::with_column(td::when("n"_c < 1000, "n"_c * 2).as("double"_c)) |
           td::select("s"_c, "double"_c, ("d"_c / 2).as("half"_c), td::coalesce("s"_c, "none").as("name"_c),
                      td::is_null("n"_c).as("unknown"_c), ("ok"_c && "n"_c > 0).as("both"_c), ("ok"_c || "n"_c > 0).as("any"_c),
                      (!"ok"_c).as("not_ok"_c));
  });
}

TEST_CASE("engine: arithmetic") {
  run_case("stateless_arithmetic", td::append, [](case_sources& sources) {
    return sources.stream<numbers>("events") |
           td::select("n"_c, ("n"_c % 4).as("m"_c), td::div("n"_c, 2).as("q"_c), ("n"_c / 2).as("h"_c),
                      td::pmod("n"_c, 4).as("pm"_c), td::try_add("n"_c, 1).as("plus"_c), td::try_divide(1, "n"_c).as("inv"_c),
                      td::abs("d"_c).as("a"_c), td::round("d"_c).as("r"_c), td::floor("d"_c).as("fl"_c),
                      td::ceil("d"_c).as("ce"_c), ("d"_c * "d"_c).as("sq"_c), (-"d"_c).as("neg"_c),
                      td::greatest("n"_c, 3).as("g"_c), td::least("d"_c, 0.25).as("le"_c),
                      td::eq_null_safe("n"_c, td::null_of<std::int64_t>()).as("nn"_c));
  });
}

TEST_CASE("engine: functions of text") {
  run_case("stateless_string_functions", td::append, [](case_sources& sources) {
    return sources.stream<mixed>("events") |
           td::select("s"_c, td::upper("s"_c).as("u"_c), td::lower("s"_c).as("l"_c), td::length("s"_c).as("len"_c),
                      td::trim("s"_c).as("tr"_c), td::substring("s"_c, 2, 3).as("sub"_c), td::concat("s"_c, "!").as("c"_c),
                      td::split("s"_c, ",").as("parts"_c), td::replace("s"_c, "l", "L").as("rep"_c),
                      td::instr("s"_c, "l").as("pos"_c), td::lpad("s"_c, 4, "*").as("lp"_c), td::like("s"_c, "%l%").as("lk"_c),
                      td::starts_with("s"_c, "H").as("sw"_c), td::reverse("s"_c).as("rev"_c),
                      td::concat_ws("-", "s"_c, td::cast<std::string>("n"_c)).as("ws"_c));
  });
}
