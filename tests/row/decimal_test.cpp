// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/row/as_text.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/decimal.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace tidemark;

namespace {

template <class T>
std::string text_of(const T& value) {
  std::string text;
  append_as_text(text, value);
  return text;
}
template <class F>
std::string error_of(F&& f) {
  try {
    static_cast<void>(f());
  } catch (const error& problem) {
    return problem.id();
  }
  return "none";
}

using price = decimal<10, 2>;

// The shapes of results: the engine's.
template <int P, int S, int Q, int T>
struct of_two {
  using a = decimal<P, S>;
  using b = decimal<Q, T>;
  using sum = decltype(a{} + b{});
  using product = decltype(a{} * b{});
  using quotient = decltype(a{} / b{});
  using remainder = decltype(a{} % b{});
};
static_assert(std::same_as<of_two<10, 2, 10, 2>::sum, decimal<11, 2>>);
static_assert(std::same_as<of_two<10, 2, 5, 4>::sum, decimal<13, 4>>);
static_assert(std::same_as<of_two<38, 10, 38, 10>::sum, decimal<38, 9>>);
static_assert(std::same_as<of_two<38, 0, 38, 38>::sum, decimal<38, 6>>);
static_assert(std::same_as<of_two<20, 0, 4, 3>::product, decimal<25, 3>>);
static_assert(std::same_as<of_two<38, 18, 38, 18>::product, decimal<38, 6>>);
static_assert(std::same_as<of_two<10, 2, 10, 2>::quotient, decimal<23, 13>>);
static_assert(std::same_as<of_two<38, 18, 38, 18>::quotient, decimal<38, 6>>);
static_assert(std::same_as<of_two<10, 2, 5, 4>::remainder, decimal<5, 4>>);
static_assert(std::same_as<std::common_type_t<decimal<10, 2>, decimal<5, 4>>, decimal<12, 4>>);
static_assert(std::same_as<std::common_type_t<decimal<10, 2>, std::int64_t>, decimal<22, 2>>);
static_assert(std::same_as<std::common_type_t<float, decimal<10, 2>>, double>);

}  // namespace

TEST_CASE("a decimal shows all digits behind its point") {
  CHECK(text_of(price("1.1")) == "1.10");
  CHECK(text_of(price("-0.01")) == "-0.01");
  CHECK(text_of(price()) == "0.00");
  CHECK(text_of(decimal<3>("-7")) == "-7");
  CHECK(text_of(decimal<3, 3>("0.5")) == "0.500");
  CHECK(text_of(decimal<38>("99999999999999999999999999999999999999")) == "99999999999999999999999999999999999999");
  CHECK(text_of(decimal<38, 38>("-1e-38")) == "-0.00000000000000000000000000000000000001");
}

TEST_CASE("a text is read to the digits of the type, half away from zero") {
  CHECK(price(" +1.005 ") == price::from_units(101));
  CHECK(price("-1.005") == price::from_units(-101));
  CHECK(price("1.00499999999999999999999999999999999999999999") == price::from_units(100));
  CHECK(price("1.5e3") == price::from_units(150000));
  CHECK(price("150000E-5") == price::from_units(150));
  CHECK(price(".5") == price::from_units(50));
  CHECK(price("7.") == price::from_units(700));
  CHECK(price("0e999999999") == price());
  CHECK(price("1e-999999999") == price());
  CHECK(price("99999999.99") == price::from_units(9'999'999'999));
  CHECK(decimal<38>("12345678901234567890123456789012345678.5") == decimal<38>("12345678901234567890123456789012345679"));
  CHECK(decimal<38>("00000000000000000000000000000000000000000000000000007") == decimal<38>(7));
  for (const char* text : {"", ".", "-", "1x", "1e", "1e+", "1.2.3", "NaN", "Infinity", "0x1", "99999999.995", "100000000",
                           "1e8", "1e999999999", "- 1"})
    CHECK(error_of([&] { return price(text); }) == "cast_malformed");
}

TEST_CASE("sums and differences are exact, or rounded where 38 digits are not enough") {
  CHECK(text_of(price("99999999.99") + price("0.01")) == "100000000.00");
  CHECK(text_of(price("1.10") - decimal<5, 4>("1.1001")) == "-0.0001");
  CHECK(text_of(price("1.10") + 2) == "3.10");
  CHECK(text_of(2 - price("1.10")) == "0.90");
  const decimal<38, 10> most("9999999999999999999999999999.9999999999");
  CHECK(text_of(most - most) == "0.000000000");
  CHECK(text_of(most + decimal<38, 10>("0.0000000001")) == "10000000000000000000000000000.000000000");
  CHECK(text_of(decimal<38>("5") + decimal<38, 38>("-0.0000005")) == "5.000000");
  CHECK(text_of(decimal<38>("-5") + decimal<38, 38>("-0.0000005")) == "-5.000001");
  const decimal<38> end("99999999999999999999999999999999999999");
  CHECK(error_of([&] { return end + end; }) == "arithmetic_overflow");
  CHECK(error_of([&] { return -end - decimal<1>(1); }) == "arithmetic_overflow");
}

TEST_CASE("products, quotients and remainders") {
  CHECK(text_of(std::int64_t{250} * decimal<4, 3>("0.908")) == "227.000");
  CHECK(text_of(price("-1.10") * price("1.10")) == "-1.2100");
  CHECK(text_of(decimal<38, 18>("1.000000000000000001") * decimal<38, 18>("1.0000005")) == "1.000001");
  CHECK(text_of(decimal<38, 18>("1000000000000") * decimal<38, 18>("3")) == "3000000000000.000000");
  CHECK(error_of([] { return decimal<38, 18>("10000000000000000000") * decimal<38, 18>("10000000000000000000"); }) ==
        "arithmetic_overflow");
  CHECK(text_of(price("1.00") / price("3.00")) == "0.3333333333333");
  CHECK(text_of(price("-2.00") / price("3.00")) == "-0.6666666666667");
  CHECK(text_of(price("1.00") / 8) == "0.1250000000000");
  CHECK(text_of(decimal<38>("99999999999999999999999999999999") / decimal<38>(7)) == "14285714285714285714285714285714.142857");
  CHECK(error_of([] { return decimal<38>("100000000000000000000000000000000") / decimal<38>(1); }) == "arithmetic_overflow");
  CHECK(error_of([] { return price(1) / price(); }) == "divide_by_zero");
  CHECK(error_of([] { return price(1) % 0; }) == "divide_by_zero");
  CHECK(text_of(price("7.50") % price("2.00")) == "1.50");
  CHECK(text_of(price("-7.50") % price("2.00")) == "-1.50");
  CHECK(text_of(decimal<38>("10000000000000000000000000000000000001") % decimal<38, 37>("0.3")).substr(0, 4) == "0.20");
  CHECK(text_of(decimal<38, 37>("0.3") % decimal<38>("7")).substr(0, 4) == "0.30");
}

TEST_CASE("decimals are compared by value, with integers and floating-point numbers too") {
  CHECK(price("1.10") == decimal<5, 4>("1.1"));
  CHECK(price("1.10") < decimal<5, 4>("1.1001"));
  CHECK(price("-1.10") > decimal<5, 4>("-1.1001"));
  CHECK(price("2.00") == 2);
  CHECK(1 < price("1.01"));
  CHECK(price("0.50") == 0.5);
  CHECK(price("0.50") < std::numeric_limits<double>::quiet_NaN());
  CHECK(decimal<38>("99999999999999999999999999999999999999") > decimal<38, 38>("0.9"));
}

TEST_CASE("keys of decimals are 16 bytes in their order, and hash as the units") {
  const std::vector<price> ordered{price("-99999999.99"), price("-0.01"), price(),
                                   price("0.01"),         price("5"),     price("99999999.99")};
  std::vector<std::string> keys;
  for (const price& one : ordered) keys.push_back(encoded_key(one));
  CHECK(std::is_sorted(keys.begin(), keys.end()));
  CHECK(keys[2] == std::string("\x80", 1) + std::string(15, '\0'));
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    const char* from = keys[i].data();
    CHECK(key_codec<price>::decode(from, from + 16) == ordered[i]);
    std::string bytes;
    codec<price>::encode(bytes, ordered[i]);
    const char* at = bytes.data();
    CHECK(codec<price>::decode(at, at + 16) == ordered[i]);
  }
  std::string bytes;
  codec<price>::encode(bytes, price("-0.02"));
  CHECK(bytes == "\xfe" + std::string(15, '\xff'));
}

TEST_CASE("a decimal as a double is the nearest one") {
  CHECK(static_cast<double>(price("0.10")) == 0.1);
  CHECK(static_cast<double>(decimal<38, 19>("1234567890123456789.1234567890123456789")) ==
        1234567890123456789.1234567890123456789);
}
