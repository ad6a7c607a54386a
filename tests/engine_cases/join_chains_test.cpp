// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams among other steps: joins of joins, of windows, and what no watermark frees.

#include "catch2_any_version.hpp"
#include "joined_events.hpp"

namespace {

struct bid {
  std::optional<std::int64_t> auction;
  std::optional<std::int64_t> bidder;
  std::optional<std::int64_t> price;
  std::optional<std::string> channel;
  std::optional<td::timestamp> date_time;
};
struct person {
  std::optional<std::int64_t> id;
  std::optional<std::string> name;
  std::optional<std::string> city;
  std::optional<std::string> state;
  std::optional<td::timestamp> date_time;
};
struct auction {
  std::optional<std::int64_t> id;
  std::optional<std::string> item_name;
  std::optional<std::int64_t> initial_bid;
  std::optional<std::int64_t> seller;
  std::optional<std::int64_t> category;
  std::optional<td::timestamp> date_time;
};
using a_row = td::row<td::field<"akey", std::optional<std::string>>, td::field<"aval", std::optional<std::int64_t>>>;
using b_row = td::row<td::field<"bkey", std::optional<std::string>>, td::field<"bref", std::optional<std::string>>>;
using c_row = td::row<td::field<"ckey", std::optional<std::string>>, td::field<"cval", std::optional<std::int64_t>>>;
using late_left = td::row<td::field<"ltime", std::optional<td::timestamp>>, td::field<"lkey", std::optional<std::string>>>;
using late_right = td::row<td::field<"rtime", std::optional<td::timestamp>>, td::field<"rkey", std::optional<std::string>>>;

// The ten seconds that a time falls into, as a column: the engine takes windows outside of group_by too, and its rows carry the
// watermark on.
struct ten_seconds : td::functions::call_notation<ten_seconds> {
  static constexpr const char* symbol = "ten_seconds";
  static constexpr td::time_window apply(td::timestamp time) {
    const td::timestamp start(td::floor_divide(time.micros, 10'000'000) * 10'000'000);
    return {start, start + 10s};
  }
};

}  // namespace

template <class E, class EventTime>
inline constexpr bool tidemark::carries_event_time<tidemark::call<ten_seconds, E>, EventTime> =
    carries_event_time<E, EventTime>;

BOOST_HANA_ADAPT_STRUCT(bid, auction, bidder, price, channel, date_time);
BOOST_HANA_ADAPT_STRUCT(person, id, name, city, state, date_time);
BOOST_HANA_ADAPT_STRUCT(auction, id, item_name, initial_bid, seller, category, date_time);

TEST_CASE("engine: joins of streams whose rows never leave") {
  const auto without_watermark = [](auto condition) {
    return [=](case_sources& sources) {
      return sources.stream<left_event>("left") | td::join(sources.stream<right_event>("right"), td::inner, condition);
    };
  };
  run_case("inner_join_no_watermark", td::append, without_watermark(same_key));
  run_case("inner_join_residual_condition", td::append,
           without_watermark(same_key && "lval"_c > 1 && td::right("rval"_c) < 50 && "lval"_c + td::right("rval"_c) != 22));
  run_case("left_outer_join_watermark_right_only", td::append, [](case_sources& sources) {
    const auto left = sources.stream<left_event>("left");
    const auto right = sources.stream<right_event>("right") | td::with_watermark("rtime"_c, 0s);
    return left | td::join(right, td::left_outer, same_key && "ltime"_c > td::right("rtime"_c) + 10s);
  });
  run_case("cascaded_inner_joins", td::append, [](case_sources& sources) {
    const auto a = sources.stream<a_row>("a");
    const auto b = sources.stream<b_row>("b");
    const auto c = sources.stream<c_row>("c");
    return a | td::join(b, td::inner, "akey"_c == td::right("bkey"_c)) |
           td::join(c, td::inner, "bref"_c == td::right("ckey"_c));
  });
  run_case("nexmark_q3", td::append, [](case_sources& sources) {
    const auto auctions = sources.stream<auction>("auctions") | td::where("category"_c == 10);
    const auto persons = sources.stream<person>("persons") |
                         td::where("state"_c == "OR" || "state"_c == "ID" || "state"_c == "CA") |
                         td::select("id"_c.as("person"_c), "name"_c, "city"_c, "state"_c);
    return auctions | td::join(persons, td::inner, "seller"_c == td::right("person"_c)) |
           td::select("name"_c, "city"_c, "state"_c, "id"_c);
  });
}

TEST_CASE("engine: ranges of time, and late rows of both sides") {
  run_case("left_outer_join_range_forward", td::append, joined(td::left_outer, in_range(0s, 100s)));
  run_case("left_outer_join_range_backward", td::append, joined(td::left_outer, in_range(-100s, 0s)));
  run_case("left_outer_join_range_equal", td::append, joined(td::left_outer, in_range(0s, 0s)));
  run_case("late_count_join", td::append, [](case_sources& sources) {
    const auto left = sources.stream<late_left>("left") | td::with_watermark("ltime"_c, 10s);
    const auto right = sources.stream<late_right>("right") | td::with_watermark("rtime"_c, 10s);
    return left | td::join(right, td::inner, in_five_seconds());
  });
  // The engine moves the parts of an inner join's condition on one side below with_watermark.
  run_case("join_condition_on_one_side_and_watermark", td::append, [](case_sources& sources) {
    const auto left = sources.stream<left_event>("left") | td::where("lval"_c > 0) | td::with_watermark("ltime"_c, 0s);
    const auto right = sources.stream<right_event>("right") | td::where("rval"_c > 0) | td::with_watermark("rtime"_c, 0s);
    return left | td::join(right, td::inner, in_five_seconds());
  });
}

TEST_CASE("engine: joins and windows") {
  run_case("join_then_window", td::append, [](case_sources& sources) {
    return joined(td::inner, in_five_seconds())(sources) | td::group_by(td::window("ltime"_c, 10s), "lkey"_c) |
           td::agg(td::count().as("n"_c), td::sum("rval"_c).as("total"_c));
  });
  run_case("left_outer_join_window_keys", td::append, [](case_sources& sources) {
    const auto left = sources.stream<left_event>("left") | td::with_watermark("ltime"_c, 0s) |
                      td::select("lkey"_c, "lval"_c, td::call_of<ten_seconds>("ltime"_c).as("lwindow"_c));
    const auto right = sources.stream<right_event>("right") | td::with_watermark("rtime"_c, 0s) |
                       td::select("rkey"_c, "rval"_c, td::call_of<ten_seconds>("rtime"_c).as("rwindow"_c));
    return left | td::join(right, td::left_outer, same_key && "lwindow"_c == td::right("rwindow"_c));
  });
  run_case("windows_of_both_sides_joined", td::append, [](case_sources& sources) {
    const auto left = sources.stream<left_event>("left") | td::with_watermark("ltime"_c, 4s) |
                      td::group_by(td::window("ltime"_c, 10s).as("lwindow"_c), "lkey"_c) |
                      td::agg(td::sum("lval"_c).as("ltotal"_c));
    const auto right = sources.stream<right_event>("right") | td::with_watermark("rtime"_c, 1s) |
                       td::group_by(td::window("rtime"_c, 10s).as("rwindow"_c), "rkey"_c) |
                       td::agg(td::sum("rval"_c).as("rtotal"_c));
    return left | td::join(right, td::inner, "lwindow"_c == td::right("rwindow"_c) && same_key);
  });
  run_case("nexmark_q8", td::append, [](case_sources& sources) {
    const auto persons = sources.stream<person>("persons") | td::with_watermark("date_time"_c, 4s) |
                         td::group_by(td::window("date_time"_c, 10s).as("pwindow"_c), "id"_c, "name"_c) |
                         td::agg(td::count().as("pn"_c));
    const auto sellers = sources.stream<auction>("auctions") | td::with_watermark("date_time"_c, 4s) |
                         td::group_by(td::window("date_time"_c, 10s).as("awindow"_c), "seller"_c) |
                         td::agg(td::count().as("an"_c));
    return persons | td::join(sellers, td::inner, "id"_c == td::right("seller"_c) && "pwindow"_c == td::right("awindow"_c)) |
           td::select("id"_c, "name"_c, "pwindow"_c["start"_c].as("start"_c), "an"_c);
  });
  run_case("nexmark_q7_a", td::append, [](case_sources& sources) {
    const auto bids = sources.stream<bid>("bids") | td::with_watermark("date_time"_c, 4s);
    const auto highest = bids | td::group_by(td::window("date_time"_c, 10s)) | td::agg(td::max("price"_c).as("highest"_c));
    const auto with_window =
        bids | td::select("auction"_c, "bidder"_c, "price"_c, td::timestamp_micros(td::unix_micros("date_time"_c)).as("at"_c),
                          td::call_of<ten_seconds>("date_time"_c).as("bid_window"_c));
    return with_window |
           td::join(highest, td::inner, "bid_window"_c == td::right("window"_c) && "price"_c == td::right("highest"_c)) |
           td::select("auction"_c, "bidder"_c, "price"_c, "at"_c, "window"_c);
  });
}
