// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Joins of two streams: one column of both sides, nulls that meet, update output.

#include "catch2_any_version.hpp"

#include <tidemark/operators/drop.hpp>
#include <tidemark/operators/join.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/rename.hpp>
#include <tidemark/operators/with_watermark.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
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

}  // namespace join_test

BOOST_HANA_ADAPT_STRUCT(join_test::request, id, t, text);
BOOST_HANA_ADAPT_STRUCT(join_test::reply, id, t, answer);

namespace join_test {
namespace {

namespace td = tidemark;
using namespace td::literals;
using namespace std::chrono_literals;

constexpr td::timestamp at(std::int64_t seconds) { return td::timestamp(seconds * 1'000'000); }

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
