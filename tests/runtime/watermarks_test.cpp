// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include <tidemark/runtime/watermarks.hpp>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "catch2_any_version.hpp"

namespace td = tidemark;

namespace {

constexpr std::int64_t least = (std::numeric_limits<std::int64_t>::min)();
constexpr std::int64_t greatest = (std::numeric_limits<std::int64_t>::max)();

td::observed_times seen(std::initializer_list<std::int64_t> micros) {
  td::observed_times times;
  for (const auto time : micros) {
    td::observed_times one{.rows = 1, .least = time, .greatest = time, .sum = time};
    td::merge(times, one);
  }
  return times;
}

td::watermarks two(td::watermark_policy policy) {
  const std::vector<std::int64_t> delays{5, 0};
  return td::watermarks(delays, policy);
}

}  // namespace

TEST_CASE("without a watermark node there is no watermark") {
  td::watermarks none({}, td::watermark_policy::min);
  CHECK(none.empty());
  CHECK(none.advance() == 0);
}

TEST_CASE("the watermark is the greatest time seen, in whole ms, less the delay") {
  const std::vector<std::int64_t> delays{5};
  td::watermarks one(delays, td::watermark_policy::min);
  one.observe(0, seen({20'999}));
  CHECK(one.advance() == 15);
  one.observe(0, seen({21'000}));
  CHECK(one.advance() == 16);
  one.observe(0, seen({3'000, 21'001, 4'000}));
  CHECK(one.advance() == 16);
}

TEST_CASE("the watermark never goes back and never below the epoch") {
  const std::vector<std::int64_t> delays{5};
  td::watermarks one(delays, td::watermark_policy::min);
  one.observe(0, seen({4'999}));
  CHECK(one.advance() == 0);
  one.observe(0, seen({5'999}));
  CHECK(one.advance() == 0);
  one.observe(0, seen({6'000}));
  CHECK(one.advance() == 1);
  one.observe(0, seen({5'000}));
  CHECK(one.advance() == 1);
  one.observe(0, seen({-1}));
  CHECK(one.advance() == 1);
}

TEST_CASE("a node that saw nothing in a batch keeps what it had") {
  auto both = two(td::watermark_policy::min);
  both.observe(0, seen({12'000}));
  both.observe(1, seen({15'000}));
  CHECK(both.advance() == 7);
  both.observe(0, seen({30'000}));
  both.observe(1, seen({}));
  CHECK(both.advance() == 15);
  both.observe(0, seen({}));
  both.observe(1, seen({21'000}));
  CHECK(both.advance() == 21);
}

TEST_CASE("under min an input that was never seen holds the watermark at the epoch, under max it does not count") {
  auto slowest = two(td::watermark_policy::min);
  slowest.observe(1, seen({15'000}));
  CHECK(slowest.advance() == 0);

  auto fastest = two(td::watermark_policy::max);
  fastest.observe(1, seen({15'000}));
  CHECK(fastest.advance() == 15);
  fastest.observe(0, seen({30'000}));
  CHECK(fastest.advance() == 25);
}

TEST_CASE("after a restart the query's watermark stands still under min until both inputs had rows") {
  auto both = two(td::watermark_policy::min);
  both.restore(25);
  CHECK(both.global_ms() == 25);
  both.observe(0, seen({50'000}));
  CHECK(both.advance() == 25);
  both.observe(1, seen({40'000}));
  CHECK(both.advance() == 40);
  both.restore(39);
  CHECK(both.global_ms() == 40);
}

TEST_CASE("times and delays at the ends of their range saturate") {
  const std::vector<std::int64_t> delays{greatest, 0};
  td::watermarks ends(delays, td::watermark_policy::max);
  ends.observe(0, seen({least}));
  ends.observe(1, seen({least}));
  CHECK(ends.advance() == 0);
  ends.observe(1, seen({greatest}));
  CHECK(ends.advance() == greatest / 1000);
}

TEST_CASE("the range of times rounds down, also before 1970") {
  CHECK_FALSE(td::range_of(seen({})));
  const auto after = td::range_of(seen({1'000, 2'999}));
  REQUIRE(after);
  CHECK(after->least_ms == 1);
  CHECK(after->greatest_ms == 2);
  CHECK(after->average_ms == 1);
  const auto before = td::range_of(seen({-1, -2'000}));
  REQUIRE(before);
  CHECK(before->least_ms == -2);
  CHECK(before->greatest_ms == -1);
  CHECK(before->average_ms == -2);
}

TEST_CASE("the average of many far times does not pass 64 bits") {
  td::observed_times times;
  for (int i = 0; i < 10'000; ++i) td::merge(times, seen({greatest - 5}));
  CHECK(td::range_of(times)->average_ms == (greatest - 5) / 1000);
}
