// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/json_lines.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace td = tidemark;

namespace {

using event = td::row<td::field<"id", std::optional<std::int64_t>>, td::field<"name", std::optional<std::string>>,
                      td::field<"at", std::optional<td::timestamp>>>;
using kept_event = td::row<td::field<"id", std::optional<std::int64_t>>, td::field<"name", std::optional<std::string>>,
                           td::field<"at", std::optional<td::timestamp>>, td::field<"bad", std::optional<std::string>>>;

using event_columns = td::fields_of<event>::names;
using kept_columns = td::fields_of<kept_event>::names;

constexpr td::timestamp ten_o_clock{1767607200000000};

template <class R, class Policy>
std::vector<R> rows_of(std::string_view text) {
  td::json_line_reader<R, typename td::fields_of<R>::names, Policy> lines;
  lines.open(text);
  std::vector<R> rows;
  lines.read(1000, [&](const R& row) { rows.push_back(row); });
  return rows;
}

std::vector<std::int64_t> ids_of(std::string_view text) {
  std::vector<std::int64_t> ids;
  for (const event& row : rows_of<event, td::malformed::fail>(text)) ids.push_back(td::get<"id">(row).value_or(-1));
  return ids;
}

// What the engine was given in three batches.
constexpr std::string_view mixed_lines =
    "{\"id\":1,\"name\":\"ok\",\"at\":\"2026-01-05T10:00:00Z\"}\n"
    "{\"id\":2,\"name\":\"cut\n"
    "{\"id\":\"x\",\"name\":\"wrong type\"}\n"
    "not json\n"
    "{\"id\":3}\n"
    "{\"id\":4.7,\"name\":5,\"at\":\"nonsense\"}\n"
    "{\"name\":\"extra\",\"more\":{\"a\":[1,2]}}\n"
    "\n"
    "[]\n"
    "null\n"
    "{\"id\":null,\"name\":null}\n"
    "{\"id\":5,\"id\":6,\"name\":\"twice\"}\n"
    "{\"ID\":7,\"Name\":\"case\"}\n"
    "{\"id\":8,\"name\":\"a\\u00e9\\n\\\"q\\\"\"} \n"
    "{\"id\":9,\"name\":{\"x\":1}}\n"
    "{\"id\":true,\"name\":true}\n";

}  // namespace

TEST_CASE("kept malformed records are rows with what could be read and their text, as the engine has them") {
  const std::optional<std::string> good;
  const std::vector<kept_event> expected = {
      {1, "ok", ten_o_clock, good},
      {std::nullopt, std::nullopt, std::nullopt, "{\"id\":2,\"name\":\"cut"},
      {std::nullopt, "wrong type", std::nullopt, "{\"id\":\"x\",\"name\":\"wrong type\"}"},
      {std::nullopt, std::nullopt, std::nullopt, "not json"},
      {3, std::nullopt, std::nullopt, good},
      {std::nullopt, "5", std::nullopt, "{\"id\":4.7,\"name\":5,\"at\":\"nonsense\"}"},
      {std::nullopt, "extra", std::nullopt, good},
      {std::nullopt, std::nullopt, std::nullopt, "null"},
      {std::nullopt, std::nullopt, std::nullopt, good},
      {6, "twice", std::nullopt, good},
      {std::nullopt, std::nullopt, std::nullopt, good},
      {8, "aé\n\"q\"", std::nullopt, good},
      {9, "{\"x\":1}", std::nullopt, good},
      {std::nullopt, "true", std::nullopt, "{\"id\":true,\"name\":true}"},
  };
  CHECK(rows_of<kept_event, td::malformed::keep_in<"bad">>(mixed_lines) == expected);
}

TEST_CASE("dropped malformed records are left out and counted") {
  td::json_line_reader<event, event_columns, td::malformed::drop> lines;
  lines.open(mixed_lines);
  std::vector<event> rows;
  lines.read(1000, [&](const event& row) { rows.push_back(row); });
  const std::vector<event> expected = {
      {1, "ok", ten_o_clock},
      {3, std::nullopt, std::nullopt},
      {std::nullopt, "extra", std::nullopt},
      {std::nullopt, std::nullopt, std::nullopt},
      {6, "twice", std::nullopt},
      {std::nullopt, std::nullopt, std::nullopt},
      {8, "aé\n\"q\"", std::nullopt},
      {9, "{\"x\":1}", std::nullopt},
  };
  CHECK(rows == expected);
  CHECK(lines.dropped() == 6);
  CHECK(lines.line() == 16);
}

TEST_CASE("a malformed record ends the reading with its file and line, and the next read goes on behind it") {
  td::json_line_reader<event> lines;
  lines.open("{\"id\":1}\n\n{\"id\":2,\"name\":\"cut\n{\"id\":3}", "views/7.json");
  std::vector<std::int64_t> ids;
  const auto take = [&](const event& row) { ids.push_back(*td::get<"id">(row)); };
  try {
    lines.read(1000, take);
    FAIL("nothing was thrown");
  } catch (const td::error& e) {
    CHECK(e.id() == "malformed_record");
    CHECK(e.file() == "views/7.json");
    CHECK(e.line() == 3);
    CHECK(std::string(e.what()) ==
          "tidemark malformed_record: in views/7.json, line 3 column \"name\" has no end: it stops in the middle of a value "
          "(byte 19); "
          "correct the data, or choose malformed::drop or malformed::keep_in");
  }
  CHECK(lines.read(1000, take) == 1);
  CHECK(ids == std::vector<std::int64_t>{1, 3});
}

TEST_CASE("lines end in a newline, in a carriage return and a newline, or with the text") {
  CHECK(ids_of("") == std::vector<std::int64_t>{});
  CHECK(ids_of("\n\n") == std::vector<std::int64_t>{});
  CHECK(ids_of("{\"id\":1}") == std::vector<std::int64_t>{1});
  CHECK(ids_of("{\"id\":1}\n") == std::vector<std::int64_t>{1});
  CHECK(ids_of("{\"id\":1}\n{\"id\":2}") == std::vector<std::int64_t>{1, 2});
  CHECK(ids_of("{\"id\":1}\r\n{\"id\":2}\r\n\r\n{\"id\":3}\r") == std::vector<std::int64_t>{1, 2, 3});
  CHECK(ids_of(" \t{\"id\":1} \t\n  \n{\"id\":2}") == std::vector<std::int64_t>{1, 2});
}

TEST_CASE("a byte order mark at the start of a file is passed over, elsewhere it is malformed") {
  CHECK(ids_of("\xef\xbb\xbf{\"id\":1}\n") == std::vector<std::int64_t>{1});
  CHECK(ids_of("\xef\xbb\xbf") == std::vector<std::int64_t>{});
  CHECK_THROWS_AS(ids_of("{\"id\":1}\n\xef\xbb\xbf{\"id\":2}\n"), td::error);
}

TEST_CASE("a record does not go on in the next line") {
  CHECK_THROWS_AS(ids_of("{\"id\":\n1}"), td::error);
  CHECK_THROWS_AS(ids_of("{\"id\":1\n}"), td::error);
  CHECK_THROWS_AS(ids_of("{\"name\":\"a\nb\"}"), td::error);
  CHECK_THROWS_AS(ids_of("{\"name\":\"a\\\n\"}"), td::error);
  CHECK_THROWS_AS(ids_of("{\"more\":[1,\n2]}"), td::error);
  CHECK_THROWS_AS(ids_of("{\"id\":1}{\"id\":2}\n"), td::error);
}

TEST_CASE("no more rows are read than are asked for") {
  td::json_line_reader<event> lines;
  lines.open("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n");
  std::vector<std::int64_t> ids;
  const auto take = [&](const event& row) { ids.push_back(*td::get<"id">(row)); };
  CHECK(lines.read(0, take) == 0);
  CHECK(lines.read(2, take) == 2);
  CHECK(ids == std::vector<std::int64_t>{1, 2});
  CHECK(lines.read(2, take) == 1);
  CHECK(lines.read(2, take) == 0);
  CHECK(ids == std::vector<std::int64_t>{1, 2, 3});
}

TEST_CASE("a view of text with escapes is right also in the middle of many lines") {
  using viewed = td::row<td::field<"a", std::string_view>, td::field<"b", std::string_view>>;
  td::json_line_reader<viewed> lines;
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += "{\"a\":\"tab\\t" + std::to_string(i) + " and some more text\",\"b\":\"" + (i % 2 == 0 ? "\\u00e9" : "é") + "\"}\n";
  lines.open(text);
  int i = 0;
  lines.read(1000, [&](const viewed& row) {
    REQUIRE(td::get<"a">(row) == "tab\t" + std::to_string(i++) + " and some more text");
    REQUIRE(td::get<"b">(row) == "é");
  });
  CHECK(i == 100);
}

TEST_CASE("the column that keeps malformed text is not read from the text") {
  const std::vector<kept_event> rows = rows_of<kept_event, td::malformed::keep_in<"bad">>("{\"id\":1,\"bad\":\"mine\"}\n");
  CHECK(rows == std::vector<kept_event>{{1, std::nullopt, std::nullopt, std::nullopt}});
}

static_assert(td::MalformedPolicy<td::malformed::fail> && td::MalformedPolicy<td::malformed::drop>);
static_assert(td::MalformedPolicy<td::malformed::keep_in<"bad">>);
static_assert(!td::MalformedPolicy<int>);
static_assert(td::columns_of_text<kept_event, kept_columns, td::malformed::keep_in<"bad">>::size == 3);
static_assert(td::columns_of_text<kept_event, kept_columns, td::malformed::fail>::size == 4);
