// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/plan/functions/time.hpp>
#include <tidemark/row/timestamp.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::failure_of;
using tidemark::testing::printed;

namespace {

using times =
    row<field<"t", timestamp>, field<"maybe", std::optional<timestamp>>, field<"n", std::int64_t>, field<"s", std::string>>;
using plain = row<field<"t", timestamp>>;
template <class E>
using over = type_of<E, times>;

constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)();
constexpr std::int64_t least_of_all = (std::numeric_limits<std::int64_t>::min)();

// ---- Types

static_assert(std::same_as<over<decltype(year("t"_c))>, std::int32_t>);
static_assert(std::same_as<over<decltype(second("maybe"_c))>, std::optional<std::int32_t>>);
static_assert(std::same_as<over<decltype(date_trunc(time_unit::hour, "t"_c))>, timestamp>);
static_assert(std::same_as<over<decltype(unix_millis("t"_c))>, std::int64_t>);
static_assert(std::same_as<over<decltype(timestamp_millis("n"_c))>, timestamp>);
static_assert(std::same_as<over<decltype(timestamp_seconds("n"_c * 0.5))>, std::optional<timestamp>>);
static_assert(std::same_as<over<decltype(date_format("maybe"_c, "yyyy"))>, std::optional<std::string>>);

static_assert(std::same_as<over<decltype(year("s"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(hour("n"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(date_trunc(time_unit::hour, "s"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(unix_micros("n"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(timestamp_millis("t"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(timestamp_millis("n"_c * 0.5))>, no_operator>);
static_assert(std::same_as<over<decltype(date_format("s"_c, "yyyy"))>, no_operator>);
static_assert(std::same_as<over<decltype(day("other"_c))>, no_column>);

// ---- Values

constexpr plain monday{timestamp{1'767'610'923'250'000}};  // 2026-01-05 11:02:03.25
static_assert(year("t"_c)(monday) == 2026 && month("t"_c)(monday) == 1 && day("t"_c)(monday) == 5 &&
              quarter("t"_c)(monday) == 1);
static_assert(hour("t"_c)(monday) == 11 && minute("t"_c)(monday) == 2 && second("t"_c)(monday) == 3);
static_assert(day_of_week("t"_c)(monday) == 2 && day_of_year("t"_c)(monday) == 5 && week_of_year("t"_c)(monday) == 2);

constexpr plain last_of_1969{timestamp{-1}};
static_assert(year("t"_c)(last_of_1969) == 1969 && month("t"_c)(last_of_1969) == 12 && day("t"_c)(last_of_1969) == 31);
static_assert(hour("t"_c)(last_of_1969) == 23 && minute("t"_c)(last_of_1969) == 59 && second("t"_c)(last_of_1969) == 59);
static_assert(day_of_week("t"_c)(last_of_1969) == 4 && day_of_year("t"_c)(last_of_1969) == 365);
static_assert(quarter("t"_c)(last_of_1969) == 4 && week_of_year("t"_c)(last_of_1969) == 1);

constexpr plain first{timestamp{least_of_all}};
constexpr plain last{timestamp{most}};
static_assert(year("t"_c)(first) == -290308 && hour("t"_c)(first) == 19 && year("t"_c)(last) == 294247 &&
              day_of_week("t"_c)(last) == 1);
static_assert(date_trunc(time_unit::hour, "t"_c)(first) == timestamp{least_of_all});
static_assert(date_trunc(time_unit::year, "t"_c)(first) == timestamp{least_of_all});

static_assert(unix_millis("t"_c)(last_of_1969) == -1 && unix_seconds("t"_c)(last_of_1969) == -1 &&
              unix_micros("t"_c)(last_of_1969) == -1);
static_assert(unix_millis("t"_c)(monday) == 1'767'610'923'250 && unix_seconds("t"_c)(monday) == 1'767'610'923);
static_assert(unix_seconds("t"_c)(last) == 9'223'372'036'854);

constexpr row<field<"n", std::int64_t>> minus_one{-1};
static_assert(timestamp_micros("n"_c)(minus_one) == timestamp{-1} && timestamp_millis("n"_c)(minus_one) == timestamp{-1000});
static_assert(timestamp_seconds("n"_c)(minus_one) == timestamp{-1'000'000});
static_assert(timestamp_seconds("n"_c * 1.5)(minus_one) == timestamp{-1'500'000});
static_assert(timestamp_seconds("n"_c * 1e30)(minus_one) == timestamp{least_of_all});

timestamp at(const char* text) { return *parse_timestamp(text); }
std::string cut(time_unit unit, const char* time) { return cast<std::string>(date_trunc(unit, "t"_c))(plain{at(time)}); }
std::string formatted(const char* time, const std::string& pattern) { return date_format("t"_c, pattern)(plain{at(time)}); }
std::string pattern_failure(const std::string& pattern) {
  try {
    static_cast<void>(date_format("t"_c, pattern));
  } catch (const error& failed) {
    return failed.id();
  }
  return {};
}

}  // namespace

TEST_CASE("a null time gives null") {
  const times none{timestamp{}, std::nullopt, 0, ""};
  CHECK(year("maybe"_c)(none) == std::nullopt);
  CHECK(date_trunc(time_unit::day, "maybe"_c)(none) == std::nullopt);
  CHECK(unix_millis("maybe"_c)(none) == std::nullopt);
  CHECK(date_format("maybe"_c, "yyyy")(none) == std::nullopt);
}

TEST_CASE("days are numbered in week and year") {
  const auto week = [](const char* day) { return week_of_year("t"_c)(plain{at(day)}); };
  CHECK(week("2024-12-30") == 1);
  CHECK(week("2021-01-03") == 53);
  CHECK(week("2021-01-04") == 1);
  CHECK(week("2020-12-31") == 53);
  CHECK(week("2023-01-01") == 52);
  CHECK(day_of_year("t"_c)(plain{at("2024-12-31")}) == 366);
  CHECK(day_of_year("t"_c)(plain{at("2024-03-01")}) == 61);
  CHECK(day_of_week("t"_c)(plain{at("2026-01-03")}) == 7);
  CHECK(day_of_week("t"_c)(plain{at("2026-01-04")}) == 1);
  CHECK(quarter("t"_c)(plain{at("2026-03-31")}) == 1);
  CHECK(quarter("t"_c)(plain{at("2026-04-01")}) == 2);
}

TEST_CASE("date_trunc cuts a time off to a unit") {
  const char* time = "2026-08-19 13:14:15.678901";
  CHECK(cut(time_unit::year, time) == "2026-01-01 00:00:00");
  CHECK(cut(time_unit::quarter, time) == "2026-07-01 00:00:00");
  CHECK(cut(time_unit::month, time) == "2026-08-01 00:00:00");
  CHECK(cut(time_unit::week, time) == "2026-08-17 00:00:00");
  CHECK(cut(time_unit::day, time) == "2026-08-19 00:00:00");
  CHECK(cut(time_unit::hour, time) == "2026-08-19 13:00:00");
  CHECK(cut(time_unit::minute, time) == "2026-08-19 13:14:00");
  CHECK(cut(time_unit::second, time) == "2026-08-19 13:14:15");
  CHECK(cut(time_unit::millisecond, time) == "2026-08-19 13:14:15.678");
  CHECK(cut(time_unit::microsecond, time) == "2026-08-19 13:14:15.678901");
}

TEST_CASE("date_trunc goes back before 1970 too") {
  const char* time = "1969-12-31 23:59:59.999999";
  CHECK(cut(time_unit::year, time) == "1969-01-01 00:00:00");
  CHECK(cut(time_unit::week, time) == "1969-12-29 00:00:00");
  CHECK(cut(time_unit::day, time) == "1969-12-31 00:00:00");
  CHECK(cut(time_unit::hour, time) == "1969-12-31 23:00:00");
  CHECK(cut(time_unit::millisecond, time) == "1969-12-31 23:59:59.999");
  CHECK(cut(time_unit::week, "2026-08-17") == "2026-08-17 00:00:00");
  CHECK(cut(time_unit::week, "2026-08-16 23:59:59.999999") == "2026-08-10 00:00:00");
}

TEST_CASE("counts beyond the range of timestamps end the query") {
  using counts = row<field<"n", std::int64_t>, field<"d", double>>;
  CHECK(failure_id(timestamp_millis("n"_c), counts{most / 1000, 0}) == "");
  CHECK(failure_id(timestamp_millis("n"_c), counts{most / 1000 + 1, 0}) == "arithmetic_overflow");
  CHECK(failure_id(timestamp_seconds("n"_c), counts{most, 0}) == "arithmetic_overflow");
  CHECK(timestamp_seconds("d"_c)(counts{0, std::numeric_limits<double>::quiet_NaN()}) == std::nullopt);
  CHECK(timestamp_seconds("d"_c)(counts{0, std::numeric_limits<double>::infinity()}) == std::nullopt);
  CHECK(timestamp_seconds("d"_c)(counts{0, 1e30}) == timestamp{most});
}

TEST_CASE("date_format writes digits, names and text") {
  const char* time = "2026-01-05 03:04:05.678901";
  CHECK(formatted(time, "yyyy-MM-dd HH:mm:ss.SSS") == "2026-01-05 03:04:05.678");
  CHECK(formatted(time, "y yy yyy yyyy yyyyy") == "2026 26 2026 2026 02026");
  CHECK(formatted(time, "M MM d dd H HH h hh m mm s ss") == "1 01 5 05 3 03 3 03 4 04 5 05");
  CHECK(formatted(time, "S SS SSS SSSS SSSSS SSSSSS SSSSSSSSS") == "6 67 678 6789 67890 678901 678901000");
  CHECK(formatted(time, "E EEE EEEE MMM MMMM D DDD") == "Mon Mon Monday Jan January 5 005");
  CHECK(formatted(time, "yyyy-MM-dd'T'HH:mm:ssXXX") == "2026-01-05T03:04:05Z");
  CHECK(formatted(time, "h 'o''clock' ''a") == "3 o'clock 'AM");
  CHECK(formatted(time, "''''yyyy''''") == "'2026'");
  CHECK(formatted(time, "/,;_ !") == "/,;_ !");
  CHECK(formatted(time, "yyyy年MM") == "2026年01");
  CHECK(formatted(time, "") == "");
  CHECK(formatted("2026-01-05 13:04:05", "h a") == "1 PM");
  CHECK(formatted("2026-01-05 12:00:00", "hh a") == "12 PM");
  CHECK(formatted("2026-01-05 00:04:05", "hh a") == "12 AM");
}

TEST_CASE("date_format of years that have not four digits") {
  CHECK(formatted("+10000-01-01", "yyyy y yy yyyyy") == "+10000 10000 00 10000");
  CHECK(formatted("0000-12-31", "yyyy y yy") == "0000 0 00");
  CHECK(formatted("-0001-12-31", "yyyy y yy") == "-0001 -1 01");
}

TEST_CASE("a pattern that stands for nothing is refused before any row") {
  for (const char* wrong :
       {"b", "e", "yyyyyyy", "MMMMM", "ddd", "HHH", "'abc", "'", "[yyyy]", "yyyy{", "yyyy#", "SSSSSSSSSS", "XXXX"}) {
    CAPTURE(wrong);
    CHECK(pattern_failure(wrong) == "date_pattern");
  }
  CHECK_THROWS_WITH(
      date_format("t"_c, "yyyy-QQ"),
      "tidemark date_pattern: the pattern \"yyyy-QQ\" has QQ, which stands for nothing; use y M d D E a H h m s S X, "
      "and quotes around other text");
}

TEST_CASE("functions of time print as in SQL") {
  CHECK(printed(day_of_week("t"_c)) == "dayofweek(t)");
  CHECK(printed(date_trunc(time_unit::hour, "t"_c)) == "date_trunc('HOUR', t)");
  CHECK(printed(date_format("t"_c, "yyyy")) == "date_format(t, 'yyyy')");
  CHECK(printed(unix_millis("t"_c)) == "unix_millis(t)");
}
