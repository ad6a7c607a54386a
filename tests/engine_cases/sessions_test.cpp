// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Session windows: how sessions grow, meet and close, late rows, a gap for each row, restarts.

#include "catch2_any_version.hpp"
#include "event.hpp"

struct user_visit {
  std::optional<tidemark::timestamp> time;
  std::optional<std::string> user;
  std::optional<std::int64_t> value;
};
BOOST_HANA_ADAPT_STRUCT(user_visit, time, user, value);

struct visit_of_kind {
  std::optional<tidemark::timestamp> time;
  std::optional<std::string> user;
  std::optional<std::string> kind;
  std::optional<std::int64_t> value;
};
BOOST_HANA_ADAPT_STRUCT(visit_of_kind, time, user, kind, value);

struct page_visit {
  std::optional<tidemark::timestamp> time;
  std::optional<std::string> user;
  std::optional<std::string> page;
  std::optional<std::int64_t> value;
};
BOOST_HANA_ADAPT_STRUCT(page_visit, time, user, page, value);

struct bid_of_bidder {
  std::optional<std::int64_t> auction;
  std::optional<std::int64_t> bidder;
  std::optional<std::int64_t> price;
  std::optional<std::string> channel;
  std::optional<tidemark::timestamp> date_time;
};
BOOST_HANA_ADAPT_STRUCT(bid_of_bidder, auction, bidder, price, channel, date_time);

namespace {

// Count and sum by sessions of a user.
auto by_user(std::chrono::seconds delay) {
  return [=](case_sources& sources) {
    return sources.stream<user_visit>("events") | td::with_watermark("time"_c, delay) |
           td::group_by(td::session_window("time"_c, 10s), "user"_c) |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  };
}
auto by_key(std::chrono::seconds delay, std::chrono::seconds gap) {
  return [=](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, delay) |
           td::group_by(td::session_window("time"_c, gap), "key"_c) |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  };
}

}  // namespace

TEST_CASE("engine: sessions close when the watermark reaches their end") {
  run_case("session_closed_at_watermark", td::append, by_user(5s));
  run_case("session_not_closed_early", td::append, by_user(5s));
  run_case("session_drain", td::append, by_user(5s));
  run_case("session_restart", td::append, by_user(5s));
}

TEST_CASE("engine: sessions that touch are one") {
  run_case("session_touching_boundary", td::append, by_user(0s));
  run_case("session_touching_across_batches", td::append, by_user(100s));
}

TEST_CASE("engine: late rows of sessions are judged before they meet others") {
  run_case("session_late_row_of_open_session", td::append, by_user(0s));
  run_case("session_late_duplicate_rows", td::append, by_user(0s));
  run_case("session_complete", td::complete, by_user(0s));
  run_case("late_count_session", td::append, [](case_sources& sources) {
    return sources.stream<event>("events") | td::with_watermark("time"_c, 10s) |
           td::group_by(td::session_window("time"_c, 5s), "key"_c) | td::agg(td::count().as("n"_c));
  });
}

TEST_CASE("engine: rows without a time or a gap belong to no session") {
  run_case("session_null_event_time", td::append, by_user(0s));
  run_case("session_gap_per_row", td::append, [](case_sources& sources) {
    return sources.stream<visit_of_kind>("events") | td::with_watermark("time"_c, 5s) |
           td::group_by(td::session_window("time"_c, td::when("kind"_c == "short", 5s).when("kind"_c == "long", 20s)),
                        "user"_c) |
           td::agg(td::count().as("n"_c), td::sum("value"_c).as("total"_c));
  });
}

TEST_CASE("engine: sessions by two keys") {
  run_case("session_two_keys", td::append, [](case_sources& sources) {
    return sources.stream<page_visit>("events") | td::with_watermark("time"_c, 2s) |
           td::group_by(td::session_window("time"_c, 5s), "user"_c, "page"_c) |
           td::agg(td::count().as("n"_c), td::avg("value"_c).as("mean"_c), td::min("time"_c).as("first"_c),
                   td::max("time"_c).as("last"_c));
  });
}

TEST_CASE("engine: sessions of random rows") {
  run_case("random_session_agg_1", td::append, by_key(3s, 7s));
  run_case("random_session_agg_2", td::complete, by_key(5s, 4s));
}

TEST_CASE("engine: NEXMark query 11, bids of a session") {
  run_case("nexmark_q11", td::append, [](case_sources& sources) {
    return sources.stream<bid_of_bidder>("bids") | td::with_watermark("date_time"_c, 4s) |
           td::group_by(td::session_window("date_time"_c, 10s), "bidder"_c) | td::agg(td::count().as("bids"_c)) |
           td::select("bidder"_c, "bids"_c, "session_window"_c["start"_c].as("start"_c),
                      "session_window"_c["end"_c].as("end"_c));
  });
}
