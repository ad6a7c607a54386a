// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/state/distinct_values.hpp>

#include <catch2_any_version.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tidemark/formats/schema_text.hpp>
#include <tidemark/row/codec.hpp>
#include <tidemark/row/record.hpp>

namespace distinct_values_test {

enum class colour : std::uint8_t { red, green };
struct place {
  std::string street;
  std::optional<std::int32_t> number;
};

}  // namespace distinct_values_test

BOOST_HANA_ADAPT_STRUCT(distinct_values_test::place, street, number);

namespace distinct_values_test {
namespace {

namespace td = tidemark;

template <class T>
td::distinct_values<T> of(std::initializer_list<T> values) {
  td::distinct_values<T> all;
  for (const T& one : values) all.add(one);
  return all;
}

template <class T>
td::distinct_values<T> stored_and_read(const td::distinct_values<T>& values) {
  std::string bytes;
  td::codec<td::distinct_values<T>>::encode(bytes, values);
  const char* from = bytes.data();
  auto read = td::codec<td::distinct_values<T>>::decode(from, bytes.data() + bytes.size());
  CHECK(from == bytes.data() + bytes.size());
  return read;
}

}  // namespace
}  // namespace distinct_values_test

using namespace distinct_values_test;

TEST_CASE("each value is kept once, below, at and above the size from which there is an index") {
  for (const std::int64_t count : {0, 1, 3, 4, 5, 6, 17, 18, 19, 1'000}) {
    td::distinct_values<std::int64_t> values;
    for (int round = 0; round < 3; ++round)
      for (std::int64_t i = 0; i < count; ++i) values.add(i * 1'000'003);
    CHECK(values.size() == static_cast<std::size_t>(count));
    values.add(std::int64_t{-1});
    CHECK(values.size() == static_cast<std::size_t>(count) + 1);
  }
}

TEST_CASE("values that were stored and read back are known, whatever their number") {
  for (const std::int64_t count : {0, 1, 3, 4, 5, 500}) {
    td::distinct_values<std::string> values;
    for (std::int64_t i = 0; i < count; ++i) values.add("value " + std::to_string(i));
    auto read = stored_and_read(values);
    for (std::int64_t i = 0; i < count; ++i) read.add("value " + std::to_string(i));
    CHECK(read.size() == static_cast<std::size_t>(count));
    read.add(std::string("another"));
    CHECK(read.size() == static_cast<std::size_t>(count) + 1);
  }
}

TEST_CASE("the stored form is that of a list, in the order in which the values came") {
  std::string bytes;
  td::codec<td::distinct_values<std::int8_t>>::encode(bytes, of<std::int8_t>({5, 3, 5, 4}));
  CHECK(bytes == "\x03\x05\x03\x04");
  CHECK(td::type_text<td::distinct_values<std::int8_t>>() == "STRUCT<values: ARRAY<TINYINT>>");
}

TEST_CASE("texts are found by views of them") {
  td::distinct_values<std::string> values;
  for (int i = 0; i < 40; ++i) values.add(std::string_view("text " + std::to_string(i % 20)));
  CHECK(values.size() == 20);
}

TEST_CASE("all NaN are one value, and so are both zeros") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  auto values = of({nan, -nan, 0.0, -0.0});
  CHECK(values.size() == 2);
  for (int i = 1; i < 30; ++i) values.add(double(i));
  values.add(-nan);
  values.add(-0.0);
  CHECK(values.size() == 31);
}

TEST_CASE("values of any kind that can be a key") {
  CHECK(of({true, false, true}).size() == 2);
  CHECK(of({colour::red, colour::green, colour::red}).size() == 2);
  CHECK(of<std::vector<int>>({{1, 2}, {1}, {}, {1, 2}}).size() == 3);
  CHECK(of<place>({{"Elm", 1}, {"Elm", std::nullopt}, {"Elm", 1}, {"Oak", 1}}).size() == 3);
  td::distinct_values<place> many;
  for (int i = 0; i < 100; ++i) many.add(place{"Elm", i % 25 == 0 ? std::nullopt : std::optional(i % 25)});
  CHECK(many.size() == 25);
  CHECK(stored_and_read(of({true, false})).size() == 2);
}

TEST_CASE("merged are the values of both, each once") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 100; ++round) {
    td::distinct_values<std::int32_t> left;
    td::distinct_values<std::int32_t> right;
    std::set<std::int32_t> both;
    for (auto* side : {&left, &right})
      for (auto count = random() % 40; count > 0; --count) {
        const auto value = static_cast<std::int32_t>(random() % 60);
        side->add(value);
        both.insert(value);
      }
    left.merge(right);
    CHECK(left.size() == both.size());
  }
}
