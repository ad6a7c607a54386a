// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#include <tidemark/state/memory_hash.hpp>

#include <catch2_any_version.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tidemark/row/record.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>
#include <tidemark/state/same_key.hpp>

namespace memory_hash_test {

struct reading {
  std::string sensor;
  double value;
};

enum class colour : std::uint8_t { red, green };

}  // namespace memory_hash_test

BOOST_HANA_ADAPT_STRUCT(memory_hash_test::reading, sensor, value);

namespace memory_hash_test {

using tidemark::field;
using tidemark::memory_hash;
using tidemark::row;
using tidemark::same_key;

template <class T>
std::uint64_t hash(const T& value) {
  return memory_hash<T>::of(value);
}

TEST_CASE("zero has one hash whatever its sign, and so has NaN") {
  CHECK(hash(0.0) == hash(-0.0));
  CHECK(hash(0.0F) == hash(-0.0F));
  CHECK(same_key(0.0, -0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(hash(nan) == hash(-nan));
  CHECK(hash(nan) == hash(std::nan("7")));
  CHECK(same_key(nan, -nan));
  CHECK_FALSE(same_key(nan, 0.0));
  CHECK(hash(1.0) != hash(2.0));
}

TEST_CASE("NaN is one value within optional, lists and rows too") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(same_key(std::optional(nan), std::optional(-nan)));
  CHECK(hash(std::optional(nan)) == hash(std::optional(-nan)));
  CHECK(same_key(std::vector{1.0, nan}, std::vector{1.0, -nan}));
  CHECK(hash(std::vector{1.0, nan}) == hash(std::vector{1.0, -nan}));
  CHECK(same_key(reading{"a", nan}, reading{"a", -nan}));
  CHECK(hash(reading{"a", nan}) == hash(reading{"a", -nan}));
}

TEST_CASE("null is a value of its own") {
  const std::optional<std::int64_t> null;
  CHECK(hash(null) != hash(std::optional<std::int64_t>(0)));
  CHECK(same_key(null, std::optional<std::int64_t>()));
  CHECK_FALSE(same_key(null, std::optional<std::int64_t>(0)));
  CHECK_FALSE(same_key(std::optional<std::int64_t>(0), null));
}

TEST_CASE("text has the same hash as string and as view, at every length around the steps of the hash") {
  const std::string text = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::set<std::uint64_t> hashes;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string_view view(text.data(), size);
    CHECK(memory_hash<std::string>::of(std::string(view)) == memory_hash<std::string_view>::of(view));
    hashes.insert(memory_hash<std::string_view>::of(view));
  }
  CHECK(hashes.size() == text.size() + 1);
}

TEST_CASE("every byte of a text counts") {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 7U, 8U, 9U, 15U, 16U, 17U, 31U, 32U, 33U, 52U}) {
    std::string text(size, 'x');
    const auto before = hash(text);
    for (std::size_t at = 0; at < size; ++at) {
      text[at] = 'y';
      INFO(size << " characters, changed at " << at);
      CHECK(hash(text) != before);
      text[at] = 'x';
    }
  }
}

TEST_CASE("texts of zeros differ by their length") {
  std::set<std::uint64_t> hashes;
  for (std::size_t size = 0; size <= 40; ++size) hashes.insert(hash(std::string(size, '\0')));
  CHECK(hashes.size() == 41);
}

TEST_CASE("a row and a view with the same columns have the same hash and are the same key") {
  using kept = row<field<"user", std::string>, field<"zone", std::int32_t>>;
  using seen = row<field<"user", std::string_view>, field<"zone", std::int32_t>>;
  CHECK(hash(kept{"ann", 3}) == hash(seen{"ann", 3}));
  CHECK(same_key(kept{"ann", 3}, seen{"ann", 3}));
  CHECK_FALSE(same_key(kept{"ann", 3}, seen{"ann", 4}));
  CHECK_FALSE(same_key(kept{"ann", 3}, seen{"bob", 3}));
}

TEST_CASE("each column of a row counts, for any number of columns") {
  using one = row<field<"a", std::int64_t>>;
  using two = row<field<"a", std::int64_t>, field<"b", std::int64_t>>;
  using three = row<field<"a", std::int64_t>, field<"b", std::int64_t>, field<"c", std::int32_t>>;
  CHECK(hash(one{5}) == hash(std::int64_t{5}));
  CHECK(hash(two{1, 2}) != hash(two{2, 1}));
  std::set<std::uint64_t> hashes;
  for (std::int64_t a = -1; a <= 1; ++a)
    for (std::int64_t b = -1; b <= 1; ++b)
      for (std::int32_t c = -1; c <= 1; ++c) hashes.insert(hash(three{a, b, c}));
  CHECK(hashes.size() == 27);
}

TEST_CASE("times, windows, enums, 128-bit numbers and lists are keys") {
  using tidemark::time_window;
  using tidemark::timestamp;
  CHECK(hash(timestamp{1}) != hash(timestamp{2}));
  CHECK(hash(time_window{timestamp{1}, timestamp{2}}) != hash(time_window{timestamp{2}, timestamp{1}}));
  CHECK(hash(colour::red) != hash(colour::green));
  __extension__ using wide = __int128;
  CHECK(hash(wide{1}) != hash(wide{1} << 64));
  CHECK(hash(std::vector<std::string>{"a", "bc"}) != hash(std::vector<std::string>{"ab", "c"}));
  CHECK(hash(std::array<std::int64_t, 2>{1, 2}) != hash(std::array<std::int64_t, 2>{2, 1}));
  CHECK(hash(std::vector<bool>{true, false}) != hash(std::vector<bool>{false, true}));
  CHECK(same_key(std::vector<std::int64_t>{1, 2}, std::vector<std::int64_t>{1, 2}));
  CHECK_FALSE(same_key(std::vector<std::int64_t>{1, 2}, std::vector<std::int64_t>{1}));
}

// What the table needs: the top bits choose a group, the low byte is the tag. 65 536 keys into 4096 groups or 256 tags.
template <class KeyOf>
void check_spread(KeyOf key_of) {
  std::vector<int> groups(4096);
  std::vector<int> tags(256);
  for (std::uint64_t i = 0; i < 65'536; ++i) {
    const auto key = key_of(i);
    const std::uint64_t one = hash(key);
    ++groups[one >> 52];
    ++tags[one & 255];
  }
  const auto [least_group, most_group] = std::minmax_element(groups.begin(), groups.end());
  const auto [least_tag, most_tag] = std::minmax_element(tags.begin(), tags.end());
  CHECK(*least_group >= 1);  // 16 expected; random hashes give 3 to 32
  CHECK(*most_group <= 40);
  CHECK(*least_tag >= 170);  // 256 expected
  CHECK(*most_tag <= 342);
}

TEST_CASE("keys with structure are spread over groups and tags") {
  check_spread([](std::uint64_t i) { return i; });
  check_spread([](std::uint64_t i) { return i << 32; });
  check_spread([](std::uint64_t i) { return i * 1'000'000; });
  check_spread([](std::uint64_t i) { return static_cast<double>(i); });
  check_spread([](std::uint64_t i) { return "user-" + std::to_string(i); });
  check_spread([](std::uint64_t i) {
    return row<field<"a", std::uint32_t>, field<"b", std::uint32_t>>{static_cast<std::uint32_t>(i % 256),
                                                                     static_cast<std::uint32_t>(i / 256)};
  });
}

}  // namespace memory_hash_test
