// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams: one column of both sides, nulls that meet, update output, and which columns are kept.

#include "catch2_any_version.hpp"

#include <tidemark/operators/agg.hpp>
#include <tidemark/operators/aggregates.hpp>
#include <tidemark/operators/as_of_join.hpp>
#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/group_by.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/select.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/plan/watermark_delay.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace join_test {

struct request {
  std::optional<std::int64_t> id;
  tidemark::timestamp t;
  std::string text;
};
struct reply {
  std::optional<std::int64_t> id;
  tidemark::timestamp t;
  std::string answer;
};

struct shown {
  std::int64_t ad;
  tidemark::timestamp at;
  std::int64_t price;
  std::string page;
};
struct clicked {
  std::int64_t click_ad;
  tidemark::timestamp click_at;
  std::int64_t weight;
  std::string user;
};

}  // namespace join_test

BOOST_HANA_ADAPT_STRUCT(join_test::shown, ad, at, price, page);
BOOST_HANA_ADAPT_STRUCT(join_test::clicked, click_ad, click_at, weight, user);
BOOST_HANA_ADAPT_STRUCT(join_test::request, id, t, text);
BOOST_HANA_ADAPT_STRUCT(join_test::reply, id, t, answer);

namespace join_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr td::timestamp at(std::int64_t seconds) { return td::timestamp(seconds * 1'000'000); }

auto ads(const td::testing::source<shown>& from) { return td::read_stream(from) | td::with_watermark("at"_c, 0s); }
auto clicks(const td::testing::source<clicked>& from) { return td::read_stream(from) | td::with_watermark("click_at"_c, 0s); }

constexpr auto clicked_soon = "ad"_c == td::right("click_ad"_c) && td::right("click_at"_c) >= "at"_c &&
                              td::right("click_at"_c) <= "at"_c + 60s && "price"_c > 0;

// The names of what a join keeps beside the keys, where `Names` of its result are needed.
template <class Join, td::name... Names>
using kept_names = typename Join::template state_value_fields_of<td::name_list<Names...>>::names;

// Many rows, none of which leaves: bytes of state a row.
template <class Step>
std::int64_t bytes_a_row(Step behind) {
  td::testing::source<shown> shows;
  td::testing::source<clicked> presses;
  td::testing::batch_driver query(ads(shows) | td::join(clicks(presses), td::inner, clicked_soon) | behind, td::append);
  constexpr std::int64_t rows = 40'000;
  std::vector<shown> left;
  std::vector<clicked> right;
  for (std::int64_t i = 0; i < rows; ++i) {
    left.push_back({i % 100, at(100), 1, "a page whose name is too long for a short string"});
    right.push_back({i % 100 + 1000, at(100), 1, "a user whose name is too long for a short string"});
  }
  shows.add(std::move(left));
  presses.add(std::move(right));
  const auto ran = query.run_batch();
  CHECK(ran->state.at(0).num_rows_total == 2 * rows);
  return ran->state.at(0).memory_used_bytes / (2 * rows);
}

}  // namespace
}  // namespace join_test

using namespace join_test;

TEST_CASE("a full outer join by columns of one name has each of them once, from the side that is there") {
  using row = td::row<td::field<"id", std::optional<std::int64_t>>, td::field<"t", td::timestamp>,
                      td::field<"text", std::optional<std::string>>, td::field<"answer", std::optional<std::string>>>;
  td::testing::source<request> requests;
  td::testing::source<reply> replies;
  td::testing::batch_driver query(
      td::read_stream(requests) | td::with_watermark("t"_c, 0s) |
          td::join(td::read_stream(replies) | td::with_watermark("t"_c, 0s), td::full_outer, td::using_columns("id"_c, "t"_c)),
      td::append);
  requests.add({{1, at(10), "who"}, {2, at(10), "what"}, {std::nullopt, at(10), "null"}});
  replies.add({{1, at(10), "me"}, {3, at(10), "that"}, {std::nullopt, at(10), "null"}});
  CHECK((query.run_batch()->rows == std::vector<row>{{1, at(10), "who", "me"}}));
  requests.add({{8, at(100), "late"}});
  replies.add({{9, at(100), "late"}});
  std::vector<row> alone;
  for (const auto& ran : query.run_until_idle()) alone.insert(alone.end(), ran.rows.begin(), ran.rows.end());
  const auto text_of = [](const row& one) { return td::get<"text">(one).value_or("") + td::get<"answer">(one).value_or(""); };
  std::sort(alone.begin(), alone.end(), [&](const row& a, const row& b) { return text_of(a) < text_of(b); });
  // Null is equal to nothing, null least of all. The two rows at the watermark have ended with it.
  REQUIRE(alone.size() == 6);
  CHECK((text_of(alone[0]) == "late" && text_of(alone[1]) == "late"));
  CHECK((text_of(alone[2]) == "null" && text_of(alone[3]) == "null"));
  CHECK(td::get<"text">(alone[2]).has_value() != td::get<"text">(alone[3]).has_value());
  CHECK((alone[4] == row{3, at(10), std::nullopt, "that"}));
  CHECK((alone[5] == row{2, at(10), "what", std::nullopt}));
}

TEST_CASE("nulls meet where the equality says so, also in update output and over restarts") {
  using row = td::row<td::field<"id", std::optional<std::int64_t>>, td::field<"t", td::timestamp>,
                      td::field<"text", std::string>, td::field<"answer", std::string>>;
  td::testing::source<request> requests;
  td::testing::source<reply> replies;
  td::testing::batch_driver query(td::read_stream(requests) |
                                      td::join(td::read_stream(replies) | td::drop("t"_c) | td::rename("id"_c, "to"_c),
                                               td::inner, td::eq_null_safe("id"_c, td::right("to"_c))) |
                                      td::drop("to"_c),
                                  td::update);
  requests.add({{std::nullopt, at(1), "null"}, {0, at(2), "zero"}});
  CHECK(query.run_batch()->rows.empty());
  query.restart();
  replies.add({{std::nullopt, at(1), "none"}, {0, at(2), "nought"}});
  auto rows = query.run_batch()->rows;
  CHECK((rows == std::vector<row>{{std::nullopt, at(1), "null", "none"}, {0, at(2), "zero", "nought"}}));
}

TEST_CASE("above a join the delay of a watermark is that of the column's own side, under whatever name") {
  const td::testing::source<shown> shows;
  const td::testing::source<clicked> presses;
  const auto left = td::read_stream(shows) | td::with_watermark("at"_c, 20s) | td::rename("at"_c, "shown_at"_c);
  const auto right = td::read_stream(presses) | td::with_watermark("click_at"_c, 5s) | td::rename("click_at"_c, "clicked_at"_c);
  const auto joined = left | td::join(right, td::inner, "ad"_c == td::right("click_ad"_c));
  CHECK(td::watermark_delay_ms<"shown_at">(joined.plan()) == 20'000);
  CHECK(td::watermark_delay_ms<"clicked_at">(joined.plan()) == 5'000);
  const auto renamed = joined | td::rename("shown_at"_c, "a"_c) | td::rename("clicked_at"_c, "b"_c);
  CHECK(td::watermark_delay_ms<"a">(renamed.plan()) == 20'000);
  CHECK(td::watermark_delay_ms<"b">(renamed.plan()) == 5'000);
  const auto one = joined | td::select("clicked_at"_c.as("b"_c), "ad"_c);
  CHECK(td::watermark_delay_ms<"b">(one.plan()) == 5'000);
  const auto turned = joined | td::select("clicked_at"_c.as("shown_at"_c), "shown_at"_c.as("clicked_at"_c));
  CHECK(td::watermark_delay_ms<"shown_at">(turned.plan()) == 5'000);
  CHECK(td::watermark_delay_ms<"clicked_at">(turned.plan()) == 20'000);
  const auto added = joined | td::with_column("clicked_at"_c.as("b"_c)) | td::drop("clicked_at"_c);
  CHECK(td::watermark_delay_ms<"b">(added.plan()) == 5'000);
  const auto grouped = joined | td::group_by(td::window("clicked_at"_c, 1min)) | td::count();
  CHECK(td::watermark_delay_ms<"window">(grouped.plan()) == 5'000);
  // A column of both sides is that of the one that is always there.
  const auto named = [&](auto type) {
    return left | td::join(right | td::rename("clicked_at"_c, "shown_at"_c), type, td::using_columns("shown_at"_c));
  };
  CHECK(td::watermark_delay_ms<"shown_at">(named(td::left_outer).plan()) == 20'000);
  CHECK(td::watermark_delay_ms<"shown_at">(named(td::right_outer).plan()) == 5'000);
  CHECK(td::watermark_delay_ms<"shown_at">(named(td::left_semi).plan()) == 20'000);
}

TEST_CASE("a join keeps the columns that come out of it, and those that its condition asks of pairs") {
  const td::testing::source<shown> shows;
  const td::testing::source<clicked> presses;
  const auto by = [&](auto type, auto condition) { return ads(shows) | td::join(clicks(presses), type, condition); };
  using interval = td::plan_in<decltype(by(td::inner, clicked_soon))>;
  static_assert(std::is_same_v<kept_names<interval>, td::name_list<"at", "right.click_at">>);
  static_assert(
      std::is_same_v<kept_names<interval, "user", "price">, td::name_list<"at", "price", "right.click_at", "right.user">>);
  // Keys are kept once for all of their rows, times beside the rows.
  using by_key = td::plan_in<decltype(by(td::inner, "ad"_c == td::right("click_ad"_c)))>;
  static_assert(std::is_same_v<kept_names<by_key>, td::name_list<>>);
  static_assert(std::is_same_v<kept_names<by_key, "page">, td::name_list<"page">>);
  static_assert(std::is_same_v<kept_names<by_key, "ad", "click_ad">, td::name_list<"ad", "right.click_ad">>);
  // Nothing comes out of the right side of a semi join.
  using semi = td::plan_in<decltype(by(td::left_semi, clicked_soon))>;
  static_assert(std::is_same_v<kept_names<semi, "page">, td::name_list<"at", "page", "right.click_at">>);
  // A column of both sides comes from the one that is always there.
  const auto named = [&](auto type) {
    return ads(shows) | td::join(clicks(presses) | td::rename("click_ad"_c, "ad"_c), type, td::using_columns("ad"_c));
  };
  static_assert(std::is_same_v<kept_names<td::plan_in<decltype(named(td::inner))>, "ad">, td::name_list<"ad">>);
  using as_of =
      td::plan_in<decltype(ads(shows) | td::as_of_join(clicks(presses), td::inner, "ad"_c == td::right("click_ad"_c)))>;
  static_assert(std::is_same_v<kept_names<as_of, "weight">, td::name_list<"right.weight">>);
  // A whole record is kept as it is.
  using whole = interval::kept<td::fields_of<interval::row>::names>;
  static_assert(std::is_same_v<whole::left_row, shown> && std::is_same_v<whole::right_row, clicked>);
}

TEST_CASE("what is not needed of a join's rows takes no memory") {
  const std::int64_t all =
      bytes_a_row(td::select("ad"_c, "at"_c, "price"_c, "page"_c, "click_ad"_c, "click_at"_c, "weight"_c, "user"_c));
  const std::int64_t some = bytes_a_row(td::select("price"_c, "weight"_c));
  const std::int64_t none = bytes_a_row(td::select(td::lit(1).as("one"_c)));
  CAPTURE(all, some, none);
  CHECK(all - none >= static_cast<std::int64_t>(sizeof(shown) - sizeof(td::timestamp)));
  CHECK(some - none >= 8);
  CHECK(none < 80);
}

TEST_CASE("a checkpoint of a join does for the columns that its plan needed, in memory and over partitions") {
  td::testing::simulated_file_system files;
  td::testing::source<shown> shows;
  td::testing::source<clicked> presses;
  td::testing::driver_options<> options;
  options.files = &files;
  options.start.partitions = 2;
  const auto run = [&](auto behind) {
    td::testing::batch_driver query(ads(shows) | td::join(clicks(presses), td::left_outer, clicked_soon) | behind, td::append,
                                    options);
    std::vector<std::int64_t> prices;
    for (const auto& ran : query.run_until_idle())
      for (const auto& row : ran.rows) prices.push_back(td::get<"price">(row));
    std::sort(prices.begin(), prices.end());
    return prices;
  };
  const auto narrow = td::select("price"_c, "weight"_c);
  shows.add({{1, at(10), 5, "front"}, {2, at(10), 6, "back"}});
  CHECK(run(narrow).empty());
  presses.add({{1, at(20), 3, "me"}});
  CHECK(run(narrow) == std::vector<std::int64_t>{5});
  std::string sentence;
  try {
    run(td::select("price"_c, "weight"_c, "page"_c));
  } catch (const td::error& problem) {
    sentence = problem.what();
  }
  CHECK(sentence.find("state_schema_changed") != std::string::npos);
  CHECK(sentence.find("page STRING") != std::string::npos);
  shows.add({{3, at(200), 7, "front"}});
  presses.add({{3, at(200), 3, "me"}});
  CHECK(run(narrow) == std::vector<std::int64_t>{6, 7});
}

TEST_CASE("joins of all kinds, of which few columns are needed, give what they give whole") {
  const auto rows_of = [](auto type, std::size_t partitions, auto behind) {
    td::testing::source<request> requests;
    td::testing::source<reply> replies;
    td::testing::driver_options<> options;
    options.start.partitions = partitions;
    td::testing::batch_driver query(
        td::read_stream(requests) | td::with_watermark("t"_c, 0s) |
            td::join(td::read_stream(replies) | td::with_watermark("t"_c, 0s), type, td::using_columns("id"_c, "t"_c)) | behind,
        td::append, options);
    requests.add({{1, at(10), "who"}, {2, at(10), "what"}, {std::nullopt, at(10), "null"}});
    replies.add({{1, at(10), "me"}, {3, at(10), "that"}, {std::nullopt, at(10), "null"}});
    query.run_batch();
    query.restart();
    requests.add({{2, at(11), "why"}});
    replies.add({{2, at(11), "so"}});
    query.run_until_idle();
    requests.add({{4, at(100), "how"}});
    replies.add({{5, at(100), "thus"}});
    std::vector<std::optional<std::int64_t>> ids;
    for (const auto& ran : query.run_until_idle())
      for (const auto& row : ran.rows) ids.push_back(td::get<"id">(row));
    std::sort(ids.begin(), ids.end());
    return ids;
  };
  const auto compare = [&](auto type) {
    for (const std::size_t partitions : {std::size_t{1}, std::size_t{3}}) {
      CAPTURE(partitions, type.word);
      const auto whole = rows_of(type, partitions, td::where(td::lit(true)));
      CHECK(rows_of(type, partitions, td::select("id"_c)) == whole);
    }
  };
  compare(td::left_outer);
  compare(td::right_outer);
  compare(td::full_outer);
  compare(td::left_semi);
}
