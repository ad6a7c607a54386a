// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tidemark/plan/functions/list.hpp>
#include <tidemark/plan/functions/nested.hpp>
#include <tidemark/plan/functions/text.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/time_window.hpp>

#include "catch2_any_version.hpp"
#include "plan/failing.hpp"

using namespace tidemark;
using namespace tidemark::literals;
using tidemark::testing::failure_id;
using tidemark::testing::failure_of;
using tidemark::testing::printed;

namespace {

struct inner {
  std::string text;
  std::optional<std::int32_t> maybe;
};
struct outer {
  inner sure;
  std::optional<inner> unsure;
  std::vector<std::int64_t> list;
  std::optional<std::vector<std::optional<std::int64_t>>> gaps;
};

using numbers = std::vector<std::int64_t>;
using rows =
    row<field<"a", outer>, field<"b", std::optional<outer>>, field<"i", std::int32_t>, field<"j", std::optional<std::int8_t>>,
        field<"flags", std::vector<bool>>, field<"three", std::array<std::int32_t, 3>>>;

template <class E>
using over = type_of<E, rows>;
template <class E>
using value_of = decltype(std::declval<const E&>()(std::declval<const rows&>()));

}  // namespace

BOOST_HANA_ADAPT_STRUCT(inner, text, maybe);
BOOST_HANA_ADAPT_STRUCT(outer, sure, unsure, list, gaps);

namespace {

// ---- Types: null as soon as a part of the way can be null

constexpr auto sure_text = "a"_c["sure"_c]["text"_c];
constexpr auto unsure_text = "a"_c["unsure"_c]["text"_c];
static_assert(std::same_as<over<decltype(sure_text)>, std::string>);
static_assert(std::same_as<over<decltype(unsure_text)>, std::optional<std::string>>);
static_assert(std::same_as<over<decltype("b"_c["sure"_c]["text"_c])>, std::optional<std::string>>);
static_assert(std::same_as<over<decltype("b"_c["sure"_c]["maybe"_c])>, std::optional<std::int32_t>>);
static_assert(std::same_as<over<decltype("a"_c["list"_c][0])>, std::int64_t>);
static_assert(std::same_as<over<decltype("a"_c["list"_c]["j"_c + 1])>, std::optional<std::int64_t>>);
static_assert(std::same_as<over<decltype("b"_c["gaps"_c]["i"_c + 0])>, std::optional<std::int64_t>>);
static_assert(std::same_as<over<decltype("flags"_c[0])>, bool>);
static_assert(std::same_as<over<decltype("three"_c[2])>, std::int32_t>);
static_assert(decltype("a"_c["list"_c]["i"_c + "j"_c])::columns::size == 3);
static_assert(same_name<decltype(sure_text)::key, "text">);

static_assert(std::same_as<over<decltype("a"_c["other"_c])>, no_operator>);
static_assert(std::same_as<over<decltype("i"_c["text"_c])>, no_operator>);
static_assert(std::same_as<over<decltype("i"_c[0])>, no_operator>);
static_assert(std::same_as<over<decltype("a"_c[0])>, no_operator>);
static_assert(std::same_as<over<decltype("a"_c["list"_c][0.5])>, no_operator>);
static_assert(std::same_as<over<decltype("a"_c["list"_c]["text"])>, no_operator>);
static_assert(std::same_as<over<decltype("other"_c["text"_c])>, no_column>);
static_assert(std::same_as<over<decltype("a"_c["list"_c]["other"_c + 1])>, no_column>);
static_assert(std::same_as<over<decltype("a"_c["other"_c]["text"_c])>, no_operator>);

// ---- What lies in the row is referred to, not copied

static_assert(std::same_as<value_of<decltype(sure_text)>, const std::string&>);
static_assert(
    std::same_as<value_of<decltype("a"_c["gaps"_c])>, const std::optional<std::vector<std::optional<std::int64_t>>>&>);
static_assert(std::same_as<value_of<decltype("a"_c["list"_c][0])>, const std::int64_t&>);
static_assert(std::same_as<value_of<decltype(unsure_text)>, std::optional<std::string>>);

// ---- Windows

using windows = row<field<"window", time_window>, field<"none", std::optional<time_window>>>;
constexpr windows minute{time_window{timestamp{0}, timestamp{60'000'000}}, std::nullopt};
static_assert("window"_c["start"_c](minute) == timestamp{0} && "window"_c["end"_c](minute) == timestamp{60'000'000});
static_assert("none"_c["end"_c](minute) == std::nullopt);
static_assert(std::same_as<type_of<decltype("window"_c["middle"_c]), windows>, no_operator>);

rows full() {
  const outer value{{"x", 1}, inner{"y", std::nullopt}, {1, 2, 3}, {{7, std::nullopt}}};
  return {value, value, 1, std::int8_t{0}, {true, false}, {10, 20, 30}};
}
rows empty() { return {outer{}, std::nullopt, 0, std::nullopt, {}, {}}; }

}  // namespace

TEST_CASE("members of structs") {
  CHECK(sure_text(full()) == "x");
  CHECK(unsure_text(full()) == "y");
  CHECK(unsure_text(empty()) == std::nullopt);
  CHECK("a"_c["sure"_c]["maybe"_c](full()) == 1);
  CHECK("a"_c["unsure"_c]["maybe"_c](full()) == std::nullopt);
  CHECK("b"_c["sure"_c]["text"_c](full()) == "x");
  CHECK("b"_c["sure"_c]["text"_c](empty()) == std::nullopt);
  CHECK("b"_c["unsure"_c]["text"_c](full()) == "y");
}

TEST_CASE("elements of lists, counted from 0") {
  CHECK("a"_c["list"_c][0](full()) == 1);
  CHECK("a"_c["list"_c]["i"_c + 1](full()) == 3);
  CHECK("b"_c["gaps"_c][0](full()) == 7);
  CHECK("b"_c["gaps"_c][1](full()) == std::nullopt);
  CHECK("b"_c["gaps"_c][5](empty()) == std::nullopt);
  CHECK("a"_c["list"_c]["j"_c + 0](empty()) == std::nullopt);
  CHECK("a"_c["list"_c]["j"_c + 0](full()) == 1);
  CHECK("flags"_c[0](full()));
  CHECK_FALSE("flags"_c[1](full()));
  CHECK("three"_c[2](full()) == 30);
}

TEST_CASE("an element that is not there ends the query") {
  CHECK(failure_id("a"_c["list"_c][2], full()) == "");
  CHECK(failure_id("a"_c["list"_c][3], full()) == "list_index_out_of_range");
  CHECK(failure_id("a"_c["list"_c][-1], full()) == "list_index_out_of_range");
  CHECK(failure_id("a"_c["list"_c][~std::uint64_t{0}], full()) == "list_index_out_of_range");
  CHECK(failure_id("flags"_c[2], full()) == "list_index_out_of_range");
  CHECK(failure_of("a"_c["list"_c][3], full()) ==
        "tidemark list_index_out_of_range: a list of 3 elements has none at 3, counted from 0; use try_element_at to get null, "
        "or "
        "look at size(...) before");
}

TEST_CASE("parts of values that are computed") {
  const row<field<"s", std::string>, field<"t", std::optional<std::string>>> words{"to be or", std::nullopt};
  CHECK(split("s"_c, " ")[1](words) == "be");
  CHECK(split("t"_c, " ")[1](words) == std::nullopt);
  CHECK(failure_id(split("s"_c, " ")[3], words) == "list_index_out_of_range");
}

TEST_CASE("parts print with dots and brackets, and can have another name") {
  CHECK(printed("a"_c["sure"_c]["text"_c]) == "a.sure.text");
  CHECK(printed("a"_c["list"_c]["i"_c + 1]) == "a.list[(i + 1)]");
  CHECK(printed("a"_c["list"_c][0].as("first"_c)) == "a.list[0] as first");
  CHECK(printed("a"_c["sure"_c].as("other"_c)) == "a.sure as other");
}
