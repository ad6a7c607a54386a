// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tidemark/plan/functions/arithmetic.hpp>
#include <tidemark/plan/functions/comparison.hpp>
#include <tidemark/plan/functions/conditional.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/functions/null.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::printed;

namespace {

using values = row<field<"n", std::int64_t>, field<"maybe", std::optional<std::int32_t>>, field<"ok", std::optional<bool>>>;
using numbers = row<field<"n", std::int64_t>, field<"maybe", std::optional<std::int32_t>>, field<"ok", std::optional<bool>>,
                    field<"s", std::string>>;
template <class E>
using over_numbers = type_of<E, numbers>;

constexpr auto is_low = "n"_c < 0;
constexpr auto is_high = "n"_c > 9;

// ---- Types: null without otherwise, the common type of all values

static_assert(std::same_as<over_numbers<decltype(when(is_low, 1))>, std::optional<int>>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).otherwise(2))>, int>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).otherwise("n"_c))>, std::int64_t>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).when(is_high, 0.5).otherwise("n"_c))>, double>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, "maybe"_c).otherwise("n"_c))>, std::optional<std::int64_t>>);
static_assert(
    std::same_as<over_numbers<decltype(when(is_low, 1).when(is_high, "maybe"_c).otherwise(0))>, std::optional<std::int32_t>>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, "low").otherwise("high"))>, std::string_view>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, "low").otherwise("s"_c))>, std::string>);
static_assert(std::same_as<over_numbers<decltype(when("ok"_c, 1).otherwise(null_of<int>()))>, std::optional<int>>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, when(is_high, 1)).otherwise(2))>, std::optional<int>>);

static_assert(std::same_as<over_numbers<decltype(when("n"_c, 1).otherwise(2))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).otherwise("text"))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).when("s"_c, 2))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).when(is_high, "text"))>, no_operator>);
static_assert(std::same_as<over_numbers<decltype(when("other"_c, 1))>, no_column>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, "other"_c))>, no_column>);
static_assert(std::same_as<over_numbers<decltype(when(is_low, 1).otherwise("other"_c))>, no_column>);
static_assert(std::same_as<over_numbers<decltype(when("s"_c < 3, 1))>, no_operator>);

static_assert(decltype(when(is_low, 1).when("ok"_c, "maybe"_c).otherwise("n"_c))::columns::size == 3);

// ---- Values

constexpr auto grade = when(is_low, 1).when(is_high, 3).otherwise(2);
constexpr auto open_grade = when(is_low, 1).when(is_high, "maybe"_c);
constexpr values with(std::int64_t n) { return {n, 5, std::nullopt}; }
static_assert(grade(with(-1)) == 1 && grade(with(0)) == 2 && grade(with(9)) == 2 && grade(with(10)) == 3);
static_assert(open_grade(with(-1)) == 1 && open_grade(with(0)) == std::nullopt && open_grade(with(10)) == 5);
static_assert(when("ok"_c, 1).otherwise(2)(with(0)) == 2);  // null is not true
static_assert(when(is_low || is_null("ok"_c), 1)(with(0)) == 1);
static_assert(when(is_low, "maybe"_c).otherwise("n"_c)(with(-1)) == 5);
static_assert((when(is_low, 1).otherwise(2) + 1)(with(0)) == 3);

}  // namespace

TEST_CASE("only the value of the first true condition is evaluated") {
  const auto fails = "n"_c / 0;
  CHECK(failure_id(when(is_low, 1.0).otherwise(fails), with(-1)) == "");
  CHECK(failure_id(when(is_low, 1.0).otherwise(fails), with(0)) == "divide_by_zero");
  CHECK(failure_id(when(is_low, fails).otherwise(1.0), with(0)) == "");
  CHECK(failure_id(when(is_low, 1.0).when(fails > 0, 2.0), with(-1)) == "");
  CHECK(failure_id(when(is_low, 1.0).when(fails > 0, 2.0), with(0)) == "divide_by_zero");
}

TEST_CASE("a choice among texts") {
  const auto size = when(is_low, "low").when(is_high, "s"_c).otherwise("");
  numbers row{10, 5, std::nullopt, "a text that is longer than any buffer inside"};
  CHECK(size(row) == "a text that is longer than any buffer inside");
  tidemark::get<"n">(row) = -1;
  CHECK(size(row) == "low");
  tidemark::get<"n">(row) = 1;
  CHECK(size(row) == "");
}

TEST_CASE("a choice prints its branches and can have a name") {
  CHECK(printed(grade) == "case when (n < 0) then 1 when (n > 9) then 3 else 2 end");
  CHECK(printed(open_grade) == "case when (n < 0) then 1 when (n > 9) then maybe end");
  CHECK(printed(open_grade.as("grade"_c)) == "case when (n < 0) then 1 when (n > 9) then maybe end as grade");
}
