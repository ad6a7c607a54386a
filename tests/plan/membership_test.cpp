// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include <tidemark/plan/functions/membership.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::printed;

namespace {

using values =
    row<field<"n", std::int32_t>, field<"maybe", std::optional<std::int64_t>>, field<"s", std::string>, field<"d", double>>;
template <class E>
using over = type_of<E, values>;

static_assert(std::same_as<over<decltype(is_in("n"_c, 1, 2))>, bool>);
static_assert(std::same_as<over<decltype(is_in("n"_c, 1, "maybe"_c))>, std::optional<bool>>);
static_assert(std::same_as<over<decltype(is_in(1, "n"_c))>, bool>);
static_assert(std::same_as<over<decltype(between("maybe"_c, 1, 2))>, std::optional<bool>>);
static_assert(std::same_as<over<decltype(between("s"_c, "a", "b"))>, bool>);
static_assert(std::same_as<over<decltype(is_in("n"_c, "x"))>, no_operator>);
static_assert(std::same_as<over<decltype(between("n"_c, 1, "s"_c))>, no_operator>);
static_assert(std::same_as<over<decltype(is_in("other"_c, 1))>, no_column>);

const values one{7, std::nullopt, "b", std::numeric_limits<double>::quiet_NaN()};

}  // namespace

TEST_CASE("a value is one of several") {
  CHECK(is_in("n"_c, 1, 7)(one));
  CHECK(!is_in("n"_c, 1, 8)(one));
  CHECK(is_in("n"_c, 7u, std::int64_t{9})(one));
  CHECK(is_in("s"_c, "a", std::string("b"))(one));
  CHECK(is_in("d"_c, std::numeric_limits<double>::quiet_NaN())(one));
}

TEST_CASE("null is in nothing, and only if no other value is it, it could be it") {
  CHECK(is_in("maybe"_c, 1, 7)(one) == std::nullopt);
  CHECK(is_in("n"_c, 7, "maybe"_c)(one) == true);
  CHECK(is_in("n"_c, "maybe"_c, 8)(one) == std::nullopt);
}

TEST_CASE("a value lies between two, both included") {
  CHECK(!between("n"_c, 8, 9)(one));
  CHECK(between("n"_c, 7, 9)(one));
  CHECK(between("n"_c, 5, 7)(one));
  CHECK(!between("n"_c, 5, 6)(one));
  CHECK(!between("n"_c, 9, 5)(one));
  CHECK(between("s"_c, "a", "b")(one));
  CHECK(!between("d"_c, 0, 1e308)(one));
}

TEST_CASE("an end that is null decides only where the other does not") {
  CHECK(between("maybe"_c, 1, 2)(one) == std::nullopt);
  CHECK(between("n"_c, "maybe"_c, 9)(one) == std::nullopt);
  CHECK(between("n"_c, "maybe"_c, 6)(one) == false);
  CHECK(between("n"_c, 8, "maybe"_c)(one) == false);
}

TEST_CASE("membership prints as in SQL") {
  CHECK(printed(is_in("n"_c, 1, 2)) == "(n in (1, 2))");
  CHECK(printed(between("n"_c, 1, "maybe"_c)) == "(n between 1 and maybe)");
}
