// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// map and flat_map, unions, and functions that throw.

#include "catch2_any_version.hpp"

#include <tidemark/operators/flat_map.hpp>
#include <tidemark/operators/map.hpp>
#include <tidemark/operators/read.hpp>
#include <tidemark/operators/union_with.hpp>
#include <tidemark/operators/where.hpp>
#include <tidemark/operators/with_column.hpp>
#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/batch_driver.hpp>
#include <tidemark/testing/source.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace map_test {

struct line {
  std::int64_t id;
  std::string text;
  bool operator==(const line&) const = default;
};
struct word {
  std::int64_t line;
  std::string text;
  bool operator==(const word&) const = default;
};

}  // namespace map_test

BOOST_HANA_ADAPT_STRUCT(map_test::line, id, text);
BOOST_HANA_ADAPT_STRUCT(map_test::word, line, text);

namespace map_test {
namespace {

namespace td = tidemark;
using namespace td::literals;

std::vector<word> words_of(const line& one) {
  std::vector<word> all;
  for (std::size_t at = 0; at < one.text.size();) {
    const std::size_t end = (std::min)(one.text.find(' ', at), one.text.size());
    all.push_back({one.id, one.text.substr(at, end - at)});
    at = end + 1;
  }
  return all;
}

}  // namespace
}  // namespace map_test

using namespace map_test;

TEST_CASE("flat_map makes none, one or many rows of one, in order") {
  td::testing::source<line> lines;
  td::testing::batch_driver query{td::read_stream(lines) | td::flat_map([](const line& one) { return words_of(one); }),
                                  td::append};
  lines.add({{1, "a bc d"}, {2, ""}, {3, "e"}});
  CHECK(query.run_batch()->rows == std::vector<word>{{1, "a"}, {1, "bc"}, {1, "d"}, {3, "e"}});
}

TEST_CASE("map takes the struct, or what flows behind with_column") {
  td::testing::source<line> lines;
  td::testing::batch_driver query{td::read_stream(lines) | td::map([](const line& one) {
                                    return word{one.id, one.text + "!"};
                                  }) | td::with_column(("line"_c + 1).as("next"_c)) |
                                      td::map([](const auto& row) {
                                        return line{td::get<"next">(row) * 10, td::get<"text">(row) + "?"};
                                      }),
                                  td::append};
  lines.add({{1, "a"}, {2, ""}});
  CHECK(query.run_batch()->rows == std::vector<line>{{20, "a!?"}, {30, "!?"}});
}

TEST_CASE(
    "an exception of the query's own function ends the batch, nested in an error that names it; a restart runs it again") {
  td::testing::source<line> lines;
  const auto fails = std::make_shared<bool>(true);
  td::testing::driver_options<> options;
  options.start.name = "lines";
  td::testing::batch_driver query{td::read_stream(lines) | td::map([fails](const line& one) {
                                    if (*fails && one.text == "bad") throw std::domain_error("a bad line");
                                    return word{one.id, one.text};
                                  }),
                                  td::append, options};
  lines.add({{1, "good"}});
  CHECK(query.run_batch()->id == 0);
  lines.add({{2, "good"}, {3, "bad"}, {4, "good"}});

  const auto check_failure = [&] {
    try {
      query.run_batch();
      FAIL_CHECK("the batch ran");
    } catch (const td::error& problem) {
      CHECK(problem.id() == "user_function_failed");
      CHECK(std::string(problem.what()).find("a bad line") != std::string::npos);
      CHECK(problem.query_name() == "lines");
      CHECK(problem.batch() == 1);
      CHECK_THROWS_AS(std::rethrow_if_nested(problem), std::domain_error);
    }
  };
  check_failure();
  query.restart();
  check_failure();
  query.restart();
  *fails = false;
  lines.add({{5, "later"}});  // after the batch was begun: it waits for the next one
  auto again = query.run_batch();
  CHECK(again->id == 1);
  CHECK(again->rows == std::vector<word>{{2, "good"}, {3, "bad"}, {4, "good"}});
  CHECK(query.run_batch()->rows == std::vector<word>{{5, "later"}});
}

TEST_CASE("a union has the rows of the left side, then those of the right; a stream may stand on both") {
  td::testing::source<line> a;
  td::testing::source<line> b;
  const auto read_a = td::read_stream(a);
  td::testing::batch_driver query{read_a | td::union_with(td::read_stream(b)) | td::union_with(read_a | td::where("id"_c > 1)),
                                  td::append};
  a.add({{1, "a"}, {2, "a"}});
  b.add({{3, "b"}});
  const auto both = query.run_batch();
  CHECK(both->rows == std::vector<line>{{1, "a"}, {2, "a"}, {3, "b"}, {2, "a"}});
  CHECK(both->input_rows == 5);  // each branch reads for itself
  b.add({{4, "b"}});
  CHECK(query.run_batch()->rows == std::vector<line>{{4, "b"}});
  a.add({{5, "a"}});
  CHECK(query.run_batch()->rows == std::vector<line>{{5, "a"}, {5, "a"}});
}
