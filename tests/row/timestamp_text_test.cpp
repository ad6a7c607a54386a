// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/row/civil_time.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace td = tidemark;

namespace {

constexpr std::int64_t ten_o_clock = 1'767'607'200'000'000;  // 2026-01-05T10:00:00Z

std::optional<std::int64_t> micros(std::string_view text) {
  const auto time = td::parse_timestamp(text);
  if (!time) return std::nullopt;
  return time->micros;
}

std::string text_of(std::int64_t micros) {
  std::string text;
  td::append_timestamp(text, td::timestamp{micros});
  return text;
}

std::string cast_text_of(std::int64_t micros) {
  std::string text;
  td::append_cast_timestamp(text, td::timestamp{micros});
  return text;
}

}  // namespace

TEST_CASE("a time is read with and without zone, fraction and seconds") {
  CHECK(micros("2026-01-05T10:00:00Z") == ten_o_clock);
  CHECK(micros("2026-01-05T10:00:00z") == ten_o_clock);
  CHECK(micros("2026-01-05 10:00:00") == ten_o_clock);
  CHECK(micros("2026-01-05T10:00:00 UTC") == ten_o_clock);
  CHECK(micros("2026-01-05T10:00:00GMT") == ten_o_clock);
  CHECK(micros("2026-01-05T10:00") == ten_o_clock);
  CHECK(micros("2026-01-05T10") == ten_o_clock);
  CHECK(micros("2026-01-05T10:00Z") == ten_o_clock);
  CHECK(micros(" 2026-01-05T10:00:00Z ") == ten_o_clock);
  CHECK(micros("2026-1-5T10:0:0Z") == ten_o_clock);
  CHECK(micros("+2026-01-05T10:00:00Z") == ten_o_clock);
  CHECK(micros("2026-01-05") == ten_o_clock - 36'000'000'000);
  CHECK(micros("2026-01") == 1'767'225'600'000'000);
  CHECK(micros("2026") == 1'767'225'600'000'000);
}

TEST_CASE("an offset says how far local time is ahead") {
  CHECK(micros("2026-01-05T11:00:00+01:00") == ten_o_clock);
  CHECK(micros("2026-01-05T11:00:00+0100") == ten_o_clock);
  CHECK(micros("2026-01-05T11:00:00+01") == ten_o_clock);
  CHECK(micros("2026-01-05T11:00:00+1") == ten_o_clock);
  CHECK(micros("2026-01-05T11:00:00 +01:00") == ten_o_clock);
  CHECK(micros("2026-01-05T04:30:00.5-05:30") == ten_o_clock + 500'000);
  CHECK(micros("2026-01-05T00:00:00-10:00") == ten_o_clock);
  CHECK(micros("2026-01-06T04:00:00+18:00") == ten_o_clock);
  CHECK(micros("2026-01-06T04:00:00+17:59") == ten_o_clock + 60'000'000);
  CHECK(micros("2026-01-06T04:00:00+18:01") == std::nullopt);
  CHECK(micros("2026-01-05T10:00:00+00:60") == std::nullopt);
  CHECK(micros("2026-01-05T10:00:00+") == std::nullopt);
  CHECK(micros("2026-01-05T10:00:00+01:") == std::nullopt);
  CHECK(micros("2026-01-05T10:00:00+01:00x") == std::nullopt);
  CHECK(micros("2026-01-05T10:00:00 Europe/Berlin") == std::nullopt);
}

TEST_CASE("a fraction counts to the microsecond and is cut behind it") {
  CHECK(micros("2026-01-05T10:00:00.1Z") == ten_o_clock + 100'000);
  CHECK(micros("2026-01-05T10:00:00.12Z") == ten_o_clock + 120'000);
  CHECK(micros("2026-01-05T10:00:00.123Z") == ten_o_clock + 123'000);
  CHECK(micros("2026-01-05T10:00:00.1234Z") == ten_o_clock + 123'400);
  CHECK(micros("2026-01-05T10:00:00.12345Z") == ten_o_clock + 123'450);
  CHECK(micros("2026-01-05T10:00:00.123456Z") == ten_o_clock + 123'456);
  CHECK(micros("2026-01-05T10:00:00.1234567Z") == ten_o_clock + 123'456);
  CHECK(micros("2026-01-05T10:00:00.999999999999999999999999Z") == ten_o_clock + 999'999);
  CHECK(micros("2026-01-05T10:00:00.000001") == ten_o_clock + 1);
  CHECK(micros("2026-01-05T10:00:00.Z") == ten_o_clock);
  CHECK(micros("2026-01-05T10:00:00.") == ten_o_clock);
  CHECK(micros("1969-12-31T23:59:59.999999Z") == -1);
}

TEST_CASE("a date or time that does not exist is refused") {
  CHECK(micros("2026-00-05T10:00:00Z") == std::nullopt);
  CHECK(micros("2026-12-05T10:00:00Z").has_value());
  CHECK(micros("2026-13-05T10:00:00Z") == std::nullopt);
  CHECK(micros("2026-01-00T10:00:00Z") == std::nullopt);
  CHECK(micros("2026-01-31T10:00:00Z").has_value());
  CHECK(micros("2026-01-32T10:00:00Z") == std::nullopt);
  CHECK(micros("2026-04-30T10:00:00Z").has_value());
  CHECK(micros("2026-04-31T10:00:00Z") == std::nullopt);
  CHECK(micros("2024-02-29T10:00:00Z").has_value());
  CHECK(micros("2026-02-29T10:00:00Z") == std::nullopt);
  CHECK(micros("1900-02-29T10:00:00Z") == std::nullopt);
  CHECK(micros("2000-02-29T10:00:00Z").has_value());
  CHECK(micros("2026-01-05T23:59:59Z").has_value());
  CHECK(micros("2026-01-05T24:00:00Z") == std::nullopt);
  CHECK(micros("2026-01-05T10:60:00Z") == std::nullopt);
  CHECK(micros("2026-01-05T10:00:60Z") == std::nullopt);
}

TEST_CASE("any character out of place is refused") {
  const std::string forms[] = {"2026-01-05T10:00:00Z", "2026-01-05T10:00:00.123Z", "2026-01-05T10:00:00.123456Z"};
  for (const std::string& form : forms) {
    REQUIRE(micros(form).has_value());
    for (std::size_t i = 0; i < form.size(); ++i)
      for (const char c : {'x', '/', ';', '\0', '\xff', '\x8d'}) {
        std::string wrong = form;
        wrong[i] = c;
        INFO(wrong);
        CHECK(micros(wrong) == std::nullopt);
      }
  }
  for (const std::string_view text :
       {"", " ", "nonsense", "26-01-05", "20260105", "2026-01-05T", "2026-01-05T10:", "T10:00:00", "10:00:00",
        "2026-01-05x10:00:00", "2026-01-05T10:00:00ZZ", "-", "+", "2026-", "2026-001-05", "1767607200", "1112026-01-05"}) {
    INFO(text);
    CHECK(micros(text) == std::nullopt);
  }
}

TEST_CASE("a time is written in milliseconds, or in microseconds if it is between two of them") {
  CHECK(text_of(ten_o_clock) == "2026-01-05T10:00:00.000Z");
  CHECK(text_of(ten_o_clock + 999) == "2026-01-05T10:00:00.000999Z");
  CHECK(text_of(ten_o_clock + 1000) == "2026-01-05T10:00:00.001Z");
  CHECK(text_of(ten_o_clock + 1001) == "2026-01-05T10:00:00.001001Z");
  CHECK(text_of(0) == "1970-01-01T00:00:00.000Z");
  CHECK(text_of(-1) == "1969-12-31T23:59:59.999999Z");
  CHECK(text_of(-86'400'000'000) == "1969-12-31T00:00:00.000Z");
}

TEST_CASE("a cast writes no zone and no zeros at the end") {
  CHECK(cast_text_of(ten_o_clock) == "2026-01-05 10:00:00");
  CHECK(cast_text_of(ten_o_clock + 250'000) == "2026-01-05 10:00:00.25");
  CHECK(cast_text_of(ten_o_clock + 1) == "2026-01-05 10:00:00.000001");
  CHECK(cast_text_of(ten_o_clock + 123'450) == "2026-01-05 10:00:00.12345");
  CHECK(cast_text_of(-1) == "1969-12-31 23:59:59.999999");
}

TEST_CASE("years of other than four digits carry a sign, and there is a year 0") {
  CHECK(text_of(-62'135'596'800'000'000) == "0001-01-01T00:00:00.000Z");
  CHECK(text_of(-62'135'596'800'000'001) == "0000-12-31T23:59:59.999999Z");
  CHECK(text_of(-62'167'219'200'000'001) == "-0001-12-31T23:59:59.999999Z");
  CHECK(text_of(253'402'300'799'999'999) == "9999-12-31T23:59:59.999999Z");
  CHECK(text_of(253'402'300'800'000'000) == "+10000-01-01T00:00:00.000Z");
  CHECK(micros("-0044-03-15T00:00:00Z") == -63'549'360'000'000'000);
  CHECK(micros("10000-01-01T00:00:00Z") == 253'402'300'800'000'000);
  CHECK(micros("0000-01-01") == -62'167'219'200'000'000);
  CHECK(micros("+10000-01-01T00:00:00Z") == 253'402'300'800'000'000);
}

TEST_CASE("the ends of the range are written and read, and nothing beyond") {
  constexpr auto first = (std::numeric_limits<std::int64_t>::min)();
  constexpr auto last = (std::numeric_limits<std::int64_t>::max)();
  CHECK(text_of(first) == "-290308-12-21T19:59:05.224192Z");
  CHECK(text_of(last) == "+294247-01-10T04:00:54.775807Z");
  CHECK(micros("-290308-12-21T19:59:05.224192Z") == first);
  CHECK(micros("-290308-12-21T19:59:05.224193Z") == first + 1);
  CHECK(micros("-290308-12-21T19:59:05.224191Z") == std::nullopt);
  CHECK(micros("+294247-01-10T04:00:54.775806Z") == last - 1);
  CHECK(micros("+294247-01-10T04:00:54.775807Z") == last);
  CHECK(micros("+294247-01-10T04:00:54.775808Z") == std::nullopt);
  CHECK(micros("+294247-01-10T06:00:54.775807+02:00") == last);
  CHECK(micros("+999999-01-01") == std::nullopt);
  CHECK(micros("-999999-01-01") == std::nullopt);
}

TEST_CASE("dates agree with the calendar of the standard library") {
  using namespace std::chrono;
  for (int number = -200'000; number < 200'000; number += 37) {
    const year_month_day expected{sys_days{days{number}}};
    const td::civil_time date = td::civil_from_days(number);
    REQUIRE(date.year == int{expected.year()});
    REQUIRE(date.month == static_cast<int>(unsigned{expected.month()}));
    REQUIRE(date.day == static_cast<int>(unsigned{expected.day()}));
    REQUIRE(td::days_from_civil(date.year, date.month, date.day) == number);
  }
  for (int number = -719'528; number < 2'932'897; number += 31) {  // from the first of year 0 to the last of 9999
    const td::civil_time date = td::civil_from_days(number);
    REQUIRE(td::days_from_usual_year(static_cast<std::uint32_t>(date.year), static_cast<std::uint32_t>(date.month),
                                     static_cast<std::uint32_t>(date.day)) == number);
  }
}

TEST_CASE("any time reads back as itself from its text") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const auto time = static_cast<std::int64_t>(random()) >> random() % 20;
    const std::string text = text_of(time);
    INFO(text);
    REQUIRE(micros(text) == time);
    REQUIRE(micros(cast_text_of(time)) == time);
  }
}
