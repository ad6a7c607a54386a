// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <tidemark/plan/functions/list.hpp>
#include <tidemark/plan/functions/logic.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/plan/functions/null.hpp>
#include <tidemark/plan/functions/text.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::printed;

namespace {

using numbers = std::vector<std::int64_t>;
using gaps = std::vector<std::optional<std::int64_t>>;
using lists =
    row<field<"xs", numbers>, field<"gaps", gaps>, field<"none", std::optional<numbers>>,
        field<"words", std::vector<std::string>>, field<"n", std::int32_t>, field<"maybe", std::optional<std::int64_t>>>;
template <class E>
using over = type_of<E, lists>;

static_assert(std::same_as<over<decltype(size("xs"_c))>, std::int32_t>);
static_assert(std::same_as<over<decltype(size("none"_c))>, std::optional<std::int32_t>>);
static_assert(std::same_as<over<decltype(element_at("xs"_c, 1))>, std::int64_t>);
static_assert(std::same_as<over<decltype(element_at("gaps"_c, 1))>, std::optional<std::int64_t>>);
static_assert(std::same_as<over<decltype(try_element_at("xs"_c, 1))>, std::optional<std::int64_t>>);
static_assert(std::same_as<over<decltype(try_element_at("gaps"_c, 1))>, std::optional<std::int64_t>>);
static_assert(std::same_as<over<decltype(array_contains("xs"_c, 1))>, bool>);
static_assert(std::same_as<over<decltype(array_contains("gaps"_c, 1))>, std::optional<bool>>);
static_assert(std::same_as<over<decltype(array_contains("xs"_c, "maybe"_c))>, std::optional<bool>>);
static_assert(std::same_as<over<decltype(reverse("none"_c))>, std::optional<numbers>>);

static_assert(std::same_as<over<decltype(size("n"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(size("maybe"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(element_at("xs"_c, "x"))>, no_operator>);
static_assert(std::same_as<over<decltype(try_element_at("n"_c, 1))>, no_operator>);
static_assert(std::same_as<over<decltype(array_contains("xs"_c, "x"))>, no_operator>);
static_assert(std::same_as<over<decltype(array_contains("n"_c, 1))>, no_operator>);
static_assert(std::same_as<over<decltype(reverse("n"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(size("other"_c))>, no_column>);

constexpr row<field<"three", std::array<std::int32_t, 3>>, field<"no", std::array<double, 0>>> fixed{{1, 2, 3}, {}};
static_assert(size("three"_c)(fixed) == 3 && size("no"_c)(fixed) == 0);
static_assert(element_at("three"_c, 1)(fixed) == 1 && element_at("three"_c, -1)(fixed) == 3 &&
              element_at("three"_c, -3)(fixed) == 1);
static_assert(array_contains("three"_c, 3.0)(fixed) && !array_contains("three"_c, 4u)(fixed) &&
              !array_contains("no"_c, 1)(fixed));

const lists some{{1, 2, 3}, {1, std::nullopt}, std::nullopt, {"a", "b"}, 2, std::nullopt};

}  // namespace

TEST_CASE("the size of a list") {
  CHECK(size("xs"_c)(some) == 3);
  CHECK(size("gaps"_c)(some) == 2);
  CHECK(size("none"_c)(some) == std::nullopt);
  CHECK(size("xs"_c)(lists{}) == 0);
}

TEST_CASE("element_at counts from 1, and from the end") {
  CHECK(element_at("xs"_c, 1)(some) == 1);
  CHECK(element_at("xs"_c, "n"_c + 1)(some) == 3);
  CHECK(element_at("xs"_c, -1)(some) == 3);
  CHECK(element_at("words"_c, -2)(some) == "a");
  CHECK(element_at("gaps"_c, 2)(some) == std::nullopt);
  CHECK(element_at("none"_c, 9)(some) == std::nullopt);
  CHECK(element_at("xs"_c, "maybe"_c)(some) == std::nullopt);
  for (const std::int64_t position : {std::int64_t{4}, std::int64_t{-4}, std::int64_t{0},
                                      (std::numeric_limits<std::int64_t>::min)(), (std::numeric_limits<std::int64_t>::max)()}) {
    CAPTURE(position);
    CHECK(failure_id(element_at("xs"_c, position), some) == "list_index_out_of_range");
  }
  CHECK(failure_id(element_at("xs"_c, 1), lists{}) == "list_index_out_of_range");
}

TEST_CASE("try_element_at gives null where there is no element") {
  CHECK(try_element_at("xs"_c, 3)(some) == 3);
  CHECK(try_element_at("xs"_c, 4)(some) == std::nullopt);
  CHECK(try_element_at("xs"_c, -3)(some) == 1);
  CHECK(try_element_at("xs"_c, -4)(some) == std::nullopt);
  CHECK(try_element_at("gaps"_c, 2)(some) == std::nullopt);
  CHECK(failure_id(try_element_at("xs"_c, 0), some) == "list_index_out_of_range");
}

TEST_CASE("array_contains is null where a null could be the value") {
  CHECK(array_contains("xs"_c, 2)(some));
  CHECK_FALSE(array_contains("xs"_c, 4)(some));
  CHECK(array_contains("gaps"_c, 1)(some) == true);
  CHECK(array_contains("gaps"_c, 2)(some) == std::nullopt);
  CHECK(array_contains("gaps"_c, 2)(lists{}) == false);
  CHECK(array_contains("none"_c, 2)(some) == std::nullopt);
  CHECK(array_contains("xs"_c, "maybe"_c)(some) == std::nullopt);
  CHECK(array_contains("words"_c, "b")(some));
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  CHECK(array_contains("d"_c, not_a_number)(row<field<"d", std::vector<double>>>{{1, not_a_number}}));
}

TEST_CASE("reverse turns lists and texts round") {
  CHECK(reverse("xs"_c)(some) == numbers{3, 2, 1});
  CHECK(reverse("gaps"_c)(some) == gaps{std::nullopt, 1});
  CHECK(reverse("none"_c)(some) == std::nullopt);
  CHECK(reverse("xs"_c)(lists{}).empty());
  const row<field<"s", std::string>> word{"Wörld😀"};
  CHECK(reverse("s"_c)(word) == "😀dlröW");
  CHECK(reverse(lit(""))(word) == "");
}

TEST_CASE("functions of lists print as in SQL") {
  CHECK(printed(size("xs"_c)) == "size(xs)");
  CHECK(printed(element_at("xs"_c, -1)) == "element_at(xs, -1)");
  CHECK(printed(array_contains("words"_c, "a")) == "array_contains(words, 'a')");
}

TEST_CASE("lists are made of values, ordered, freed of repetitions, cut and joined") {
  const lists given{{3, 1, 3}, {1, std::nullopt, 0, std::nullopt, 1}, std::nullopt, {"b", "", "a"}, 2, std::nullopt};
  static_assert(std::same_as<over<decltype(array("n"_c, 2.5))>, std::vector<double>>);
  static_assert(std::same_as<over<decltype(array("n"_c, "maybe"_c))>, std::vector<std::optional<std::int64_t>>>);
  static_assert(std::same_as<over<decltype(array("n"_c, "x"))>, no_operator>);
  static_assert(std::same_as<over<decltype(sort_array("none"_c))>, std::optional<numbers>>);
  static_assert(std::same_as<over<decltype(array_join("xs"_c, ","))>, no_operator>);
  CHECK(array("n"_c, "maybe"_c)(given) == gaps{2, std::nullopt});
  CHECK(array("n"_c)(given) == std::vector<std::int32_t>{2});

  CHECK(sort_array("xs"_c)(given) == numbers{1, 3, 3});
  CHECK(sort_array("gaps"_c)(given) == gaps{std::nullopt, std::nullopt, 0, 1, 1});
  CHECK(sort_array("gaps"_c, false)(given) == gaps{1, 1, 0, std::nullopt, std::nullopt});
  CHECK(sort_array("none"_c)(given) == std::nullopt);

  CHECK(array_distinct("xs"_c)(given) == numbers{3, 1});
  CHECK(array_distinct("gaps"_c)(given) == gaps{1, std::nullopt, 0});
  CHECK(array_distinct("no"_c)(fixed).empty());

  CHECK(slice("xs"_c, 2, 5)(given) == numbers{1, 3});
  CHECK(slice("xs"_c, -2, 1)(given) == numbers{1});
  CHECK(slice("xs"_c, 1, 0)(given).empty());
  CHECK(slice("xs"_c, 4, 1)(given).empty());
  CHECK(slice("xs"_c, -4, 1)(given).empty());
  CHECK(slice("three"_c, 3, 1)(fixed) == std::vector<std::int32_t>{3});
  CHECK(failure_id(slice("xs"_c, 0, 1), given) == "list_index_out_of_range");
  CHECK(failure_id(slice("xs"_c, 1, -1), given) == "slice_length_negative");

  CHECK(array_join("words"_c, ", ")(given) == "b, , a");
  using texts = row<field<"texts", std::vector<std::optional<std::string>>>>;
  const texts given_texts{{"a", std::nullopt, "b"}};
  CHECK(array_join("texts"_c, "-")(given_texts) == "a-b");
  CHECK(array_join("texts"_c, "-", "?")(given_texts) == "a-?-b");
  CHECK(array_join("texts"_c, "-")(texts{}) == "");
}

TEST_CASE("the least and the greatest of a list, and where a value stands") {
  const lists given{{3, 1, 3}, {1, std::nullopt, 0}, std::nullopt, {"b", "", "a"}, 2, std::nullopt};
  CHECK(array_min("xs"_c)(given) == 1);
  CHECK(array_max("gaps"_c)(given) == 1);
  CHECK(array_max("words"_c)(given) == "b");
  CHECK(array_min("no"_c)(fixed) == std::nullopt);
  CHECK(array_max("none"_c)(given) == std::nullopt);
  CHECK(array_position("xs"_c, 3)(given) == 1);
  CHECK(array_position("gaps"_c, 0)(given) == 3);
  CHECK(array_position("xs"_c, 4)(given) == 0);
  CHECK(array_position("xs"_c, "maybe"_c)(given) == std::nullopt);
  static_assert(std::same_as<over<decltype(array_min("xs"_c))>, std::optional<std::int64_t>>);
  static_assert(std::same_as<over<decltype(array_position("words"_c, 1))>, no_operator>);
}

// A std::vector<bool> has no bool to point at.
TEST_CASE("every function of lists takes lists of bool") {
  using flags = std::vector<bool>;
  using maybe_flags = std::vector<std::optional<bool>>;
  const row<field<"xs", flags>, field<"none", std::optional<flags>>, field<"gaps", maybe_flags>, field<"no", flags>,
            field<"two", std::array<bool, 2>>, field<"b", bool>, field<"i", std::int32_t>, field<"m", std::map<bool, bool>>>
      given{{true, false, true}, std::nullopt, {true, std::nullopt, false}, {}, {true, false}, true, 1, {{true, false}}};
  CHECK(size("xs"_c)(given) == 3);
  CHECK(element_at("xs"_c, 2)(given) == false);
  CHECK(element_at("none"_c, 2)(given) == std::nullopt);
  CHECK(try_element_at("xs"_c, -1)(given) == true);
  CHECK(try_element_at("xs"_c, 4)(given) == std::nullopt);
  CHECK("xs"_c["i"_c + 0](given) == false);
  CHECK("none"_c[1](given) == std::nullopt);
  CHECK(array_contains("xs"_c, "b"_c)(given));
  CHECK(array_contains("gaps"_c, false)(given) == true);
  CHECK_FALSE(array_contains("no"_c, "b"_c)(given));
  CHECK(array_position("xs"_c, false)(given) == 2);
  CHECK(array_min("xs"_c)(given) == false);
  CHECK(array_max("xs"_c)(given) == true);
  CHECK(array_min("gaps"_c)(given) == false);
  CHECK(array_max("gaps"_c)(given) == true);
  CHECK(array_max("no"_c)(given) == std::nullopt);
  CHECK(array_min("none"_c)(given) == std::nullopt);
  CHECK(array_min("two"_c)(given) == false);
  CHECK(array("b"_c, false)(given) == flags{true, false});
  CHECK(sort_array("xs"_c)(given) == flags{false, true, true});
  CHECK(sort_array("xs"_c, false)(given) == flags{true, true, false});
  CHECK(sort_array("gaps"_c)(given) == maybe_flags{std::nullopt, false, true});
  CHECK(sort_array("two"_c)(given) == std::array{false, true});
  CHECK(array_distinct("xs"_c)(given) == flags{true, false});
  CHECK(array_distinct("gaps"_c)(given) == maybe_flags{true, std::nullopt, false});
  CHECK(array_distinct("two"_c)(given) == flags{true, false});
  CHECK(slice("xs"_c, 2, 5)(given) == flags{false, true});
  CHECK(reverse("no"_c)(given) == flags{});
  CHECK(reverse(array("b"_c, false))(given) == flags{false, true});
  CHECK(map_keys("m"_c)(given) == flags{true});
  CHECK(map_values("m"_c)(given) == flags{false});
  CHECK(transform("xs"_c, [](auto x) { return !x; })(given) == flags{false, true, false});
  CHECK(filter("xs"_c, [](auto x) { return x; })(given) == flags{true, true});
  CHECK(exists("xs"_c, [](auto x) { return !x; })(given));
  CHECK(exists("gaps"_c, [](auto x) { return !x; })(given) == true);
}
