// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "row/random_values.hpp"

#include <tidemark/row/codec.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shop {

enum class colour : std::uint8_t { red = 3, green = 4 };

struct price {
  std::int32_t amount;
  double discount;
  friend bool operator==(const price&, const price&) = default;
};
struct order {
  std::string customer;
  std::optional<std::string> note;
  price paid;
  std::vector<price> refunds;
  friend bool operator==(const order&, const order&) = default;
};
// Named in another order than declared, with a gap in memory, and with neither.
struct turned {
  std::int32_t second;
  std::int32_t first;
  friend bool operator==(const turned&, const turned&) = default;
};
struct gap {
  std::int8_t small;
  std::int32_t large;
  friend bool operator==(const gap&, const gap&) = default;
};
struct tight {
  std::int32_t first;
  std::int32_t second;
  friend bool operator==(const tight&, const tight&) = default;
};
struct not_adapted {};

}  // namespace shop
BOOST_HANA_ADAPT_STRUCT(shop::price, amount, discount);
BOOST_HANA_ADAPT_STRUCT(shop::turned, first, second);
BOOST_HANA_ADAPT_STRUCT(shop::gap, small, large);
BOOST_HANA_ADAPT_STRUCT(shop::tight, first, second);
BOOST_HANA_ADAPT_STRUCT(shop::order, customer, note, paid, refunds);

namespace {

using namespace std::string_view_literals;
using tidemark::codec;
using tidemark::field;

template <class T>
std::string encoded(const T& value) {
  std::string bytes;
  codec<T>::encode(bytes, value);
  return bytes;
}

template <class T>
T decoded(std::string_view bytes) {
  // A copy of exactly this size, so that the address sanitizer sees a read behind it.
  const std::unique_ptr<char[]> exact(new char[bytes.size()]);
  bytes.copy(exact.get(), bytes.size());
  const char* from = exact.get();
  T value = codec<T>::decode(from, exact.get() + bytes.size());
  REQUIRE(from == exact.get() + bytes.size());
  return value;
}

using numbers = tidemark::row<field<"a", std::int64_t>, field<"b", double>, field<"c", std::uint64_t>>;
using mixed = tidemark::row<field<"a", bool>, field<"b", std::string>, field<"c", std::optional<numbers>>>;

static_assert(codec<numbers>::fixed_size == 24);
static_assert(codec<shop::price>::fixed_size == 12, "no padding is stored");
static_assert(codec<std::array<std::int16_t, 3>>::fixed_size == 6);
static_assert(codec<tidemark::row<>>::fixed_size == 0);
static_assert(!tidemark::FixedWidth<codec<mixed>>);
static_assert(tidemark::Encodable<shop::order>);
static_assert(!tidemark::Encodable<shop::not_adapted>);
static_assert(!tidemark::Encodable<std::vector<std::optional<shop::not_adapted>>>);
static_assert(!tidemark::Encodable<tidemark::row<field<"x", shop::not_adapted>>>);
static_assert(!tidemark::Encodable<long double>);

}  // namespace

TEST_CASE("values have exactly the stored forms that the documentation lists") {
  CHECK(encoded(true) == "\x01"sv);
  CHECK(encoded(std::int8_t{-2}) == "\xfe"sv);
  CHECK(encoded(std::int16_t{0x0102}) == "\x02\x01"sv);
  CHECK(encoded(std::uint32_t{0x01020304}) == "\x04\x03\x02\x01"sv);
  CHECK(encoded(std::int64_t{-1}) == "\xff\xff\xff\xff\xff\xff\xff\xff"sv);
  CHECK(encoded(1.0) == "\x00\x00\x00\x00\x00\x00\xf0\x3f"sv);
  CHECK(encoded(-2.0f) == "\x00\x00\x00\xc0"sv);
  CHECK(encoded(shop::colour::green) == "\x04"sv);
  CHECK(encoded(std::string("ann")) ==
        "\x03"
        "ann"sv);
  CHECK(encoded("ann"sv) ==
        "\x03"
        "ann"sv);
  CHECK(encoded(std::string()) == "\x00"sv);
  CHECK(encoded(tidemark::timestamp{1}) == "\x01\x00\x00\x00\x00\x00\x00\x00"sv);
  CHECK(encoded(tidemark::time_window{tidemark::timestamp{1}, tidemark::timestamp{2}}) ==
        "\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00"sv);
  CHECK(encoded(std::optional<std::int8_t>{}) == "\x00"sv);
  CHECK(encoded(std::optional<std::int8_t>{7}) == "\x01\x07"sv);
  CHECK(encoded(std::vector<std::string>{"a", "bc"}) ==
        "\x02\x01"
        "a\x02"
        "bc"sv);
  CHECK(encoded(std::vector<bool>{true, false}) == "\x02\x01\x00"sv);
  CHECK(encoded(std::array<std::int8_t, 2>{1, 2}) == "\x01\x02"sv);
  CHECK(encoded(std::map<std::string, std::int8_t>{{"b", 2}, {"a", 1}}) ==
        "\x02\x01"
        "a\x01\x01"
        "b\x02"sv);
  CHECK(encoded(shop::price{1, 1.0}) == "\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\xf0\x3f"sv);
  CHECK(encoded(mixed{true, "x", std::nullopt}) == "\x01\x01x\x00"sv);
}

TEST_CASE("a length takes one byte up to 127, two up to 16383") {
  const std::string letters(16384, 'x');
  for (const auto& [length, head] : std::map<std::size_t, std::string_view>{
           {126, "\x7e"sv}, {127, "\x7f"sv}, {128, "\x80\x01"sv}, {16383, "\xff\x7f"sv}, {16384, "\x80\x80\x01"sv}}) {
    const std::string bytes = encoded(letters.substr(0, length));
    CHECK(bytes.size() == head.size() + length);
    CHECK(bytes.substr(0, head.size()) == head);
    CHECK(decoded<std::string>(bytes) == letters.substr(0, length));
  }
  char bytes[tidemark::max_length_bytes];
  const char* const end = tidemark::write_length(bytes, (std::numeric_limits<std::uint64_t>::max)());
  const char* from = bytes;
  CHECK(end - bytes == 10);
  CHECK(tidemark::length_bytes((std::numeric_limits<std::uint64_t>::max)()) == 10);
  CHECK(tidemark::read_length(from, end) == (std::numeric_limits<std::uint64_t>::max)());
}

TEST_CASE("encoding appends to what is there, and decoding goes on behind it") {
  std::string bytes = "before";
  codec<std::string>::encode(bytes, "one");
  codec<std::int32_t>::encode(bytes, 2);
  codec<shop::price>::encode(bytes, {3, 0.5});
  const char* from = bytes.data() + 6;
  const char* const end = bytes.data() + bytes.size();
  CHECK(codec<std::string>::decode(from, end) == "one");
  CHECK(codec<std::int32_t>::decode(from, end) == 2);
  CHECK(codec<shop::price>::decode(from, end) == shop::price{3, 0.5});
  CHECK(from == end);
}

TEST_CASE("a record comes back with its nested records, nulls and lists") {
  const shop::order order{"ann", std::nullopt, {12, 0.25}, {{1, 0.0}, {2, 1.0}}};
  CHECK(decoded<shop::order>(encoded(order)) == order);
  CHECK(decoded<shop::order>(encoded(shop::order{"", "gift", {0, 0.0}, {}})) == shop::order{"", "gift", {0, 0.0}, {}});
}

TEST_CASE("members are stored in the order in which they are named, without gaps, wherever they lie in memory") {
  CHECK(encoded(shop::turned{.second = 2, .first = 1}) == "\1\0\0\0\2\0\0\0"sv);
  CHECK(encoded(shop::tight{.first = 1, .second = 2}) == "\1\0\0\0\2\0\0\0"sv);
  CHECK(encoded(shop::gap{1, 2}) == "\1\2\0\0\0"sv);
  CHECK(decoded<shop::turned>("\1\0\0\0\2\0\0\0"sv) == shop::turned{.second = 2, .first = 1});
  CHECK(decoded<shop::tight>("\1\0\0\0\2\0\0\0"sv) == shop::tight{.first = 1, .second = 2});
  CHECK(decoded<shop::gap>("\1\2\0\0\0"sv) == shop::gap{1, 2});
}

TEST_CASE("a value that is not a number keeps its bits in a value") {
  CHECK(encoded(decoded<double>("\x01\x00\x00\x00\x00\x00\xf8\xff"sv)) == "\x01\x00\x00\x00\x00\x00\xf8\xff"sv);
  CHECK(encoded(-0.0) == "\x00\x00\x00\x00\x00\x00\x00\x80"sv);
}

TEMPLATE_TEST_CASE("random values come back from their bytes, and no part of the bytes is enough", "", bool, std::int8_t,
                   std::int64_t, std::uint16_t, std::uint64_t, std::string, tidemark::timestamp, tidemark::time_window,
                   std::optional<std::string>, std::vector<std::string>, std::vector<bool>, (std::array<std::string, 2>),
                   (std::map<std::string, std::vector<std::int32_t>>), shop::order, mixed) {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  for (int round = 0; round < 200; ++round) {
    const auto value = [&] {
      // Doubles are left out where values are compared: NaN is not equal to itself.
      if constexpr (std::is_same_v<TestType, shop::order>)
        return shop::order{random_values::random<std::string>(from),
                           random_values::random<std::optional<std::string>>(from),
                           {random_values::random<std::int32_t>(from), 0.5},
                           {{1, 2.0}}};
      else if constexpr (std::is_same_v<TestType, mixed>)
        return mixed{random_values::random<bool>(from), random_values::random<std::string>(from), numbers{1, 2.0, 3}};
      else return random_values::random<TestType>(from);
    }();
    const std::string bytes = encoded<TestType>(value);
    REQUIRE(bytes.size() == codec<TestType>::size(value));
    REQUIRE(decoded<TestType>(bytes) == value);
    for (std::size_t length = 0; length < bytes.size(); ++length)
      REQUIRE_THROWS_AS(decoded<TestType>(std::string_view(bytes).substr(0, length)), tidemark::error);
  }
}

TEST_CASE("damaged bytes are an error that says what to do, whatever they are") {
  try {
    decoded<std::string>(
        "\x05"
        "abc"sv);
    FAIL("the text is shorter than its length");
  } catch (const tidemark::error& damage) {
    CHECK(damage.id() == "state_damaged");
    CHECK(damage.what() ==
          "tidemark state_damaged: stored bytes end in the middle of a value; restore the checkpoint from a "
          "copy or start from a new one"sv);
  }
  CHECK_THROWS_AS(decoded<bool>("\x02"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::optional<bool>>("\xff"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::string>("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::string>("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::string>("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"sv), tidemark::error);
  CHECK_THROWS_AS(decoded<std::vector<std::int64_t>>("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv), tidemark::error);
  CHECK_THROWS_AS((decoded<std::map<int, int>>("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"sv)), tidemark::error);
}

TEST_CASE("random bytes are read or refused, never read beyond") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random_values::below(from, 40), '\0');
    for (char& byte : bytes) byte = static_cast<char>(from() >> (random_values::below(from, 2) * 7));
    const std::unique_ptr<char[]> exact(new char[bytes.size()]);
    bytes.copy(exact.get(), bytes.size());
    const char* at = exact.get();
    try {
      (void)codec<shop::order>::decode(at, exact.get() + bytes.size());
    } catch (const tidemark::error& damage) {
      REQUIRE(damage.id() == "state_damaged");
      ++refused;
    }
    REQUIRE(at <= exact.get() + bytes.size());
  }
  CHECK(refused > 1000);
}
