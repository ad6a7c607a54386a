// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Values that JSON has and that it has not, in the manner of the JSON test suite of Nicolas Seriot. Each is read as text, which
// takes any value, and skipped, where no column asks for it; both must judge alike.

#include "catch2_any_version.hpp"

#include <tidemark/formats/json_reader.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace td = tidemark;

namespace {

using text_row = td::row<td::field<"x", std::optional<std::string>>>;

bool is_read(std::string_view value) {
  const std::string record = "{\"x\":" + std::string(value) + "}";
  text_row row;
  td::json_reader<text_row> reading;
  td::json_reader<text_row, td::name_list<>> skipping;
  const bool is_read = reading.read(record, row);
  CHECK(is_read == skipping.read(record, row));
  return is_read;
}

}  // namespace

TEST_CASE("what JSON has is read") {
  const std::string_view values[] = {
      "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", "[1]", "[2] ",
      "[1,null,null,null,2]", "[123e65]", "[0e+1]", "[0e1]", "[ 4]",
      "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]", "[20e1]", "[-0]", "[-123]", "[-1]",
      "[1E22]", "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]", "[123.456789]",
      R"({"asd":"sdf", "dfg":"fgh"})", R"({"asd":"sdf"})", R"({"a":"b","a":"c"})", R"({"a":"b","a":"b"})", "{}", R"({"":0})",
      R"({"foo\u0000bar": 42})", R"({ "min": -1.0e+28, "max": 1.0e+28 })", R"({"x":[{"id": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}]})",
      R"({"a":[]})", R"({"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430" })", "{\n\"a\": \"b\"\n}", R"(["\u0060\u012a\u12AB"])",
      R"(["\uD801\udc37"])", R"(["\ud83d\ude39\ud83d\udc8d"])", R"(["\"\\\/\b\f\n\r\t"])", R"(["\\u0000"])", R"(["\""])",
      "[\"a/*b*/c/*d//e\"]", R"(["\\a"])", R"(["\\n"])", R"(["\u0012"])", R"(["\uFFFF"])", "[\"asd\"]", "[ \"asd\"]",
      "[\"\xf4\x8f\xbf\xbf\"]", "[\"\xef\xbf\xbf\"]", R"(["\u0000"])", R"(["\u002c"])", "[\"\xcf\x80\"]", "[\"\xf0\x9b\xbf\xbf\"]",
      "[\"asd \"]", "\" \"", R"(["\uDBFF\uDFFF"])", R"(["new\u00A0line"])", "[\"\xe2\x80\xa8\"]", "[\"\xe2\x80\xa9\"]",
      R"(["\u0061\u30af\u30EA\u30b9"])", "[\"new\u00a0line\"]", "[\"\x7f\"]", R"(["\uA66D"])", R"(["\u005C"])", "[\"\xe2\x8d\x82\xe3\x88\xb4\xe2\x8d\x82\"]",
      R"(["\u0022"])", "[\"a\x7f" "a\"]", "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ",
  };
  for (const std::string_view value : values) {
    INFO(value);
    CHECK(is_read(value));
  }
}

TEST_CASE("what JSON has not is refused") {
  const std::string_view values[] = {
      "[1 true]", "[a\xe5]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x", "[3[4]]",
      "[\xff]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,,]", "[*]", "[\"\"", "[1,", "[1,\n1\n,1",
      "[{}", "[fals]", "[nul]", "[tru]", "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]",
      "[0.1.2]", "[0.3e+]", "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]",
      "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[\xef\xbc\x91]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]",
      "[0e+-1]", "[-123.123foo]", "[123\xe5]", "[1e1\xe5]", "[0\xe5]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]",
      "[-1x]", "[1ea]", "[1e\xe5]", "[1.]", "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "[\"x\", truth]",
      "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{\"a\":\"a\" 123}", "{key: 'value'}", "{\"\xb9\":\"0\",}", "{\"a\" b}", "{:\"b\"}",
      "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}",
      "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}//", "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}",
      "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", " ", "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]",
      "[\"\\uD800\\u1x\"]", "[\xc3\xa9]", "[\"\\x00\"]", "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\\xf0\x9f\x8c\x80\"]", "[\"\\\"]",
      "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]", "[\"\\uD800\\uD800\\x\"]", "[\"\\u\xe5\"]", "[\"\\a\"]", "[\"\\uqqqq\"]", "[\"\\\xe5\"]",
      "[\\u0020\"asd\"]", "[\\n]", "\"", "['single quote']", "abc", "[\"\\", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "\"\"x",
      "[\xe2\x81\xa0]", "\xef\xbb\xbf", "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "a\xc3\xa5", "[True]", "1]", "{\"x\": true,",
      "[][]", "]", "\xef\xbb{}", "\xe5", "[", "2@", "{}}", "{\"\":", "{\"a\":/*comment*/\"b\"}", "{\"a\": true} \"x\"", "['", "[,",
      "[{", "[\"a", "[\"a\"", "{", "{]", "{,", "{[", "{\"a", "{'a'", "[\"\\{[\"\\{[\"\\{[\"\\{", "*", "{\"a\":\"b\"}#{}",
      "[\\u000A\"\"]", "[1", "[ false, nul", "[ true, fals", "[ false, tru", "{\"asd\":\"asd\"", "\xc3\xa5", "[\xe2\x81\xa0]", "[\f]", "",
  };
  for (const std::string_view value : values) {
    INFO(value);
    CHECK_FALSE(is_read(value));
  }
}

TEST_CASE("a zero byte is a character like any other that cannot stand there") {
  CHECK_FALSE(is_read(std::string_view("[1\0]", 4)));
  CHECK_FALSE(is_read(std::string_view("[\"a\0a\"]", 7)));
  CHECK_FALSE(is_read(std::string_view("123\0", 4)));
  CHECK_FALSE(is_read(std::string_view("\0", 1)));
}
