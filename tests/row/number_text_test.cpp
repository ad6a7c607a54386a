// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/row/byte_order.hpp>
#include <tidemark/row/number_text.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace {

template <class Number>
std::string text_of(Number value) {
  std::string text;
  tidemark::append_number(text, value);
  return text;
}

}  // namespace

TEST_CASE("floating point is written as the engine casts it to STRING") {
  CHECK(text_of(0.0) == "0.0");
  CHECK(text_of(-0.0) == "-0.0");
  CHECK(text_of(1.0) == "1.0");
  CHECK(text_of(-0.5) == "-0.5");
  CHECK(text_of(0.1) == "0.1");
  CHECK(text_of(123.25) == "123.25");
  CHECK(text_of(100.0) == "100.0");
  CHECK(text_of(10000000000.0) == "1.0E10");
  CHECK(text_of(9.223372036854776e18) == "9.223372036854776E18");
  CHECK(text_of(-1.5e-7) == "-1.5E-7");
  CHECK(text_of(1.7976931348623157e308) == "1.7976931348623157E308");
  CHECK(text_of(2e23) == "2.0E23");
  CHECK(text_of(std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(text_of(-std::numeric_limits<double>::quiet_NaN()) == "NaN");
  CHECK(text_of(std::numeric_limits<double>::infinity()) == "Infinity");
  CHECK(text_of(-std::numeric_limits<double>::infinity()) == "-Infinity");
}

TEST_CASE("the plain form begins at a thousandth and ends below ten million") {
  CHECK(text_of(9.999999999999998e-4) == "9.999999999999998E-4");
  CHECK(text_of(0.001) == "0.001");
  CHECK(text_of(0.0010000000000000002) == "0.0010000000000000002");
  CHECK(text_of(9999999.999999998) == "9999999.999999998");
  CHECK(text_of(1e7) == "1.0E7");
  CHECK(text_of(10000000.000000002) == "1.0000000000000002E7");
}

TEST_CASE("the smallest values have two digits, the nearest ones") {
  CHECK(text_of(4.9e-324) == "4.9E-324");
  CHECK(text_of(9.9e-324) == "9.9E-324");
  CHECK(text_of(1.5e-323) == "1.5E-323");
  CHECK(text_of(2e-323) == "2.0E-323");
  CHECK(text_of(-4.9e-324) == "-4.9E-324");
  CHECK(text_of(1.4e-45f) == "1.4E-45");
  CHECK(text_of(2.8e-45f) == "2.8E-45");
}

TEST_CASE("a float has as many digits as a float needs") {
  CHECK(text_of(0.1f) == "0.1");
  CHECK(text_of(3.4028235e38f) == "3.4028235E38");
  CHECK(text_of(16777216.0f) == "1.6777216E7");
  CHECK(text_of(1.0f / 3) == "0.33333334");
}

TEST_CASE("integers are written whole, bytes as numbers") {
  CHECK(text_of((std::numeric_limits<std::int64_t>::min)()) == "-9223372036854775808");
  CHECK(text_of((std::numeric_limits<std::int64_t>::max)()) == "9223372036854775807");
  CHECK(text_of((std::numeric_limits<std::uint64_t>::max)()) == "18446744073709551615");
  CHECK(text_of(std::int8_t{-7}) == "-7");
  CHECK(text_of(std::uint8_t{65}) == "65");
}

TEST_CASE("any double reads back as itself from its text") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    const std::string text = text_of(value);
    INFO(text);
    REQUIRE(std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)) == std::bit_cast<std::uint64_t>(value));
  }
}

TEST_CASE("eight digits are known and valued at once") {
  const auto bytes = [](const char* text) { return tidemark::read_little<std::uint64_t>(text); };
  CHECK(tidemark::are_digits(bytes("01234567")));
  CHECK(tidemark::digits_value(bytes("01234567")) == 1234567);
  CHECK(tidemark::digits_value(bytes("99999999")) == 99999999);
  CHECK(tidemark::digits_value(bytes("00000000")) == 0);
  for (std::size_t place = 0; place < 8; ++place)
    for (int c = 0; c < 256; ++c) {
      std::string text = "55555555";
      text[place] = static_cast<char>(static_cast<unsigned char>(c));
      CHECK(tidemark::are_digits(bytes(text.c_str())) == (c >= '0' && c <= '9'));
    }
}
