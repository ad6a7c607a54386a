// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/row/timestamp.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::printed;

namespace {

using numbers = row<field<"n", std::optional<std::int64_t>>, field<"m", std::int32_t>, field<"d", double>>;
using texts = row<field<"s", std::optional<std::string>>, field<"t", std::string>, field<"v", std::string_view>>;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <class E>
using over_numbers = type_of<E, numbers>;
template <class E>
using over_texts = type_of<E, texts>;

// ---- Types

static_assert(std::same_as<over_numbers<decltype(is_null("n"_c))>, bool>);
static_assert(std::same_as<over_numbers<decltype(is_not_null("m"_c))>, bool>);
static_assert(std::same_as<over_numbers<decltype(is_null("other"_c))>, no_column>);
static_assert(std::same_as<over_numbers<decltype(coalesce("n"_c, null_of<std::int32_t>()))>, std::optional<std::int64_t>>);
static_assert(std::same_as<over_numbers<decltype(coalesce("n"_c, "m"_c))>, std::int64_t>);
static_assert(std::same_as<over_numbers<decltype(coalesce("n"_c, 0.5))>, double>);
static_assert(std::same_as<over_numbers<decltype(coalesce("m"_c, "n"_c))>, std::int64_t>);
static_assert(std::same_as<over_numbers<decltype(coalesce("n"_c, "none"))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(coalesce("n"_c, "other"_c))>, no_column>);
static_assert(std::same_as<over_texts<decltype(coalesce("s"_c, "none"))>, std::string>);
static_assert(std::same_as<over_texts<decltype(coalesce("v"_c, "none"))>, std::string_view>);
static_assert(std::same_as<over_numbers<decltype(null_if("m"_c, 0))>, std::optional<std::int32_t>>);
static_assert(std::same_as<over_numbers<decltype(null_if("m"_c, "x"))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(eq_null_safe("n"_c, 1))>, bool>);
static_assert(std::same_as<over_numbers<decltype(eq_null_safe("n"_c, "x"))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(null_of<double>())>, std::optional<double>>);
static_assert(std::same_as<over_numbers<decltype(null_of<std::optional<double>>())>, std::optional<double>>);
static_assert(std::same_as<over_numbers<decltype(lit(std::int8_t{3}))>, std::int8_t>);
static_assert(std::same_as<over_numbers<decltype("n"_c + null_of<std::int32_t>())>, std::optional<std::int64_t>>);

// ---- Values

constexpr numbers known{5, 7, not_a_number};
constexpr numbers unknown{std::nullopt, 7, 0.0};
static_assert(!is_null("n"_c)(known) && is_null("n"_c)(unknown) && !is_null("m"_c)(unknown));
static_assert(is_not_null("n"_c)(known) && !is_not_null("n"_c)(unknown) && is_not_null("m"_c)(unknown));
static_assert(is_null("n"_c + 1)(unknown) && !is_null("d"_c)(known));

static_assert(coalesce("n"_c, "m"_c)(known) == 5 && coalesce("n"_c, "m"_c)(unknown) == 7);
static_assert(coalesce("m"_c, "n"_c)(unknown) == 7);
static_assert(coalesce("n"_c, null_of<std::int32_t>())(unknown) == std::nullopt);
static_assert(coalesce("n"_c, null_of<std::int32_t>(), 2)(unknown) == 2);
static_assert(coalesce("n"_c, 0.5)(known) == 5.0 && coalesce("n"_c, 0.5)(unknown) == 0.5);
static_assert(coalesce("n"_c)(unknown) == std::nullopt && coalesce("m"_c)(unknown) == 7);

static_assert(null_if("m"_c, 7)(known) == std::nullopt && null_if("m"_c, 8)(known) == 7);
static_assert(null_if("n"_c, 5)(unknown) == std::nullopt && null_if("m"_c, "n"_c)(unknown) == 7);
static_assert(null_if("d"_c, not_a_number)(known) == std::nullopt);
static_assert(null_if("m"_c, 7.0)(known) == std::nullopt);

static_assert(eq_null_safe("n"_c, 5)(known) && !eq_null_safe("n"_c, 6)(known) && !eq_null_safe("n"_c, 5)(unknown));
static_assert(eq_null_safe("n"_c, null_of<int>())(unknown) && !eq_null_safe("n"_c, null_of<int>())(known));
static_assert(!eq_null_safe("m"_c, null_of<int>())(known) && eq_null_safe("d"_c, not_a_number)(known));

static_assert(is_null(null_of<timestamp>())(known) && lit(3)(known) == 3);

// The test of a value keeps its meaning beside the function of the same name.
static_assert(is_null(std::optional<int>{}) && !is_null(1));

}  // namespace

TEST_CASE("coalesce evaluates nothing behind the first value that is there") {
  const auto fails = "m"_c / 0;
  CHECK(failure_id(coalesce("n"_c, fails), known) == "");
  CHECK(failure_id(coalesce("n"_c, fails), unknown) == "divide_by_zero");
}

TEST_CASE("coalesce of integers of different sign refuses what their common type cannot hold") {
  using mixed = row<field<"u", std::uint64_t>, field<"i", std::optional<std::int64_t>>>;
  CHECK(coalesce("i"_c, "u"_c)(mixed{7, std::nullopt}) == 7);
  CHECK(failure_id(coalesce("i"_c, "u"_c), mixed{~std::uint64_t{0}, std::nullopt}) == "arithmetic_overflow");
}

TEST_CASE("texts in place of null") {
  const texts row_of_nulls{std::nullopt, "", "view"};
  CHECK(coalesce("s"_c, "none")(row_of_nulls) == "none");
  CHECK(coalesce("s"_c, "t"_c)(row_of_nulls) == "");
  CHECK(coalesce("s"_c, "v"_c)(row_of_nulls) == "view");
  CHECK(coalesce("s"_c, "none")(texts{"", "", ""}) == "");
  CHECK(null_if("t"_c, "")(row_of_nulls) == std::nullopt);
  CHECK(null_if("v"_c, "t"_c)(row_of_nulls) == "view");
  CHECK(eq_null_safe("s"_c, "t"_c)(texts{"x", "x", ""}));
  CHECK_FALSE(eq_null_safe("s"_c, "t"_c)(row_of_nulls));
}

TEST_CASE("functions about null print as in SQL") {
  CHECK(printed(is_null("n"_c)) == "(n is null)");
  CHECK(printed(is_not_null("n"_c + 1)) == "((n + 1) is not null)");
  CHECK(printed(coalesce("n"_c, 0)) == "coalesce(n, 0)");
  CHECK(printed(null_if("n"_c, 0)) == "nullif(n, 0)");
  CHECK(printed(eq_null_safe("n"_c, null_of<int>())) == "(n <=> null)");
  CHECK(printed(lit("x")) == "'x'");
}

TEST_CASE("one of two values by whether a third is null") {
  using one =
      row<field<"there", std::optional<std::string>>, field<"none", std::optional<std::string>>, field<"i", std::int32_t>>;
  const one given{"x", std::nullopt, 4};
  static_assert(std::same_as<type_of<decltype(nvl2("there"_c, "i"_c, 2.5)), one>, double>);
  static_assert(std::same_as<type_of<decltype(nvl2("there"_c, "i"_c, null_of<int>())), one>, std::optional<std::int32_t>>);
  static_assert(std::same_as<type_of<decltype(nvl2("there"_c, "i"_c, "x")), one>, no_operator>);
  static_assert(std::same_as<type_of<decltype(nvl2("other"_c, "i"_c, 1)), one>, no_column>);
  CHECK(nvl2("there"_c, "i"_c, 2.5)(given) == 4);
  CHECK(nvl2("none"_c, "i"_c, 2.5)(given) == 2.5);
  CHECK(nvl2("there"_c, 1, 1 / ("i"_c - 4))(given) == 1);
}
