// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// How far the places of values that a sketch gives are off.

#include "catch2_any_version.hpp"

#include <tidemark/row/codec.hpp>
#include <tidemark/state/quantile_sketch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using sketch = tidemark::quantile_sketch<std::int64_t, std::less<>>;

// The values 0 … count - 1 in some order: the share of values at or below v is (v + 1) / count.
std::vector<std::int64_t> shuffled(std::int64_t count, std::uint32_t seed) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), std::int64_t{0});
  std::shuffle(values.begin(), values.end(), std::mt19937(seed));
  return values;
}
template <class Values>
sketch sketch_of(const Values& values, std::uint64_t size) {
  sketch made;
  for (const std::int64_t value : values) made.add(value, [&] { return size; });
  return made;
}
double worst_error(const sketch& of) {
  double worst = 0;
  for (const double share : {0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99}) {
    const double given = static_cast<double>(of.value_at(share) + 1) / static_cast<double>(of.count());
    worst = std::max(worst, std::abs(given - share));
  }
  return worst;
}
std::string bytes_of(const sketch& of) {
  std::string bytes;
  tidemark::codec<sketch>::encode(bytes, of);
  return bytes;
}

}  // namespace

TEST_CASE("a few values are all kept") {
  const sketch five = sketch_of(std::vector<std::int64_t>{30, 10, 50, 20, 40}, 8);
  CHECK(five.count() == 5);
  CHECK(five.value_at(0) == 10);
  CHECK(five.value_at(0.2) == 10);
  CHECK(five.value_at(0.21) == 20);
  CHECK(five.value_at(0.5) == 30);
  CHECK(five.value_at(0.8) == 40);
  CHECK(five.value_at(1) == 50);
}

TEST_CASE("the places of many values are right to what is promised, in whatever order they come") {
  constexpr std::uint64_t size = 200;
  const double promised = 2.296 / std::pow(static_cast<double>(size), 0.9021);
  for (const std::int64_t count : {1'000, 20'000, 100'000}) {
    int beyond = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) beyond += worst_error(sketch_of(shuffled(count, seed), size)) > promised;
    CHECK(beyond <= 1);
    std::vector<std::int64_t> ascending(static_cast<std::size_t>(count));
    std::iota(ascending.begin(), ascending.end(), std::int64_t{0});
    CHECK(worst_error(sketch_of(ascending, size)) <= promised);
    std::reverse(ascending.begin(), ascending.end());
    CHECK(worst_error(sketch_of(ascending, size)) <= promised);
  }
}

TEST_CASE("sketches of parts merge, and none is counted twice") {
  constexpr std::uint64_t size = 200;
  const double promised = 2.296 / std::pow(static_cast<double>(size), 0.9021);
  const auto values = shuffled(30'000, 7);
  sketch whole;
  whole.merge(sketch());
  for (std::size_t part = 0; part < 10; ++part) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(part * 3'000);
    whole.merge(sketch_of(std::vector<std::int64_t>(first, first + 3'000), size));
    whole.merge(sketch());
  }
  CHECK(whole.count() == 30'000);
  CHECK(worst_error(whole) <= promised);
}

TEST_CASE("a sketch stays small, and goes on from its bytes as if it had never been away") {
  const auto values = shuffled(50'000, 3);
  sketch one = sketch_of(values, 200);
  const std::string bytes = bytes_of(one);
  CHECK(bytes.size() < 3 * 200 * 8 + 300);
  const char* from = bytes.data();
  sketch back = tidemark::codec<sketch>::decode(from, bytes.data() + bytes.size());
  CHECK(from == bytes.data() + bytes.size());
  for (const std::int64_t value : values) {
    one.add(value, [] { return std::uint64_t{200}; });
    back.add(value, [] { return std::uint64_t{200}; });
  }
  CHECK(bytes_of(one) == bytes_of(back));
}
