// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <tidemark/plan/functions/math.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/row/timestamp.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::printed;

namespace {

template <class A, class B = A>
using pair_of = row<field<"a", A>, field<"b", B>>;

constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)();
constexpr std::int64_t least_of_all = (std::numeric_limits<std::int64_t>::min)();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class E>
using over_bigint = type_of<E, pair_of<std::int64_t>>;
template <class E>
using over_text = type_of<E, pair_of<std::string>>;

double rounded_to(double value, std::int32_t places) { return round("a"_c, places)(pair_of<double>{value, 0}); }

// ---- Types

using a_type = column<"a">;
using b_type = column<"b">;
static_assert(std::same_as<over_bigint<decltype(abs("a"_c))>, std::int64_t>);
static_assert(std::same_as<over_bigint<decltype(round("a"_c))>, std::int64_t>);
static_assert(std::same_as<over_bigint<decltype(sign("a"_c))>, double>);
static_assert(std::same_as<over_bigint<decltype(floor("a"_c))>, std::int64_t>);
static_assert(std::same_as<type_of<decltype(ceil("a"_c)), pair_of<float>>, std::int64_t>);
static_assert(std::same_as<type_of<decltype(pmod("a"_c, "b"_c)), pair_of<std::int8_t, std::int32_t>>, std::int32_t>);
static_assert(std::same_as<type_of<decltype(div("a"_c, "b"_c)), pair_of<std::int8_t>>, std::int64_t>);
static_assert(std::same_as<type_of<decltype(try_add("a"_c, "b"_c)), pair_of<std::int8_t>>, std::optional<std::int8_t>>);
static_assert(std::same_as<over_bigint<decltype(try_divide("a"_c, 2))>, std::optional<double>>);
static_assert(std::same_as<over_bigint<decltype(sqrt("a"_c))>, double>);
static_assert(std::same_as<over_bigint<decltype(ln("a"_c))>, std::optional<double>>);
static_assert(std::same_as<type_of<decltype(abs("a"_c)), pair_of<std::optional<float>>>, std::optional<float>>);
static_assert(
    std::same_as<type_of<decltype(greatest("a"_c, "b"_c, 3)), pair_of<std::optional<int>, std::int64_t>>, std::int64_t>);
static_assert(std::same_as<type_of<decltype(least("a"_c, "b"_c)), pair_of<std::optional<int>>>, std::optional<int>>);
static_assert(std::same_as<type_of<decltype(least("a"_c, 0.5)), pair_of<std::int8_t>>, double>);
static_assert(std::same_as<over_text<decltype(greatest("a"_c, "x"))>, std::string>);
static_assert(std::same_as<type_of<decltype(least("a"_c, "b"_c)), pair_of<timestamp>>, timestamp>);

// ---- Operands that make no sense

static_assert(std::same_as<over_text<decltype(abs("a"_c))>, no_operator>);
static_assert(std::same_as<over_text<decltype(round("a"_c, 1))>, no_operator>);
static_assert(std::same_as<over_text<decltype(pmod("a"_c, 2))>, no_operator>);
static_assert(std::same_as<over_text<decltype(sqrt("a"_c))>, no_operator>);
static_assert(std::same_as<over_text<decltype(try_add("a"_c, 1))>, no_operator>);
static_assert(std::same_as<over_text<decltype(greatest("a"_c, 1))>, no_operator>);
static_assert(std::same_as<type_of<decltype(abs("a"_c)), pair_of<bool>>, no_operator>);
static_assert(std::same_as<type_of<decltype(div("a"_c, "b"_c)), pair_of<double>>, no_operator>);
static_assert(std::same_as<over_bigint<decltype(abs("other"_c))>, no_column>);
static_assert(std::same_as<over_bigint<decltype(greatest("a"_c, "other"_c))>, no_column>);

// ---- Values

constexpr pair_of<std::int64_t> sevens{-7, 7};
static_assert(abs("a"_c)(sevens) == 7 && abs("b"_c)(sevens) == 7);
static_assert(sign("a"_c)(sevens) == -1 && sign("b"_c)(sevens) == 1 && sign("b"_c)(pair_of<int>{}) == 0);
static_assert(abs("a"_c)(pair_of<std::uint8_t>{255, 0}) == 255);
static_assert(round("a"_c)(sevens) == -7 && round("a"_c, 3)(sevens) == -7);
static_assert(round("a"_c, -1)(pair_of<int>{25, 0}) == 30 && round("a"_c, -1)(pair_of<int>{-25, 0}) == -30);
static_assert(round("a"_c, -1)(pair_of<int>{24, 0}) == 20 && round("a"_c, -1)(pair_of<int>{4, 0}) == 0);
static_assert(round("a"_c, -1)(pair_of<int>{5, 0}) == 10);
static_assert(round("a"_c, -2)(pair_of<std::int8_t>{50, 0}) == 100 && round("a"_c, -2)(pair_of<std::int8_t>{49, 0}) == 0);
static_assert(round("a"_c, -18)(pair_of<std::int64_t>{most, 0}) == 9'000'000'000'000'000'000);
static_assert(round("a"_c, -20)(pair_of<std::int64_t>{most, 0}) == 0 && round("a"_c, -400)(sevens) == 0);
static_assert(pmod("a"_c, 3)(sevens) == 2 && pmod("b"_c, -3)(sevens) == 1 && pmod("a"_c, -3)(sevens) == -1);
static_assert(pmod("a"_c, -1)(pair_of<std::int64_t>{least_of_all, 0}) == 0);
static_assert(pmod("a"_c, 10u)(pair_of<std::uint32_t>{13, 0}) == 3);
static_assert(pmod("a"_c, "b"_c)(pair_of<std::int64_t>{-1, most}) == most - 1);
static_assert(div("a"_c, 2)(sevens) == -3 && div("b"_c, -2)(sevens) == -3 && div("a"_c, -2)(sevens) == 3);
static_assert(div("a"_c, 1)(pair_of<std::int64_t>{least_of_all, 0}) == least_of_all);
static_assert(div("a"_c, 2)(pair_of<std::uint64_t>{~std::uint64_t{0}, 0}) == most);
static_assert(floor("a"_c)(sevens) == -7 && ceil("a"_c)(sevens) == -7);

static_assert(try_add("a"_c, 1)(pair_of<std::int64_t>{most - 1, 0}) == most);
static_assert(try_add("a"_c, 1)(pair_of<std::int64_t>{most, 0}) == std::nullopt);
static_assert(try_add("a"_c, 1)(pair_of<std::optional<int>>{}) == std::nullopt);
static_assert(try_add("a"_c, 0.5)(pair_of<int>{1, 0}) == 1.5);
static_assert(try_subtract("a"_c, 2)(pair_of<std::int64_t>{-most, 0}) == std::nullopt);
static_assert(try_subtract("a"_c, 1)(pair_of<std::int64_t>{-most, 0}) == least_of_all);
static_assert(try_multiply("a"_c, 2)(pair_of<std::int32_t>{1'073'741'824, 0}) == std::nullopt);
static_assert(try_multiply("a"_c, 2)(pair_of<std::int32_t>{1'073'741'823, 0}) == 2'147'483'646);
static_assert(try_divide("b"_c, 2)(sevens) == 3.5 && try_divide("b"_c, 0)(sevens) == std::nullopt);
static_assert(try_mod("a"_c, 3)(sevens) == -1 && try_mod("a"_c, 0)(sevens) == std::nullopt);

using some = pair_of<std::optional<std::int64_t>, std::int64_t>;
static_assert(greatest("a"_c, "b"_c)(some{3, 5}) == 5 && least("a"_c, "b"_c)(some{3, 5}) == 3);
static_assert(greatest("a"_c, "b"_c)(some{std::nullopt, 5}) == 5 && least("b"_c, "a"_c)(some{std::nullopt, 5}) == 5);
static_assert(greatest("a"_c, "b"_c, 9)(some{3, 5}) == 9);
static_assert(greatest("a"_c, "b"_c)(pair_of<std::optional<int>>{}) == std::nullopt);
static_assert(greatest("a"_c, 1.0)(pair_of<double>{not_a_number, 0}) != 1.0 &&
              least("a"_c, 1.0)(pair_of<double>{not_a_number, 0}) == 1.0);

}  // namespace

TEST_CASE("round works on the decimal digits that a double shows") {
  CHECK(rounded_to(2.675, 2) == 2.68);
  CHECK(rounded_to(1.005, 2) == 1.01);
  CHECK(rounded_to(999.999, 2) == 1000.0);
  CHECK(rounded_to(-999.994, 2) == -999.99);
  CHECK(rounded_to(12345.678, -2) == 12300.0);
  CHECK(rounded_to(0.1, 400) == 0.1);
  CHECK(rounded_to(5e-6, 5) == 1e-5);
  CHECK(rounded_to(4e-6, 5) == 0.0);
  CHECK(rounded_to(1e-10, 5) == 0.0);
  CHECK(rounded_to(4.9e-324, 324) == 5e-324);
  CHECK(round("a"_c, 2)(pair_of<float>{2.675f, 0}) == 2.67f);  // as a double the float is 2.6749999…
}

TEST_CASE("round takes a half away from zero") {
  CHECK(rounded_to(0.49999999999999994, 0) == 0.0);
  CHECK(rounded_to(0.5, 0) == 1.0);
  CHECK(rounded_to(0.50000000000000011, 0) == 1.0);
  CHECK(rounded_to(2.5, 0) == 3.0);
  CHECK(rounded_to(-2.5, 0) == -3.0);
  CHECK(rounded_to(95, -1) == 100.0);
  CHECK(rounded_to(95, -2) == 100.0);
  CHECK(rounded_to(49, -2) == 0.0);
  CHECK(rounded_to(4, -1) == 0.0);
  CHECK(rounded_to(5, -1) == 10.0);
}

TEST_CASE("round keeps what has no digits, and gives zero without sign") {
  CHECK(std::isnan(rounded_to(not_a_number, 2)));
  CHECK(rounded_to(-infinity, 2) == -infinity);
  CHECK_FALSE(std::signbit(rounded_to(-0.4, 0)));
  CHECK_FALSE(std::signbit(rounded_to(-0.001, 2)));
  CHECK_FALSE(std::signbit(rounded_to(-0.0, 5)));
  CHECK(rounded_to(1e300, -299) == 1e300);
  CHECK(rounded_to(1.7976931348623157e308, -308) == infinity);
  CHECK(rounded_to(123.456, -5) == 0.0);
}

TEST_CASE("round of an integer refuses what does not fit") {
  CHECK(failure_id(round("a"_c, -1), pair_of<std::int32_t>{2'147'483'644, 0}) == "");
  CHECK(failure_id(round("a"_c, -1), pair_of<std::int32_t>{2'147'483'645, 0}) == "arithmetic_overflow");
  CHECK(failure_id(round("a"_c, -1), pair_of<std::int8_t>{127, 0}) == "arithmetic_overflow");
  CHECK(failure_id(round("a"_c, -19), pair_of<std::int64_t>{most, 0}) == "arithmetic_overflow");
}

TEST_CASE("floor and ceil give a BIGINT") {
  const auto floored = [](double value) { return floor("a"_c)(pair_of<double>{value, 0}); };
  const auto raised = [](double value) { return ceil("a"_c)(pair_of<double>{value, 0}); };
  CHECK(floored(-1.5) == -2);
  CHECK(floored(-0.5) == -1);
  CHECK(floored(1.5) == 1);
  CHECK(raised(-1.5) == -1);
  CHECK(raised(-0.5) == 0);
  CHECK(raised(1.5) == 2);
  CHECK(floored(not_a_number) == 0);
  CHECK(floored(9.2233720368547748e18) == 9'223'372'036'854'774'784);
  CHECK(floored(-9.2233720368547758e18) == least_of_all);
  CHECK(failure_id(floor("a"_c), pair_of<double>{9.2233720368547758e18, 0}) == "arithmetic_overflow");
  CHECK(failure_id(floor("a"_c), pair_of<double>{-9.3e18, 0}) == "arithmetic_overflow");
  CHECK(failure_id(ceil("a"_c), pair_of<double>{infinity, 0}) == "arithmetic_overflow");
  CHECK(failure_id(ceil("a"_c), pair_of<std::uint64_t>{~std::uint64_t{0}, 0}) == "arithmetic_overflow");
}

TEST_CASE("integer functions end the query where there is no result") {
  CHECK(failure_id(abs("a"_c), pair_of<std::int64_t>{least_of_all, 0}) == "arithmetic_overflow");
  CHECK(failure_id(abs("a"_c), pair_of<std::int8_t>{-128, 0}) == "arithmetic_overflow");
  CHECK(failure_id(abs("a"_c), pair_of<std::int8_t>{-127, 0}) == "");
  CHECK(failure_id(pmod("a"_c, 0), pair_of<std::int64_t>{1, 0}) == "divide_by_zero");
  CHECK(failure_id(pmod("a"_c, 0.0), pair_of<double>{1, 0}) == "divide_by_zero");
  CHECK(failure_id(div("a"_c, 0), pair_of<std::int64_t>{7, 0}) == "divide_by_zero");
  CHECK(failure_id(div("a"_c, -1), pair_of<std::int64_t>{least_of_all, 0}) == "arithmetic_overflow");
  CHECK(failure_id(div("a"_c, 1), pair_of<std::uint64_t>{~std::uint64_t{0}, 0}) == "arithmetic_overflow");
}

TEST_CASE("abs, sign and pmod of doubles") {
  CHECK_FALSE(std::signbit(abs("a"_c)(pair_of<double>{-0.0, 0})));
  CHECK(abs("a"_c)(pair_of<double>{-1.5, 0}) == 1.5);
  CHECK(std::isnan(abs("a"_c)(pair_of<double>{not_a_number, 0})));
  CHECK(std::signbit(sign("a"_c)(pair_of<double>{-0.0, 0})));
  CHECK(std::isnan(sign("a"_c)(pair_of<double>{not_a_number, 0})));
  CHECK(pmod("a"_c, 2)(pair_of<double>{-7.5, 0}) == 0.5);
}

TEST_CASE("powers and logarithms") {
  const auto of = [](double value) { return pair_of<double>{value, 0}; };
  CHECK(sqrt("a"_c)(of(4)) == 2);
  CHECK(std::isnan(sqrt("a"_c)(of(-1))));
  CHECK(pow("a"_c, 10)(of(2)) == 1024);
  CHECK(pow("a"_c, 0)(of(0)) == 1);
  CHECK(exp("a"_c)(of(0)) == 1);
  CHECK(ln("a"_c)(of(1)) == 0.0);
  CHECK(ln("a"_c)(of(0)) == std::nullopt);
  CHECK(ln("a"_c)(of(-1)) == std::nullopt);
  CHECK(log10("a"_c)(of(1000)) == 3.0);
  CHECK(log2("a"_c)(of(8)) == 3.0);
  CHECK(log2("a"_c)(of(0)) == std::nullopt);
  CHECK(log10("a"_c)(pair_of<std::optional<double>>{}) == std::nullopt);
}

TEST_CASE("greatest and least of texts go by their bytes") {
  const pair_of<std::string, std::optional<std::string>> texts{"a", "B"};
  CHECK(greatest("a"_c, "b"_c)(texts) == "a");
  CHECK(least("a"_c, "b"_c)(texts) == "B");
  CHECK(least("a"_c, "b"_c, "")(texts) == "");
}

TEST_CASE("the places of round may come from the row") {
  CHECK(round(2.675, "a"_c)(pair_of<std::int64_t>{2, 0}) == 2.68);
  CHECK(failure_id(round(1, "a"_c), pair_of<std::int64_t>{most, 0}) == "arithmetic_overflow");
  static_assert(std::same_as<over_bigint<decltype(round("a"_c, 1.5))>, no_operator>);
}

TEST_CASE("functions of numbers print as in SQL") {
  CHECK(printed(greatest("a"_c, 3)) == "greatest(a, 3)");
  CHECK(printed(round("a"_c, 2)) == "round(a, 2)");
  CHECK(printed(round("a"_c)) == "round(a)");
  CHECK(printed(div("a"_c, 2)) == "(a div 2)");
  CHECK(printed(abs("a"_c - 1)) == "abs((a - 1))");
}

TEST_CASE("what is no number is told apart, and replaced") {
  using one = row<field<"d", double>, field<"f", float>, field<"maybe", std::optional<double>>>;
  static_assert(std::same_as<type_of<decltype(is_nan("maybe"_c)), one>, bool>);
  static_assert(std::same_as<type_of<decltype(nanvl("f"_c, 0)), one>, double>);
  static_assert(std::same_as<type_of<decltype(nanvl("d"_c, "maybe"_c)), one>, std::optional<double>>);
  static_assert(std::same_as<type_of<decltype(is_nan("s"_c)), row<field<"s", std::string>>>, no_operator>);
  const one given{not_a_number, 1.5F, std::nullopt};
  CHECK(is_nan("d"_c)(given));
  CHECK(!is_nan("f"_c)(given));
  CHECK(!is_nan("maybe"_c)(given));
  CHECK(!is_nan(lit(infinity))(given));
  CHECK(nanvl("d"_c, 2)(given) == 2);
  CHECK(nanvl("f"_c, 2)(given) == 1.5);
  CHECK(nanvl("d"_c, "maybe"_c)(given) == std::nullopt);
  CHECK(nanvl("f"_c, "maybe"_c)(given) == 1.5);
  CHECK(nanvl("maybe"_c, 2)(given) == std::nullopt);
}
