// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "row/random_values.hpp"

#include <tidemark/row/codec.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace fleet {

enum class side : std::int8_t { left = -1, right = 1 };

struct place {
  std::string city;
  std::int32_t number;
  friend auto operator<=>(const place&, const place&) = default;
};

}  // namespace fleet
BOOST_HANA_ADAPT_STRUCT(fleet::place, city, number);

namespace {

using namespace std::string_view_literals;
using tidemark::encoded_key;
using tidemark::field;
using tidemark::key_codec;

template <class T>
T decoded(std::string_view bytes) {
  const std::unique_ptr<char[]> exact(new char[bytes.size()]);
  bytes.copy(exact.get(), bytes.size());
  const char* from = exact.get();
  T key = key_codec<T>::decode(from, exact.get() + bytes.size());
  REQUIRE(from == exact.get() + bytes.size());
  return key;
}

using pair_row = tidemark::row<field<"a", std::optional<std::string>>, field<"b", std::int32_t>>;
using fixed_row = tidemark::row<field<"a", std::uint8_t>, field<"b", std::int16_t>>;

// The order of values as the language has it, told apart from bytes; rows have none of their own.
template <class T>
std::partial_ordering order(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    const bool a_is_nan = a != a;
    const bool b_is_nan = b != b;
    if (a_is_nan || b_is_nan) return a_is_nan <=> b_is_nan;
    return a <=> b;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return a.compare(b) <=> 0;
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    for (std::size_t i = 0; i < (std::min)(a.size(), b.size()); ++i)
      if (const auto first = order<double>(a[i], b[i]); first != 0) return first;
    return a.size() <=> b.size();
  } else if constexpr (std::is_same_v<T, pair_row> || std::is_same_v<T, fixed_row>) {
    using tidemark::get;
    if (const auto by_a = get<"a">(a) <=> get<"a">(b); by_a != 0) return by_a;
    return get<"b">(a) <=> get<"b">(b);
  } else {
    return a <=> b;
  }
}

static_assert(key_codec<fixed_row>::fixed_size == 3);
static_assert(tidemark::EncodableKey<std::vector<std::optional<fleet::place>>>);
static_assert(!tidemark::EncodableKey<std::map<int, int>>, "maps have no order that bytes could keep");
static_assert(!tidemark::EncodableKey<std::vector<std::map<int, int>>>);

}  // namespace

TEST_CASE("keys have exactly the stored forms that the documentation lists") {
  CHECK(encoded_key(false) == "\x00"sv);
  CHECK(encoded_key(true) == "\x01"sv);
  CHECK(encoded_key(std::int8_t{-1}) == "\x7f"sv);
  CHECK(encoded_key(std::int16_t{1}) == "\x80\x01"sv);
  CHECK(encoded_key(std::uint32_t{0x01020304}) == "\x01\x02\x03\x04"sv);
  CHECK(encoded_key((std::numeric_limits<std::int64_t>::min)()) == "\x00\x00\x00\x00\x00\x00\x00\x00"sv);
  CHECK(encoded_key(std::int64_t{1}) == "\x80\x00\x00\x00\x00\x00\x00\x01"sv);
  CHECK(encoded_key(1.0) == "\xbf\xf0\x00\x00\x00\x00\x00\x00"sv);
  CHECK(encoded_key(-1.0) == "\x40\x0f\xff\xff\xff\xff\xff\xff"sv);
  CHECK(encoded_key(0.0f) == "\x80\x00\x00\x00"sv);
  CHECK(encoded_key(std::numeric_limits<double>::quiet_NaN()) == "\xff\xf8\x00\x00\x00\x00\x00\x00"sv);
  CHECK(encoded_key(fleet::side::left) == "\x7f"sv);
  CHECK(encoded_key(std::string()) == "\x00\x01"sv);
  CHECK(encoded_key(std::string("ab")) == "ab\x00\x01"sv);
  CHECK(encoded_key("a\0b\0"sv) ==
        "a\x00\xff"
        "b\x00\xff\x00\x01"sv);
  CHECK(encoded_key(tidemark::timestamp{2}) == "\x80\x00\x00\x00\x00\x00\x00\x02"sv);
  CHECK(encoded_key(tidemark::time_window{tidemark::timestamp{1}, tidemark::timestamp{2}}) ==
        "\x80\x00\x00\x00\x00\x00\x00\x02\x80\x00\x00\x00\x00\x00\x00\x01"sv);
  CHECK(encoded_key(std::optional<std::string>{}) == "\x00"sv);
  CHECK(encoded_key(std::optional<std::string>{"a"}) ==
        "\x01"
        "a\x00\x01"sv);
  CHECK(encoded_key(std::vector<std::uint8_t>{5, 6}) == "\x01\x05\x01\x06\x00"sv);
  CHECK(encoded_key(std::vector<bool>{}) == "\x00"sv);
  CHECK(encoded_key(std::array<std::uint8_t, 2>{5, 6}) == "\x05\x06"sv);
  CHECK(encoded_key(fleet::place{"x", 1}) == "x\x00\x01\x80\x00\x00\x01"sv);
  CHECK(encoded_key(fixed_row{7, -1}) == "\x07\x7f\xff"sv);
}

TEST_CASE("all that is not a number is one key, and so are the two zeros") {
  const double other_nan = decoded<double>("\xff\xff\x00\x00\x00\x00\x00\x01"sv);
  REQUIRE(other_nan != other_nan);
  CHECK(encoded_key(other_nan) == encoded_key(std::numeric_limits<double>::quiet_NaN()));
  CHECK(encoded_key(-std::numeric_limits<double>::quiet_NaN()) == encoded_key(std::numeric_limits<double>::quiet_NaN()));
  CHECK(encoded_key(-0.0) == encoded_key(0.0));
  CHECK(encoded_key(-0.0f) == encoded_key(0.0f));
  CHECK_FALSE(std::signbit(decoded<double>(encoded_key(-0.0))));
}

TEST_CASE("a text key comes before those it begins, whatever follows in the row") {
  const pair_row shorter{"a", (std::numeric_limits<std::int32_t>::max)()};
  const pair_row longer{std::string("a\0", 2), (std::numeric_limits<std::int32_t>::min)()};
  CHECK(encoded_key(shorter) < encoded_key(longer));
}

TEST_CASE("text looked at and text owned have the same key") {
  CHECK(encoded_key("a\0\xff"sv) == encoded_key(std::string("a\0\xff", 3)));
}

TEMPLATE_TEST_CASE("the bytes of random keys are in the order of the keys, and bring them back", "", bool, std::int8_t,
                   std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, float,
                   double, std::string, tidemark::timestamp, tidemark::time_window, std::optional<std::string>,
                   std::optional<std::int64_t>, std::vector<std::string>, std::vector<std::vector<std::uint8_t>>,
                   std::vector<double>, (std::array<std::string, 2>), fleet::place, pair_row, fixed_row) {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  std::vector<TestType> keys;
  for (int i = 0; i < 150; ++i) keys.push_back(random_values::random<TestType>(from));
  std::vector<std::string> bytes;
  for (const TestType& key : keys) bytes.push_back(encoded_key<TestType>(key));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    REQUIRE(order<TestType>(decoded<TestType>(bytes[i]), keys[i]) == std::partial_ordering::equivalent);
    for (std::size_t length = 0; length < bytes[i].size(); ++length)
      REQUIRE_THROWS_AS(decoded<TestType>(std::string_view(bytes[i]).substr(0, length)), tidemark::error);
    for (std::size_t j = 0; j < keys.size(); ++j)
      REQUIRE((bytes[i].compare(bytes[j]) <=> 0) == order<TestType>(keys[i], keys[j]));
  }
}

TEST_CASE("bytes that are no key are an error") {
  CHECK_THROWS_AS(decoded<std::string>("a\x00\x02"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::string>("a\x00"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<bool>("\x02"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::optional<bool>>("\x02\x00"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::vector<bool>>("\x01\x01\x07"sv), tidemark::error);
}
