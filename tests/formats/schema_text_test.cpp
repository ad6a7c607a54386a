// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/schema_text.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace td = tidemark;

namespace {

struct part {
  std::int32_t number{};
  std::optional<std::string> text;
};

struct whole {
  std::string user;
  std::optional<std::int64_t> views;
  std::vector<part> parts;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(part, number, text);
BOOST_HANA_ADAPT_STRUCT(whole, user, views, parts);

TEST_CASE("column types have the engine's names") {
  CHECK(td::type_text<bool>() == "BOOLEAN");
  CHECK(td::type_text<std::int8_t>() == "TINYINT");
  CHECK(td::type_text<std::int16_t>() == "SMALLINT");
  CHECK(td::type_text<std::int32_t>() == "INT");
  CHECK(td::type_text<std::int64_t>() == "BIGINT");
  CHECK(td::type_text<long long>() == "BIGINT");
  CHECK(td::type_text<float>() == "FLOAT");
  CHECK(td::type_text<double>() == "DOUBLE");
  CHECK(td::type_text<std::string>() == "STRING");
  CHECK(td::type_text<std::string_view>() == "STRING");
  CHECK(td::type_text<td::timestamp>() == "TIMESTAMP");
  CHECK(td::type_text<td::time_window>() == "STRUCT<start: TIMESTAMP, end: TIMESTAMP>");
}

TEST_CASE("an unsigned integer has the name of the next wider type") {
  CHECK(td::type_text<std::uint8_t>() == "SMALLINT");
  CHECK(td::type_text<std::uint16_t>() == "INT");
  CHECK(td::type_text<std::uint32_t>() == "BIGINT");
  CHECK(td::type_text<std::uint64_t>() == "DECIMAL(20,0)");
}

TEST_CASE("types are made of types") {
  CHECK(td::type_text<std::optional<double>>() == "DOUBLE");
  CHECK(td::type_text<std::vector<std::optional<std::int32_t>>>() == "ARRAY<INT>");
  CHECK(td::type_text<std::array<std::array<bool, 2>, 3>>() == "ARRAY<ARRAY<BOOLEAN>>");
  CHECK(td::type_text<std::map<std::string, std::vector<double>>>() == "MAP<STRING, ARRAY<DOUBLE>>");
  CHECK(td::type_text<part>() == "STRUCT<number: INT, text: STRING>");
}

TEST_CASE("a record has a column list and a table") {
  CHECK(td::schema_text<whole>() == "user STRING, views BIGINT, parts ARRAY<STRUCT<number: INT, text: STRING>>");
  CHECK(td::create_table_text<whole>("visits") ==
        "CREATE TABLE visits (user STRING NOT NULL, views BIGINT, parts ARRAY<STRUCT<number: INT, text: STRING>> NOT NULL)");
  CHECK(td::schema_text<td::row<>>() == "");
}

TEST_CASE("a name that is no word stands in backquotes") {
  CHECK(td::schema_text<td::row<td::field<"a b", int>, td::field<"1st", int>, td::field<"q`", int>, td::field<"é", int>>>() ==
        "`a b` INT, `1st` INT, `q``` INT, `é` INT");
}
