// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

namespace {

struct page {
  std::string path;
  std::optional<std::int32_t> status;
};

struct visit {
  std::optional<std::string> user;
  page first;
  std::vector<page> pages;
  td::time_window window;
};

template <class T>
std::string json(const T& value) {
  std::string text;
  td::write_json(text, value);
  return text;
}

// A view as operators pass it: the columns of a row below, one of them computed.
struct doubled_view {
  const td::row<td::field<"n", std::int64_t>>& below;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(page, path, status);
BOOST_HANA_ADAPT_STRUCT(visit, user, first, pages, window);

template <>
struct tidemark::row_traits<doubled_view> {
  using fields = field_list<field<"n", std::int64_t>, field<"double", std::int64_t>>;

  template <name Name, class Value>
  static std::int64_t get(Value& view) {
    const std::int64_t n = tidemark::get<"n">(view.below);
    return same_name<Name, "n"> ? n : 2 * n;
  }
};

TEST_CASE("values of every column type are written") {
  CHECK(json(true) == "true");
  CHECK(json(std::int8_t{-5}) == "-5");
  CHECK(json((std::numeric_limits<std::uint64_t>::max)()) == "18446744073709551615");
  CHECK(json(std::int64_t{9007199254740993}) == "9007199254740993");
  CHECK(json(1.0) == "1.0");
  CHECK(json(1e10) == "1.0E10");
  CHECK(json(0.1f) == "0.1");
  CHECK(json(std::numeric_limits<double>::quiet_NaN()) == "\"NaN\"");
  CHECK(json(-std::numeric_limits<float>::infinity()) == "\"-Infinity\"");
  CHECK(json(std::string("a")) == "\"a\"");
  CHECK(json(std::string_view("a")) == "\"a\"");
  CHECK(json(td::timestamp{1767607200000000}) == "\"2026-01-05T10:00:00.000Z\"");
  CHECK(json(td::timestamp{1767607200000001}) == "\"2026-01-05T10:00:00.000001Z\"");
  CHECK(json(td::time_window{td::timestamp{0}, td::timestamp{1000000}}) ==
        R"({"start":"1970-01-01T00:00:00.000Z","end":"1970-01-01T00:00:01.000Z"})");
  CHECK(json(std::optional<int>{}) == "null");
  CHECK(json(std::optional<int>{5}) == "5");
  CHECK(json(std::vector<int>{}) == "[]");
  CHECK(json(std::vector<std::optional<int>>{1, std::nullopt}) == "[1,null]");
  CHECK(json(std::vector<bool>{true, false}) == "[true,false]");
  CHECK(json(std::array<double, 2>{1.5, 2}) == "[1.5,2.0]");
  CHECK(json(std::map<std::string, std::optional<int>>{{"a", 1}, {"b", std::nullopt}}) == R"({"a":1,"b":null})");
  CHECK(json(std::map<int, bool>{{1, true}, {2, false}}) == "[[1,true],[2,false]]");
}

TEST_CASE("null columns are left out of objects") {
  using three =
      td::row<td::field<"a", std::optional<int>>, td::field<"b", std::optional<int>>, td::field<"c", std::optional<int>>>;
  CHECK(json(three{std::nullopt, std::nullopt, std::nullopt}) == "{}");
  CHECK(json(three{1, std::nullopt, 3}) == R"({"a":1,"c":3})");
  CHECK(json(three{std::nullopt, 2, std::nullopt}) == R"({"b":2})");
  CHECK(json(td::row<>{}) == "{}");
}

TEST_CASE("records are written with their members in order, nested ones too") {
  const visit v{"ann", {"/a", 200}, {{"/b", std::nullopt}, {"/c", 404}}, {td::timestamp{0}, td::timestamp{1}}};
  CHECK(json(v) == R"({"user":"ann","first":{"path":"/a","status":200},"pages":[{"path":"/b"},{"path":"/c","status":404}],)"
                   R"("window":{"start":"1970-01-01T00:00:00.000Z","end":"1970-01-01T00:00:00.000001Z"}})");
}

TEST_CASE("a view is written like the row that it stands for") {
  const td::row<td::field<"n", std::int64_t>> below{21};
  CHECK(json(doubled_view{below}) == R"({"n":21,"double":42})");
}

TEST_CASE("strings are escaped where JSON asks for it and nowhere else") {
  CHECK(json(std::string("\"\\/\b\f\n\r\t")) == R"("\"\\/\b\f\n\r\t")");
  CHECK(json(std::string("\x1e\x1f ")) == R"("\u001E\u001F ")");
  CHECK(json(std::string("a\0b", 3)) == R"("a\u0000b")");
  CHECK(json(std::string("\x7f")) == "\"\x7f\"");
  CHECK(json(std::string("é€😀 and more than sixteen bytes")) == "\"é€😀 and more than sixteen bytes\"");
  CHECK(json(td::row<td::field<"a\"b", int>>{1}) == R"({"a\"b":1})");
}

TEST_CASE("bytes that are not UTF-8 become the replacement character") {
  CHECK(json(std::string("a\xff"
                         "b")) ==
        "\"a\xef\xbf\xbd"
        "b\"");
  CHECK(json(std::string("\xed\xa0\x80")) == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  CHECK(json(std::string("cut \xe2\x82")) == "\"cut \xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST_CASE("what is there already stays there") {
  std::string text = "before ";
  td::write_json(text, td::row<td::field<"a", int>, td::field<"b", int>>{1, 2});
  CHECK(text == R"(before {"a":1,"b":2})");
}
