// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/as_text.hpp>
#include <tidemark/row/bytes.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/date.hpp>
#include <tidemark/row/enum_names.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

using namespace tidemark;
using namespace std::chrono_literals;

enum class colour { red, green, blue };
template <>
struct tidemark::enum_names<colour> {
  static constexpr enumerator<colour> all[] = {{colour::red, "red"}, {colour::green, "dark \"green\""}};
};
enum class size_class : std::int8_t { small = 1, large = -1 };

namespace {

template <class T>
std::string text_of(const T& value) {
  std::string text;
  append_as_text(text, value);
  return text;
}
template <class T>
std::string json_of(const T& value) {
  std::string text;
  write_json(text, value);
  return text;
}
template <class T>
std::string problem_of(std::string_view json) {
  try {
    static_cast<void>(read_json<T>(json));
  } catch (const error& problem) {
    return problem.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a date is a day of the calendar") {
  CHECK(date(2026y / 1 / 5).days == 20458);
  CHECK(text_of(date(0)) == "1970-01-01");
  CHECK(text_of(date(-1)) == "1969-12-31");
  CHECK(text_of(date(2'932'897)) == "+10000-01-01");
  CHECK(text_of(date(-719'529)) == "-0001-12-31");
  CHECK(text_of(date((std::numeric_limits<std::int32_t>::max)())) == "+5881580-07-11");
  CHECK(text_of(date((std::numeric_limits<std::int32_t>::min)())) == "-5877641-06-23");
  CHECK(timestamp(date(1)) == timestamp{86'400'000'000});
  CHECK(date_of(timestamp{-1}) == date(-1));
  CHECK(date(1) > timestamp{86'399'999'999});
  CHECK(timestamp{86'400'000'000} == date(1));
}

TEST_CASE("a date is read in the engine's forms") {
  const date fifth(2026y / 1 / 5);
  for (const char* text : {"2026-01-05", "2026-1-5", " 2026-01-05 ", "+2026-01-05", "2026-01-05T10:00:00Z", "2026-01-05 x"})
    CHECK(parse_date(text) == fifth);
  CHECK(parse_date("2026-01") == date(2026y / 1 / 1));
  CHECK(parse_date("2026") == date(2026y / 1 / 1));
  CHECK(parse_date("2024-02-29") == date(2024y / 2 / 29));
  CHECK(parse_date("+5881580-07-11") == date((std::numeric_limits<std::int32_t>::max)()));
  for (const char* text : {"", "2026-", "2026-01-", "2026-13-01", "2026-00-01", "2026-02-29", "26-01-05", "2026-01-05x",
                           "20260105", "2026/01/05", "+5881580-07-12", "x"})
    CHECK(!parse_date(text));
}

TEST_CASE("dates and bytes in JSON") {
  CHECK(json_of(date(0)) == "\"1970-01-01\"");
  CHECK(read_json<date>("\"2026-01-05\"") == date(2026y / 1 / 5));
  CHECK(read_json<date>("\"2026\\u002d01-05\"") == date(2026y / 1 / 5));
  CHECK(problem_of<date>("\"2026-02-30\"") ==
        "tidemark malformed_record: the record has something other than a date (byte 0); correct the text");
  CHECK(problem_of<date>("20458") ==
        "tidemark malformed_record: the record has something other than a date (byte 0); correct the text");
  CHECK(json_of(bytes(std::string("\x00\x01\x02\xff", 4))) == "\"AAEC/w==\"");
  CHECK(read_json<bytes>("\"AAEC\\/w==\"") == bytes(std::string("\x00\x01\x02\xff", 4)));
  for (const std::string content : {"", "f", "fo", "foo", "foob", "fooba", "foobar"})
    CHECK(read_json<bytes>(json_of(bytes(content))) == bytes(content));
  for (const char* wrong : {"\"A\"", "\"AAEC/w=\"", "\"AAEC/w\"", "\"AA=C\"", "\"AAE!\"", "\"====\"", "1"})
    CHECK(problem_of<bytes>(wrong) ==
          "tidemark malformed_record: the record has something other than bytes in base64 (byte 0); correct the text");
  CHECK(text_of(bytes(std::string("\x00\x41\xff", 3))) == "[00 41 FF]");
}

TEST_CASE("views of bytes look at what the reader keeps") {
  using seen = row<field<"a", bytes_view>, field<"b", bytes_view>>;
  json_reader<seen> reader;
  seen row;
  REQUIRE(reader.read(R"({"a":"Zm9vYmFy","b":"AAEC\/w=="})", row));
  CHECK(get<"a">(row).content == "foobar");
  CHECK(get<"b">(row).content == std::string_view("\x00\x01\x02\xff", 4));
  CHECK(bytes(std::string("foobar")) == get<"a">(row));
}

TEST_CASE("an enumeration is its name where it has one, else its number") {
  CHECK(json_of(colour::red) == "\"red\"");
  CHECK(json_of(colour::green) == "\"dark \\\"green\\\"\"");
  CHECK_THROWS_WITH(json_of(colour::blue),
                    "tidemark enum_value_without_name: the value 2 of an enumeration has none of its names, and could not be "
                    "read back; give it one in its enum_names");
  CHECK(read_json<colour>("\"dark \\\"green\\\"\"") == colour::green);
  CHECK(problem_of<colour>("\"blue\"") ==
        "tidemark malformed_record: the record has something other than a name of its enumeration (byte 0); correct the text");
  CHECK(json_of(size_class::large) == "-1");
  CHECK(read_json<size_class>("1") == size_class::small);
  CHECK(read_json<std::optional<size_class>>("null") == std::nullopt);
  CHECK(
      problem_of<size_class>("300") ==
      "tidemark malformed_record: the record has something other than a number of its enumeration (byte 0); correct the text");
}

TEST_CASE("keys of dates, bytes and enumerations are those of their forms") {
  CHECK(encoded_key(date(7)) == encoded_key(std::int32_t{7}));
  CHECK(encoded_key(bytes(std::string("a\0b", 3))) == encoded_key(std::string("a\0b", 3)));
  CHECK(encoded_key(colour::green) == encoded_key(std::int32_t{1}));
  CHECK(encoded_key(size_class::large) == encoded_key(std::int8_t{-1}));
  std::string stored;
  codec<bytes>::encode(stored, bytes("ab"));
  const char* at = stored.data();
  CHECK(codec<bytes>::decode(at, at + stored.size()) == bytes("ab"));
}
