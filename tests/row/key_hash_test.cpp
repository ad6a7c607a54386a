// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "row/random_values.hpp"

#include <tidemark/row/key_hash.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace std::string_view_literals;
using tidemark::field;
using tidemark::key_hash;
using tidemark::key_hash_of;

using number_and_text = tidemark::row<field<"a", std::int32_t>, field<"b", std::string>>;
using text_and_number = tidemark::row<field<"a", std::string>, field<"b", std::int64_t>>;

}  // namespace

// The figures were computed by another program from the definition in row/README.md. State on disk depends on them.
TEST_CASE("the hash of a key is the documented one") {
  CHECK(key_hash(""sv) == 0xdc01bdf914c5c9b1);
  std::string counting;
  for (int i = 0; i < 48; ++i) counting.push_back(static_cast<char>(i));
  CHECK(key_hash(counting) == 0x26a5ff55b0fd8dea);

  CHECK(key_hash_of(std::int64_t{0}) == 0x5294fa3afcb7b8a6);
  CHECK(key_hash_of(std::int64_t{1}) == 0x269f5269306ca1aa);
  CHECK(key_hash_of(std::int64_t{-1}) == 0x7496f75827950a6c);
  CHECK(key_hash_of((std::numeric_limits<std::int64_t>::min)()) == 0x3f939da793b3a67a);
  CHECK(key_hash_of((std::numeric_limits<std::int64_t>::max)()) == 0xb8a0dbaccc0f6cb5);
  CHECK(key_hash_of(tidemark::timestamp{1}) == 0x269f5269306ca1aa);
  CHECK(key_hash_of(std::int32_t{7}) == 0x68380664355516b8);
  CHECK(key_hash_of(""sv) == 0xd918b9263a84714d);
  CHECK(key_hash_of("a"sv) == 0x65f34ca7ab0fd5e3);
  CHECK(key_hash_of("ann"sv) == 0x54054fb13c3a544d);
  CHECK(key_hash_of(std::string("user-12345")) == 0x1e3bf15241b68879);
  CHECK(key_hash_of("a\0b"sv) == 0xc2b8947f1d3292e4);
  CHECK(key_hash_of(std::optional<std::int64_t>{}) == 0x3a5275bedc8832ce);
  CHECK(key_hash_of(std::optional<std::int64_t>{1}) == 0x98380fef37908190);
  CHECK(key_hash_of(number_and_text{7, "ann"}) == 0x268b7b81a329cdd7);
  CHECK(key_hash_of(text_and_number{"ann", 1}) == 0x2df90f14f7fbbaa3);
  CHECK(key_hash_of(tidemark::time_window{tidemark::timestamp{0}, tidemark::timestamp{10'000'000}}) == 0x3855572d7306b0df);
}

TEST_CASE("a partition is the rest of the hash by the count") {
  CHECK(tidemark::partition_of(key_hash_of("ann"sv), 1) == 0);
  CHECK(tidemark::partition_of(key_hash_of("ann"sv), 4) == 1);
  CHECK(tidemark::partition_of(key_hash_of("a"sv), 4) == 3);
  CHECK(tidemark::partition_of(0xffff'ffff'ffff'ffff, 10) == 5);
}

TEMPLATE_TEST_CASE("the hash straight from a random key is that of its bytes", "", bool, std::int16_t, std::int64_t, double,
                   std::string, tidemark::timestamp, tidemark::time_window, std::optional<std::string>,
                   std::vector<std::string>, (std::array<std::uint8_t, 5>), number_and_text, text_and_number) {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  for (int round = 0; round < 500; ++round) {
    const auto key = random_values::random<TestType>(from);
    REQUIRE(key_hash_of<TestType>(key) == key_hash(tidemark::encoded_key<TestType>(key)));
  }
}

TEST_CASE("bytes given in any pieces have the hash of the whole") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes(random_values::below(from, 64), '\0');
    for (char& byte : bytes) byte = static_cast<char>(from());
    tidemark::key_hasher hasher;
    for (std::size_t at = 0; at < bytes.size();) {
      const auto count = (std::min)(random_values::below(from, 20), bytes.size() - at);
      hasher.append(bytes.data() + at, count);
      at += count;
    }
    REQUIRE(hasher.hash() == key_hash(bytes));
  }
}

TEST_CASE("zeros at the end of a key count") {
  CHECK(key_hash("a"sv) != key_hash("a\0"sv));
  CHECK(key_hash(""sv) != key_hash("\0\0\0\0\0\0\0\0"sv));
}

TEST_CASE("numbers in a row, every hundredth number, and names spread evenly over partitions") {
  for (const std::size_t count : {2u, 3u, 4u, 7u, 8u, 64u}) {
    std::vector<int> numbers(count), hundreds(count), names(count);
    for (std::int64_t i = 0; i < 64'000; ++i) {
      ++numbers[tidemark::partition_of(key_hash_of(i), count)];
      ++hundreds[tidemark::partition_of(key_hash_of(100 * i), count)];
      ++names[tidemark::partition_of(key_hash_of("user-" + std::to_string(i)), count)];
    }
    // Six standard deviations of an even spread.
    const double mean = 64'000.0 / static_cast<double>(count);
    for (std::size_t partition = 0; partition < count; ++partition) {
      CHECK(std::abs(numbers[partition] - mean) < 6 * std::sqrt(mean));
      CHECK(std::abs(hundreds[partition] - mean) < 6 * std::sqrt(mean));
      CHECK(std::abs(names[partition] - mean) < 6 * std::sqrt(mean));
    }
  }
}
