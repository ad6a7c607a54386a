// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

namespace {

struct view {
  std::string user;
  std::optional<std::string> page;
  std::int64_t count{};
  td::timestamp time;

  friend bool operator==(const view&, const view&) = default;
};

struct point {
  std::int32_t x{};
  std::optional<std::int32_t> y;

  friend bool operator==(const point&, const point&) = default;
};

struct shape {
  std::string name;
  point origin;
  std::vector<point> corners;

  friend bool operator==(const shape&, const shape&) = default;
};

struct optional_shape {
  std::optional<std::string> name;
  std::optional<point> origin;
  std::optional<std::vector<point>> corners;
};

struct tree {
  std::int32_t value{};
  std::vector<tree> children;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(view, user, page, count, time);
BOOST_HANA_ADAPT_STRUCT(point, x, y);
BOOST_HANA_ADAPT_STRUCT(shape, name, origin, corners);
BOOST_HANA_ADAPT_STRUCT(optional_shape, name, origin, corners);
BOOST_HANA_ADAPT_STRUCT(tree, value, children);

namespace {

template <class T>
using one = td::row<td::field<"x", T>>;

// The value that {"x": text} gives a column of type T, or what is wrong with it.
template <class T>
struct outcome {
  std::optional<T> value;
  std::string wrong;
};
template <class T>
outcome<T> column_from(std::string_view text) {
  td::json_reader<one<T>> reader;
  one<T> row;
  if (!reader.read("{\"x\":" + std::string(text) + "}", row)) return {std::nullopt, std::string(reader.why().what)};
  return {td::get<"x">(row), ""};
}
template <class T>
std::optional<T> value_from(std::string_view text) {
  return column_from<T>(text).value;
}
template <class T>
std::string wrong_with(std::string_view text) {
  return column_from<T>(text).wrong;
}

}  // namespace

TEST_CASE("members are read by name, in any order") {
  td::json_reader<view> reader;
  view v;
  REQUIRE(reader.read(R"({"user":"ann","page":"/a","count":3,"time":"2026-01-05T10:00:00Z"})", v));
  CHECK(v == view{"ann", "/a", 3, td::timestamp{1767607200000000}});
  REQUIRE(reader.read(R"( { "time" : "2026-01-05T10:00:01Z" , "count" : 4 , "page" : null , "user" : "bob" } )", v));
  CHECK(v == view{"bob", std::nullopt, 4, td::timestamp{1767607201000000}});
  REQUIRE(reader.read(R"({"count":5,"user":"cy","time":"2026-01-05T10:00:02Z"})", v));
  CHECK(v == view{"cy", std::nullopt, 5, td::timestamp{1767607202000000}});
  REQUIRE(reader.read(R"({"user":"ann","page":"/a","count":3,"time":"2026-01-05T10:00:00Z"})", v));
  CHECK(v == view{"ann", "/a", 3, td::timestamp{1767607200000000}});
}

TEST_CASE("a remembered order does not hide what differs by one byte") {
  td::json_reader<view> reader;
  view v;
  const std::string good = R"({"user":"ann","page":"/a","count":3,"time":"2026-01-05T10:00:00Z"})";
  for (std::size_t i = 0; i < good.size(); ++i) {
    REQUIRE(reader.read(good, v));
    std::string cut = good.substr(0, i);
    CHECK_FALSE(reader.read(cut, v));
    std::string doubled = good.substr(0, i) + good.substr(i, 1) + good.substr(i);
    view again;
    td::json_reader<view> fresh;
    view fresh_view;
    const bool is_read = reader.read(doubled, again);
    CHECK(is_read == fresh.read(doubled, fresh_view));
    if (is_read) CHECK(again == fresh_view);
  }
}

TEST_CASE("only the wanted columns are read, others keep what they hold") {
  td::json_reader<view, td::name_list<"count">> reader;
  view v{"kept", "kept", 0, td::timestamp{7}};
  REQUIRE(reader.read(R"({"user":5,"page":[{}],"count":3,"more":{"a":[1,2,{"b":null}]},"time":"nonsense"})", v));
  CHECK(v == view{"kept", "kept", 3, td::timestamp{7}});
}

TEST_CASE("a reader of no column checks the text all the same") {
  td::json_reader<view, td::name_list<>> reader;
  view v;
  CHECK(reader.read(R"({"user":5})", v));
  CHECK(reader.read("{}", v));
  CHECK_FALSE(reader.read(R"({"user":5)", v));
  CHECK_FALSE(reader.read(R"({"user":05})", v));
}

TEST_CASE("names are compared with their case, and after their escapes are resolved") {
  td::json_reader<one<std::optional<int>>> reader;
  one<std::optional<int>> row;
  REQUIRE(reader.read(R"({"X":1})", row));
  CHECK(td::get<"x">(row) == std::nullopt);
  REQUIRE(reader.read(R"({"\u0078":2})", row));
  CHECK(td::get<"x">(row) == 2);
  REQUIRE(reader.read(R"({"\u0078":3})", row));
  CHECK(td::get<"x">(row) == 3);
}

TEST_CASE("of members with one name the last counts") {
  td::json_reader<one<int>> reader;
  one<int> row;
  REQUIRE(reader.read(R"({"x":1,"x":2})", row));
  CHECK(td::get<"x">(row) == 2);
  REQUIRE(reader.read(R"({"x":1,"y":0,"x":3})", row));
  CHECK(td::get<"x">(row) == 3);
}

TEST_CASE("a missing or null member is null in a column that can be, and malformed in any other") {
  td::json_reader<view> reader;
  view v;
  CHECK_FALSE(reader.read(R"({"user":"ann","count":3})", v));
  CHECK(reader.why().column == "time");
  CHECK(reader.why().sentence() == "column \"time\" has null or is missing, and is no std::optional (byte 0)");
  CHECK_FALSE(reader.read(R"({"user":null,"count":3,"time":"2026-01-05T10:00:00Z"})", v));
  CHECK(reader.why().column == "user");
  CHECK(reader.why().position == 8);
  CHECK(value_from<std::optional<int>>("null") == std::optional<std::optional<int>>{std::optional<int>{}});
}

TEST_CASE("integers are exact to the ends of their range and refused beyond") {
  CHECK(value_from<std::int8_t>("-129") == std::nullopt);
  CHECK(value_from<std::int8_t>("-128") == -128);
  CHECK(value_from<std::int8_t>("-127") == -127);
  CHECK(value_from<std::int8_t>("126") == 126);
  CHECK(value_from<std::int8_t>("127") == 127);
  CHECK(value_from<std::int8_t>("128") == std::nullopt);
  CHECK(value_from<std::uint8_t>("-1") == std::nullopt);
  CHECK(value_from<std::uint8_t>("0") == 0);
  CHECK(value_from<std::uint8_t>("-0") == 0);
  CHECK(value_from<std::uint8_t>("255") == 255);
  CHECK(value_from<std::uint8_t>("256") == std::nullopt);
  CHECK(value_from<std::int32_t>("2147483647") == 2147483647);
  CHECK(value_from<std::int32_t>("2147483648") == std::nullopt);
  CHECK(value_from<std::int64_t>("9007199254740993") == 9007199254740993);
  CHECK(value_from<std::int64_t>("9223372036854775806") == 9223372036854775806);
  CHECK(value_from<std::int64_t>("9223372036854775807") == 9223372036854775807);
  CHECK(value_from<std::int64_t>("9223372036854775808") == std::nullopt);
  CHECK(value_from<std::int64_t>("-9223372036854775807") == -9223372036854775807);
  CHECK(value_from<std::int64_t>("-9223372036854775808") == (std::numeric_limits<std::int64_t>::min)());
  CHECK(value_from<std::int64_t>("-9223372036854775809") == std::nullopt);
  CHECK(value_from<std::uint64_t>("18446744073709551614") == 18446744073709551614u);
  CHECK(value_from<std::uint64_t>("18446744073709551615") == 18446744073709551615u);
  CHECK(value_from<std::uint64_t>("18446744073709551616") == std::nullopt);
  CHECK(value_from<std::uint64_t>("99999999999999999999999999") == std::nullopt);
  CHECK(wrong_with<std::int8_t>("128") == "a number that its type cannot hold");
}

TEST_CASE("what is no whole number is refused in an integer column") {
  for (const std::string_view text : {"1.0", "1e3", "1E3", "4.7", "true", "\"5\"", "[1]", "{}"}) {
    INFO(text);
    CHECK(wrong_with<std::int64_t>(text) == "something other than a whole number");
  }
  for (const std::string_view text : {"01", "-", "+1", "1.", ".5", "1e", "0x10", "--1", "-01", "1_000", "1,000"}) {
    INFO(text);
    CHECK(value_from<std::int64_t>(text) == std::nullopt);
    CHECK(value_from<double>(text) == std::nullopt);
  }
}

TEST_CASE("digits are read right in any number of them") {
  CHECK(value_from<std::int64_t>("1234567") == 1234567);
  CHECK(value_from<std::int64_t>("12345678") == 12345678);
  CHECK(value_from<std::int64_t>("123456789") == 123456789);
  CHECK(value_from<std::int64_t>("1234567890123456") == 1234567890123456);
  CHECK(value_from<std::int64_t>("-12345678901234567") == -12345678901234567);
  CHECK(value_from<std::int64_t>("123456789012345678") == 123456789012345678);
  CHECK(value_from<std::int64_t>("1234567890123456789") == 1234567890123456789);
}

TEST_CASE("floating point is read to the nearest value") {
  CHECK(value_from<double>("0.1") == 0.1);
  CHECK(value_from<double>("3") == 3.0);
  CHECK(value_from<double>("1e-3") == 0.001);
  CHECK(value_from<double>("-2.5E+2") == -250.0);
  CHECK(value_from<double>("9007199254740993") == 9007199254740992.0);
  CHECK(value_from<double>("1.7976931348623157e308") == (std::numeric_limits<double>::max)());
  CHECK(value_from<double>("4.9e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(value_from<double>("2.2250738585072011e-308") == 2.2250738585072011e-308);
  CHECK(value_from<double>("0.1000000000000000055511151231257827021181583404541015625") == 0.1);
  CHECK(value_from<double>("123456789012345678901234567890") == 123456789012345678901234567890.0);
  CHECK(value_from<double>("8.5e22") == 8.5e22);
  CHECK(value_from<double>("8.5e23") == 8.5e23);
  CHECK(value_from<double>("9007199254740993e-22") == 9007199254740993e-22);
  CHECK(value_from<float>("16777217") == 16777216.0f);
  CHECK(value_from<float>("0.1") == 0.1f);
  CHECK(value_from<float>("3.4028235e38") == (std::numeric_limits<float>::max)());
  CHECK(std::signbit(*value_from<double>("-0")));
  CHECK(std::signbit(*value_from<double>("-0.0e5")));
}

TEST_CASE("a number too small for its type is zero, one too large is refused") {
  CHECK(value_from<double>("1e308") == 1e308);
  CHECK(value_from<double>("1e309") == std::nullopt);
  CHECK(value_from<double>("1e99999999999999999999") == std::nullopt);
  CHECK(value_from<double>("1" + std::string(400, '0')) == std::nullopt);
  CHECK(value_from<double>("1e-400") == 0.0);
  CHECK(value_from<double>("1e-99999999999999999999") == 0.0);
  CHECK(value_from<double>("0." + std::string(400, '0') + "1") == 0.0);
  CHECK(value_from<double>("0." + std::string(400, '0') + "1e500") == 1e99);
  CHECK(value_from<double>("1" + std::string(400, '0') + "e-500") == 1e-100);
  CHECK(value_from<double>("123456789012345678901234567890e-400") == 0.0);
  CHECK(value_from<double>("0e999999999999999999999") == 0.0);
  CHECK(value_from<float>("3.5e38") == std::nullopt);
  CHECK(value_from<float>("1e-60") == 0.0f);
  CHECK(std::signbit(*value_from<double>("-1e-400")));
}

TEST_CASE("what JSON has no number for stands in quotes") {
  CHECK(std::isnan(*value_from<double>("\"NaN\"")));
  CHECK(value_from<double>("\"Infinity\"") == std::numeric_limits<double>::infinity());
  CHECK(value_from<double>("\"+Infinity\"") == std::numeric_limits<double>::infinity());
  CHECK(value_from<double>("\"-INF\"") == -std::numeric_limits<double>::infinity());
  CHECK(value_from<float>("\"-Infinity\"") == -std::numeric_limits<float>::infinity());
  CHECK(wrong_with<double>("\"nan\"") == "something other than a number");
  CHECK(wrong_with<double>("\"1.5\"") == "something other than a number");
  CHECK(value_from<double>("NaN") == std::nullopt);
  CHECK(value_from<double>("Infinity") == std::nullopt);
}

TEST_CASE("a text column takes any other value as the JSON that it is") {
  CHECK(value_from<std::string>("1.50") == "1.50");
  CHECK(value_from<std::string>("12345678901234567890") == "12345678901234567890");
  CHECK(value_from<std::string>("true") == "true");
  CHECK(value_from<std::string>("{\"a\": 1}") == "{\"a\": 1}");
  CHECK(value_from<std::string>("[1, [2]]") == "[1, [2]]");
  CHECK(value_from<std::string>("null") == std::nullopt);
  CHECK(value_from<std::string>("nul") == std::nullopt);
  CHECK(value_from<std::string>("01") == std::nullopt);
}

TEST_CASE("escapes are resolved and the others refused") {
  CHECK(value_from<std::string>(R"("a\"b\\c\/d\be\ff\ng\rh\ti")") == "a\"b\\c/d\be\ff\ng\rh\ti");
  CHECK(value_from<std::string>(R"("\u00e9\u20AC")") == "é€");
  CHECK(value_from<std::string>(R"("\uD83D\ude00")") == "😀");
  CHECK(value_from<std::string>(R"("\u0000x")") == std::string("\0x", 2));
  CHECK(value_from<std::string>("\"a long text that goes on for more than sixteen bytes \\n and on\"") ==
        "a long text that goes on for more than sixteen bytes \n and on");
  CHECK(wrong_with<std::string>(R"("\x")") == "an escape that JSON does not have");
  CHECK(wrong_with<std::string>(R"("\u12G4")") == "an escape that JSON does not have");
  CHECK(wrong_with<std::string>(R"("\u12)") == "an escape that JSON does not have");
  CHECK(wrong_with<std::string>(R"("\ud800")") == "an escape for half of a surrogate pair");
  CHECK(wrong_with<std::string>(R"("\ud800\u0041")") == "an escape for half of a surrogate pair");
  CHECK(wrong_with<std::string>(R"("\udc00\ud800")") == "an escape for half of a surrogate pair");
  CHECK(wrong_with<std::string>("\"a\nb\"") == "a control character inside quotes");
  CHECK(wrong_with<std::string>(std::string_view("\"a\0b\"", 5)) == "a control character inside quotes");
  CHECK(wrong_with<std::string>("\"tab\tin a text of more than sixteen bytes\"") == "a control character inside quotes");
}

TEST_CASE("bytes that are not UTF-8 are refused, at the borders of each form") {
  const auto is_read = [](std::string_view bytes) {
    return value_from<std::string>("\"" + std::string(bytes) + "\"").has_value();
  };
  CHECK(is_read("\x7f"));
  CHECK(is_read("\xc2\x80"));
  CHECK_FALSE(is_read("\xc1\xbf"));
  CHECK_FALSE(is_read("\x80"));
  CHECK(is_read("\xdf\xbf"));
  CHECK_FALSE(is_read("\xe0\x9f\xbf"));
  CHECK(is_read("\xe0\xa0\x80"));
  CHECK(is_read("\xed\x9f\xbf"));
  CHECK_FALSE(is_read("\xed\xa0\x80"));
  CHECK(is_read("\xee\x80\x80"));
  CHECK(is_read("\xef\xbf\xbf"));
  CHECK_FALSE(is_read("\xf0\x8f\xbf\xbf"));
  CHECK(is_read("\xf0\x90\x80\x80"));
  CHECK(is_read("\xf4\x8f\xbf\xbf"));
  CHECK_FALSE(is_read("\xf4\x90\x80\x80"));
  CHECK_FALSE(is_read("\xf5\x80\x80\x80"));
  CHECK_FALSE(is_read("\xff"));
  CHECK_FALSE(is_read("\xe2\x82"));
  CHECK_FALSE(is_read("\xc3"));
  td::json_reader<view, td::name_list<>> skipping;
  view v;
  CHECK_FALSE(skipping.read("{\"a\":\"\xff\"}", v));
  CHECK_FALSE(skipping.read("{\"\xff\":1}", v));
}

TEST_CASE("a view shows the text where it lies, and escaped text from the reader's memory") {
  using two = td::row<td::field<"a", std::string_view>, td::field<"b", std::string_view>>;
  td::json_reader<two> reader;
  two row;
  const std::string text = R"({"a":"plain","b":"also é"})";
  REQUIRE(reader.read(text, row));
  CHECK(td::get<"a">(row).data() == text.data() + 6);
  CHECK(td::get<"b">(row) == "also é");
  const std::string escaped = R"({"a":"one\ntwo and a few more words","b":"three\u0041 and a few more words"})";
  REQUIRE(reader.read(escaped, row));
  CHECK(td::get<"a">(row) == "one\ntwo and a few more words");
  CHECK(td::get<"b">(row) == "threeA and a few more words");
  CHECK(td::read_json<std::string_view>("\"abc\"") == "abc");
  CHECK_THROWS_AS(td::read_json<std::string_view>(R"("a\nb")"), td::error);
}

TEST_CASE("times are read in ISO-8601 and refused in anything else") {
  CHECK(value_from<td::timestamp>("\"2026-01-05T10:00:00.123456Z\"") == td::timestamp{1767607200123456});
  CHECK(value_from<td::timestamp>("\"2026-01-05T11:00:00+01:00\"") == td::timestamp{1767607200000000});
  CHECK(value_from<td::timestamp>("\"2026-01-05\"") == td::timestamp{1767571200000000});
  CHECK(value_from<td::timestamp>("\"2026-01-05T10:00:\\u00300Z\"") == td::timestamp{1767607200000000});
  CHECK(wrong_with<td::timestamp>("\"nonsense\"") == "something other than an ISO-8601 time");
  CHECK(wrong_with<td::timestamp>("1767607200") == "something other than an ISO-8601 time");
  CHECK(wrong_with<td::timestamp>("\"\"") == "something other than an ISO-8601 time");
}

TEST_CASE("nested records, lists, maps and windows are read") {
  const shape read = td::read_json<shape>(R"({"name":"s","origin":{"x":1,"y":2},"corners":[{"x":3},{"y":null,"x":4}]})");
  CHECK(read == shape{"s", {1, 2}, {{3, std::nullopt}, {4, std::nullopt}}});
  CHECK(td::read_json<std::vector<std::optional<int>>>("[1,null,3]") == std::vector<std::optional<int>>{1, std::nullopt, 3});
  CHECK(td::read_json<std::vector<bool>>("[true,false]") == std::vector<bool>{true, false});
  CHECK(td::read_json<std::map<std::string, double>>(R"({"k":1.5,"l":2,"k":3})") ==
        std::map<std::string, double>{{"k", 3}, {"l", 2}});
  CHECK(td::read_json<std::map<int, std::string>>(R"([[1,"a"],[2,"b"]])") == std::map<int, std::string>{{1, "a"}, {2, "b"}});
  CHECK(td::read_json<std::array<int, 2>>("[ 1 , 2 ]") == std::array<int, 2>{1, 2});
  CHECK(td::read_json<td::time_window>(R"({"end":"1970-01-01T00:00:01Z","start":"1970-01-01T00:00:00Z"})") ==
        td::time_window{td::timestamp{0}, td::timestamp{1000000}});
  CHECK(td::read_json<tree>(R"({"value":1,"children":[{"value":2,"children":[]}]})").children.at(0).value == 2);
}

TEST_CASE("lists, maps and records of another form are refused") {
  CHECK(wrong_with<std::vector<int>>("{}") == "something other than a list");
  CHECK(wrong_with<std::vector<int>>("null") == "null or is missing, and is no std::optional");
  CHECK(wrong_with<std::vector<int>>("[null]") == "null or is missing, and is no std::optional");
  CHECK((wrong_with<std::array<int, 2>>("[1]") == "a list of another length"));
  CHECK((wrong_with<std::array<int, 2>>("[1,2,3]") == "a list of another length"));
  CHECK((wrong_with<std::map<int, int>>("{}") == "something other than a map"));
  CHECK((wrong_with<std::map<int, int>>("[[1]]") == "something other than a map"));
  CHECK((wrong_with<std::map<int, int>>("[[1,2,3]]") == "something other than a map"));
  CHECK((wrong_with<std::map<int, int>>("[1]") == "something other than a map"));
  CHECK((wrong_with<std::map<std::string, int>>("[]") == "something other than a map"));
  CHECK(wrong_with<point>("5") == "something other than an object");
  CHECK(wrong_with<point>("null") == "null or is missing, and is no std::optional");
  CHECK(wrong_with<point>("{}") == "null or is missing, and is no std::optional");
  CHECK(wrong_with<bool>("1") == "something other than true or false");
  for (const std::string_view text : {"[1,]", "[,1]", "[1 2]", "[", "[1", "[1,", "]", "[1}"}) {
    INFO(text);
    CHECK_FALSE(value_from<std::vector<int>>(text));
  }
  for (const std::string_view text :
       {"{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{a:1}", "{\"a\":1", "{\"a\":1]", "{1:1}"}) {
    INFO(text);
    CHECK_FALSE((value_from<std::map<std::string, int>>(text)));
    CHECK_FALSE(value_from<std::string>(text));
    CHECK_FALSE(value_from<std::optional<point>>(text));
  }
}

TEST_CASE("memory that a record has is used again") {
  td::json_reader<shape> reader;
  shape s;
  REQUIRE(reader.read(
      R"({"name":"a name that is too long to lie in the string itself","origin":{"x":1},"corners":[{"x":1,"y":5},{"x":2},{"x":3}]})",
      s));
  const char* const name = s.name.data();
  const point* const corners = s.corners.data();
  REQUIRE(reader.read(R"({"name":"another name that does not lie in the string","origin":{"x":2},"corners":[{"x":7}]})", s));
  CHECK(s.name.data() == name);
  CHECK(s.corners.data() == corners);
  CHECK(s == shape{"another name that does not lie in the string", {2, std::nullopt}, {{7, std::nullopt}}});
}

TEST_CASE("the place of what is wrong is given in bytes") {
  td::json_reader<view> reader;
  view v;
  const auto place = [&](std::string_view text) {
    REQUIRE_FALSE(reader.read(text, v));
    return reader.why().position;
  };
  CHECK(place("") == 0);
  CHECK(place("nonsense") == 0);
  CHECK(place(R"({"user":"a)") == 10);
  CHECK(place(R"({"user":"a\q"})") == 10);
  CHECK(place(R"({"user":"a","count":4.5})") == 20);
  CHECK(place(R"({"user":"a";"count":4})") == 11);
  CHECK(place(R"({"user":"a","skipped":[1,2,],"count":4})") == 27);
  CHECK(place(R"({"page":"a"} x)") == 0);
}

TEST_CASE("something behind the record is refused") {
  td::json_reader<one<int>> reader;
  one<int> row;
  CHECK(reader.read("{\"x\":1} \t\r\n", row));
  CHECK_FALSE(reader.read("{\"x\":1}{\"x\":1}", row));
  CHECK(reader.why().what == "something after its end");
  CHECK(reader.why().position == 7);
  CHECK_FALSE(reader.read("{\"x\":1}}", row));
  CHECK_FALSE(reader.read("[{\"x\":1}]", row));
  CHECK(reader.why().what == "something other than an object");
  CHECK_FALSE(reader.read("null", row));
  CHECK(reader.why().what == "something other than an object");
  CHECK(reader.why().column.empty());
}

TEST_CASE("nesting is bounded at a thousand levels, in what is skipped and in what is read") {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  CHECK(value_from<std::string>(nested(998)));
  CHECK(value_from<std::string>(nested(999)));  // and the record around it
  CHECK(wrong_with<std::string>(nested(1000)) == "more levels of nesting than 1000");
  CHECK(wrong_with<std::string>(std::string(1'000'000, '[')) == "more levels of nesting than 1000");
  const auto trees = [](std::size_t levels) {
    std::string text = R"({"value":1,"children":[]})";
    for (std::size_t i = 1; i < levels; ++i) text = R"({"value":1,"children":[)" + text + "]}";
    return text;
  };
  CHECK_NOTHROW(td::read_json<tree>(trees(499)));
  CHECK_NOTHROW(td::read_json<tree>(trees(500)));
  CHECK_THROWS_AS(td::read_json<tree>(trees(501)), td::error);
}

TEST_CASE("a document that is not read throws an error with its place") {
  try {
    td::read_json<view>(R"({"user":"a","count":"many"})");
    FAIL("nothing was thrown");
  } catch (const td::error& e) {
    CHECK(e.id() == "malformed_record");
    CHECK(std::string(e.what()) ==
          "tidemark malformed_record: column \"count\" has something other than a whole number (byte 20); correct the text");
  }
  CHECK_THROWS_AS(td::read_json<int>(""), td::error);
  CHECK_THROWS_AS(td::read_json<int>("1 1"), td::error);
  CHECK(td::read_json<int>(" 1 ") == 1);
}

TEST_CASE("what fits is read around what does not, if all can be null") {
  td::json_reader<optional_shape> reader;
  optional_shape s;
  CHECK_FALSE(reader.read_what_fits(R"({"origin":{"x":"far"},"name":"n","corners":[{"x":1},{"x":2,"y":"no"}]})", s));
  CHECK(reader.why().column == "x");
  CHECK(s.name == "n");
  CHECK_FALSE(s.origin.has_value());
  REQUIRE(s.corners.has_value());
  CHECK(*s.corners == std::vector<point>{{1, std::nullopt}, {2, std::nullopt}});
  CHECK_FALSE(reader.read_what_fits(R"({"origin":5,"name":"m","corners":[1]})", s));
  CHECK(s.name == "m");
  CHECK_FALSE(s.corners.has_value());
  CHECK_FALSE(reader.why().is_about_text);
  CHECK_FALSE(reader.read_what_fits(R"({"origin":5,"name":"cut)", s));
  CHECK(reader.why().is_about_text);
  CHECK(reader.read_what_fits(R"({"name":"good"})", s));
}

TEST_CASE("more members than are remembered are still read") {
  td::json_reader<one<int>> reader;
  one<int> row;
  for (int round = 0; round < 3; ++round) {
    std::string text = "{";
    for (int i = 0; i < 1500; ++i) text += "\"member" + std::to_string(i) + "\":" + std::to_string(i) + ",";
    REQUIRE(reader.read(text + "\"x\":" + std::to_string(round) + "}", row));
    CHECK(td::get<"x">(row) == round);
    REQUIRE(reader.read("{\"" + std::string(100, 'n') + "\":1,\"x\":7}", row));
    CHECK(td::get<"x">(row) == 7);
  }
}
