// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tidemark/plan/functions/cast.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::failure_of;
using tidemark::testing::printed;

namespace {

template <class T>
using one = row<field<"a", T>>;

template <class To, class From>
using cast_type = type_of<decltype(cast<To>("a"_c)), one<From>>;
template <class To, class From>
using try_cast_type = type_of<decltype(try_cast<To>("a"_c)), one<From>>;

template <class To, class From>
constexpr To casted(From value) {
  return cast<To>("a"_c)(one<From>{std::move(value)});
}
template <class To, class From>
constexpr std::optional<To> tried(From value) {
  return try_cast<To>("a"_c)(one<From>{std::move(value)});
}
template <class To, class From>
std::string failed(From value) {
  return failure_id(cast<To>("a"_c), one<From>{std::move(value)});
}

constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)();
constexpr std::int64_t least_of_all = (std::numeric_limits<std::int64_t>::min)();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string text_of(timestamp time) { return casted<std::string>(time); }

// ---- Types: null where the operand is, and for try_cast where the cast can fail

static_assert(std::same_as<cast_type<std::int32_t, std::int64_t>, std::int32_t>);
static_assert(std::same_as<cast_type<std::int32_t, std::optional<std::string>>, std::optional<std::int32_t>>);
static_assert(std::same_as<try_cast_type<std::int32_t, std::int64_t>, std::optional<std::int32_t>>);
static_assert(std::same_as<try_cast_type<std::int64_t, std::int32_t>, std::int64_t>);
static_assert(std::same_as<try_cast_type<std::int64_t, std::optional<std::int32_t>>, std::optional<std::int64_t>>);
static_assert(std::same_as<try_cast_type<std::int16_t, std::uint8_t>, std::int16_t>);
static_assert(std::same_as<try_cast_type<std::uint16_t, std::int8_t>, std::optional<std::uint16_t>>);
static_assert(std::same_as<try_cast_type<std::string, double>, std::string>);
static_assert(std::same_as<try_cast_type<double, std::string>, std::optional<double>>);
static_assert(std::same_as<try_cast_type<float, double>, float>);
static_assert(std::same_as<try_cast_type<std::int64_t, timestamp>, std::int64_t>);
static_assert(std::same_as<try_cast_type<std::int32_t, timestamp>, std::optional<std::int32_t>>);
static_assert(std::same_as<try_cast_type<timestamp, std::int64_t>, timestamp>);
static_assert(std::same_as<try_cast_type<timestamp, double>, std::optional<timestamp>>);
static_assert(std::same_as<try_cast_type<bool, double>, bool>);
static_assert(std::same_as<cast_type<std::string, std::string_view>, std::string>);
static_assert(std::same_as<cast_type<std::vector<int>, std::vector<int>>, std::vector<int>>);

static_assert(std::same_as<cast_type<bool, timestamp>, no_operator>);
static_assert(std::same_as<cast_type<timestamp, bool>, no_operator>);
static_assert(std::same_as<cast_type<std::string_view, std::string>, no_operator>);
static_assert(std::same_as<cast_type<std::string, time_window>, no_operator>);
static_assert(std::same_as<cast_type<std::int64_t, std::vector<int>>, no_operator>);
static_assert(std::same_as<try_cast_type<timestamp, bool>, no_operator>);
static_assert(std::same_as<type_of<decltype(cast<int>("other"_c)), one<int>>, no_column>);

// ---- Values

static_assert(casted<std::int8_t>(127) == 127 && casted<std::int8_t>(-128) == -128);
static_assert(tried<std::int8_t>(128) == std::nullopt && tried<std::int8_t>(-129) == std::nullopt);
static_assert(tried<std::uint8_t>(-1) == std::nullopt && tried<std::uint8_t>(255) == 255 &&
              tried<std::uint8_t>(256) == std::nullopt);
static_assert(tried<std::int64_t>(~std::uint64_t{0}) == std::nullopt && tried<std::int64_t>(std::uint64_t{7}) == 7);
static_assert(casted<double>(5) == 5.0 && casted<double>(true) == 1.0 && casted<std::int32_t>(false) == 0);
static_assert(casted<bool>(-3) && !casted<bool>(0) && casted<bool>(0.1) && !casted<bool>(-0.0) && casted<bool>(not_a_number));

static_assert(casted<std::int32_t>(1.9) == 1 && casted<std::int32_t>(-1.9) == -1 && casted<std::int8_t>(127.9) == 127);
static_assert(casted<std::int32_t>(2147483647.9) == 2'147'483'647 && tried<std::int32_t>(2147483648.0) == std::nullopt);
static_assert(casted<std::int32_t>(-2147483648.9) == -2'147'483'648 && tried<std::int32_t>(-2147483649.0) == std::nullopt);
static_assert(casted<std::int64_t>(9223372036854775808.0) == most &&
              tried<std::int64_t>(9223372036854777856.0) == std::nullopt);
static_assert(casted<std::int64_t>(-9223372036854775808.0) == least_of_all);
static_assert(tried<std::int64_t>(-9223372036854777856.0) == std::nullopt);
static_assert(tried<std::int64_t>(not_a_number) == std::nullopt && tried<std::int32_t>(infinity) == std::nullopt);
static_assert(tried<std::uint8_t>(-0.9) == 0 && tried<std::uint8_t>(-1.0) == std::nullopt &&
              tried<std::uint8_t>(256.0) == std::nullopt);
static_assert(tried<std::uint64_t>(-1.0) == std::nullopt && tried<std::uint64_t>(1e19) == 10'000'000'000'000'000'000u);

static_assert(casted<std::int64_t>(timestamp{1'999'999}) == 1 && casted<std::int64_t>(timestamp{-1}) == -1);
static_assert(tried<std::int8_t>(timestamp{127'999'999}) == 127 && tried<std::int8_t>(timestamp{128'000'000}) == std::nullopt);
static_assert(casted<double>(timestamp{1'767'697'261'000'001}) == 1767697261.000001 &&
              casted<float>(timestamp{1'500'000}) == 1.5f);
static_assert(casted<timestamp>(-2) == timestamp{-2'000'000} && casted<timestamp>(1.5) == timestamp{1'500'000});
static_assert(casted<timestamp>(-1.0000005) == timestamp{-1'000'000} && casted<timestamp>(1.5f) == timestamp{1'500'000});
static_assert(casted<timestamp>(most) == timestamp{most} && casted<timestamp>(least_of_all) == timestamp{least_of_all});
static_assert(casted<timestamp>(~std::uint64_t{0}) == timestamp{most});

}  // namespace

TEST_CASE("a null stays null") {
  CHECK(cast<std::int64_t>("a"_c)(one<std::optional<std::string>>{}) == std::nullopt);
  CHECK(cast<std::string>("a"_c)(one<std::optional<double>>{}) == std::nullopt);
  CHECK(try_cast<timestamp>("a"_c)(one<std::optional<std::string>>{}) == std::nullopt);
}

TEST_CASE("integers from text") {
  CHECK(casted<std::int32_t>(std::string("2147483647")) == 2'147'483'647);
  CHECK(casted<std::int64_t>(std::string("-9223372036854775808")) == least_of_all);
  CHECK(casted<std::int32_t>(std::string(" \t12\n ")) == 12);
  CHECK(casted<std::int32_t>(std::string("+5")) == 5);
  CHECK(casted<std::int32_t>(std::string("-0")) == 0);
  CHECK(casted<std::int32_t>(std::string("007")) == 7);
  CHECK(casted<std::int32_t>(std::string_view("12")) == 12);
  for (const char* wrong : {"", " ", "-", "+", "+-1", "--1", "1.5", "5.", "1e3", "a", "1 2", "2147483648", "0x1"}) {
    CAPTURE(wrong);
    CHECK(tried<std::int32_t>(std::string(wrong)) == std::nullopt);
    CHECK(failed<std::int32_t>(std::string(wrong)) == "cast_malformed");
  }
}

TEST_CASE("floating-point numbers from text") {
  const auto read = [](const char* text) { return tried<double>(std::string(text)); };
  CHECK(read("1.5") == 1.5);
  CHECK(read("  1e3 ") == 1000.0);
  CHECK(read("+1.5") == 1.5);
  CHECK(read("-.5e-1") == -0.05);
  CHECK(read("5.") == 5.0);
  CHECK(read("1E+5") == 100000.0);
  CHECK(read("1d") == 1.0);
  CHECK(read("1.5F") == 1.5);
  CHECK(read("00012") == 12.0);
  CHECK(read("inf") == infinity);
  CHECK(read("+Infinity") == infinity);
  CHECK(read("-INF") == -infinity);
  CHECK(std::isnan(read("nAn").value()));
  CHECK(read("1e400") == infinity);
  CHECK(read("-1e400") == -infinity);
  CHECK(read("1e-400") == 0.0);
  CHECK(read((std::string(400, '9')).c_str()) == infinity);
  CHECK(read(("0." + std::string(400, '0') + "1").c_str()) == 0.0);
  CHECK(tried<float>(std::string("1e39")) == std::numeric_limits<float>::infinity());
  CHECK(tried<float>(std::string("16777217")) == 16777216.0f);
  CHECK(tried<float>(std::string("0.1")) == 0.1f);
  for (const char* wrong :
       {"", ".", "1e", "+-1", "+nan", "-nan", "1_000", "1,5", "e5", "d", "1dd", "1.5.2", "infinite", "nan0", "- 1"}) {
    CAPTURE(wrong);
    CHECK(read(wrong) == std::nullopt);
    CHECK(failed<double>(std::string(wrong)) == "cast_malformed");
  }
}

TEST_CASE("truth values from text") {
  for (const char* yes : {"t", "TRUE", " true ", "y", "Yes", "1"}) CHECK(tried<bool>(std::string(yes)) == true);
  for (const char* no : {"f", "False", "n", "NO", "0\t"}) CHECK(tried<bool>(std::string(no)) == false);
  for (const char* wrong : {"", "2", "on", "tru", "truee", "-1"}) CHECK(tried<bool>(std::string(wrong)) == std::nullopt);
}

TEST_CASE("values as text") {
  CHECK(casted<std::string>(true) == "true");
  CHECK(casted<std::string>(std::int8_t{-5}) == "-5");
  CHECK(casted<std::string>(std::uint8_t{200}) == "200");
  CHECK(casted<std::string>(most) == "9223372036854775807");
  CHECK(casted<std::string>(std::string_view("as it is")) == "as it is");
  CHECK(casted<std::string>(1e10) == "1.0E10");
  CHECK(casted<std::string>(0.001) == "0.001");
  CHECK(casted<std::string>(0.0001) == "1.0E-4");
  CHECK(casted<std::string>(9999999.0) == "9999999.0");
  CHECK(casted<std::string>(1e7) == "1.0E7");
  CHECK(casted<std::string>(123456789.125) == "1.23456789125E8");
  CHECK(casted<std::string>(-0.0) == "-0.0");
  CHECK(casted<std::string>(4.9e-324) == "4.9E-324");
  CHECK(casted<std::string>(100.0 / 3) == "33.333333333333336");
  CHECK(casted<std::string>(not_a_number) == "NaN");
  CHECK(casted<std::string>(-infinity) == "-Infinity");
  CHECK(casted<std::string>(0.1f) == "0.1");
  CHECK(casted<std::string>(3.4028235e38f) == "3.4028235E38");
  CHECK(casted<std::string>(1.4e-45f) == "1.4E-45");
}

TEST_CASE("times as text") {
  CHECK(text_of(timestamp{0}) == "1970-01-01 00:00:00");
  CHECK(text_of(timestamp{1}) == "1970-01-01 00:00:00.000001");
  CHECK(text_of(timestamp{-1}) == "1969-12-31 23:59:59.999999");
  CHECK(text_of(timestamp{1'767'610'923'250'000}) == "2026-01-05 11:02:03.25");
  CHECK(text_of(timestamp{-62'135'596'800'000'000}) == "0001-01-01 00:00:00");
  CHECK(text_of(timestamp{-62'167'219'200'000'001}) == "-0001-12-31 23:59:59.999999");
  CHECK(text_of(timestamp{253'402'300'800'000'000}) == "+10000-01-01 00:00:00");
  CHECK(text_of(timestamp{most}) == "+294247-01-10 04:00:54.775807");
  CHECK(text_of(timestamp{least_of_all}) == "-290308-12-21 19:59:05.224192");
}

TEST_CASE("times from text") {
  const auto read = [](const char* text) { return tried<timestamp>(std::string(text)); };
  const timestamp ten{1'767'607'200'000'000};  // 2026-01-05 10:00:00
  for (const char* text :
       {"2026-01-05T10:00:00Z", "2026-01-05 10:00", "2026-01-05T10", "2026-1-5 10:0:0", "2026-01-05T10:00:00.",
        "  2026-01-05 10:00:00 \t", "2026-01-05T11:00:00+01:00", "2026-01-05T11:00:00 +1", "2026-01-05T08:30:00-0130",
        "2026-01-05T10:00:00 UTC", "2026-01-05T11:00:00GMT+01:00", "+2026-01-05 10:00:00", "02026-01-05 10:00:00"}) {
    CAPTURE(text);
    CHECK(read(text) == ten);
  }
  CHECK(read("2026") == timestamp{1'767'225'600'000'000});
  CHECK(read("2026-01") == timestamp{1'767'225'600'000'000});
  CHECK(read("2026-01-05 10:00:00.123456789") == timestamp{ten.micros + 123'456});
  CHECK(read("-0001-01-05") == timestamp{-62'198'409'600'000'000});
  CHECK(read("10000-01-01") == timestamp{253'402'300'800'000'000});
  CHECK(read("294247-01-10 04:00:54.775807") == timestamp{most});
  for (const char* wrong : {"", "x", "226-01-05", "2026-", "2026--05", "2026-001-05", "2026-02-29", "2026-13-01", "2026-01-05T",
                            "2026-01-05Z", "2026-01-05t10:00:00", "2026-01-05  10:00:00", "2026-01-05 24:00:00",
                            "2026-01-05 10:00:60", "2026-01-05T10:00:00+18:01", "2026-01-05T10:00:00UTC+",
                            "2026-01-05T10:00:00 UT", "294247-01-10 04:00:54.775808", "999999-01-01"}) {
    CAPTURE(wrong);
    CHECK(read(wrong) == std::nullopt);
    CHECK(failed<timestamp>(std::string(wrong)) == "cast_malformed");
  }
}

TEST_CASE("a cast that does not fit says which value and which type") {
  CHECK(failed<std::int8_t>(300) == "cast_overflow");
  CHECK(failed<std::int32_t>(not_a_number) == "cast_overflow");
  CHECK(failed<std::int32_t>(timestamp{most}) == "cast_overflow");
  CHECK(failed<timestamp>(1e30) == "cast_overflow");
  CHECK(failed<timestamp>(not_a_number) == "cast_malformed");
  CHECK(failed<timestamp>(-infinity) == "cast_malformed");
  CHECK(tried<timestamp>(not_a_number) == std::nullopt);
  CHECK(tried<timestamp>(1e30) == std::nullopt);
  CHECK(failure_of(cast<std::int8_t>("a"_c), one<double>{300}) ==
        "tidemark cast_overflow: the value 300.0 does not fit TINYINT; cast to a wider type, or use try_cast to get null");
  CHECK(
      failure_of(cast<std::int64_t>("a"_c), one<std::string>{" 1.5x"}) ==
      "tidemark cast_malformed: the value ' 1.5x' does not have the form of a value of type BIGINT; correct the value, or use "
      "try_cast to get null");
}

TEST_CASE("casts print as in SQL") {
  CHECK(printed(cast<std::int64_t>("a"_c)) == "cast(a as BIGINT)");
  CHECK(printed(try_cast<timestamp>("a"_c)) == "try_cast(a as TIMESTAMP)");
  CHECK(printed(cast<std::string>(cast<double>("a"_c))) == "cast(cast(a as DOUBLE) as STRING)");
  CHECK(printed(cast<std::uint8_t>("a"_c)) == "cast(a as uint8)");
}
