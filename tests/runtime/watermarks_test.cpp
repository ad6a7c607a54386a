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
  const std::vector<td::watermark_info> nodes{{5}, {0}};
  return td::watermarks(nodes, policy);
}

// The second input is idle after 100 ms without rows.
td::watermarks idle_second(td::watermark_policy policy = td::watermark_policy::min) {
  const std::vector<td::watermark_info> nodes{{.delay_ms = 0}, {.delay_ms = 0, .idle_after_ms = 100}};
  return td::watermarks(nodes, policy);
}

// A batch of this time with rows of these times in both inputs; the watermark of the next.
std::int64_t after(td::watermarks& both, std::int64_t time_ms, std::initializer_list<std::int64_t> first,
                   std::initializer_list<std::int64_t> second) {
  both.begin(time_ms);
  both.observe(0, seen(first));
  both.observe(1, seen(second));
  return both.advance();
}

}  // namespace

TEST_CASE("without a watermark node there is no watermark") {
  td::watermarks none({}, td::watermark_policy::min);
  CHECK(none.empty());
  CHECK(none.advance() == 0);
}

TEST_CASE("the watermark is the greatest time seen, in whole ms, less the delay") {
  const std::vector<td::watermark_info> nodes{{5}};
  td::watermarks one(nodes, td::watermark_policy::min);
  one.observe(0, seen({20'999}));
  CHECK(one.advance() == 15);
  one.observe(0, seen({21'000}));
  CHECK(one.advance() == 16);
  one.observe(0, seen({3'000, 21'001, 4'000}));
  CHECK(one.advance() == 16);
}

TEST_CASE("the watermark never goes back and never below the epoch") {
  const std::vector<td::watermark_info> nodes{{5}};
  td::watermarks one(nodes, td::watermark_policy::min);
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

TEST_CASE("an input that is silent below its time holds the watermark back, at and above it no longer") {
  auto both = idle_second();
  CHECK(after(both, 1'000, {50'000}, {10'000}) == 10);
  CHECK(after(both, 1'099, {51'000}, {}) == 10);
  CHECK(after(both, 1'100, {52'000}, {}) == 52);
  CHECK(after(both, 1'101, {53'000}, {}) == 53);
}

TEST_CASE("an input that was never seen is idle when it was silent since the first batch") {
  auto both = idle_second();
  CHECK(after(both, 1'000, {50'000}, {}) == 0);
  CHECK(after(both, 1'099, {51'000}, {}) == 0);
  CHECK(after(both, 1'100, {}, {}) == 51);
}

TEST_CASE("an idle input that has rows again, late ones too, holds the watermark where it is until it has caught up") {
  auto both = idle_second();
  after(both, 1'000, {50'000}, {10'000});
  CHECK(after(both, 1'100, {52'000}, {}) == 52);
  CHECK(after(both, 1'150, {60'000}, {11'000}) == 52);
  CHECK(after(both, 1'249, {61'000}, {}) == 52);
  CHECK(after(both, 1'249, {}, {55'000}) == 55);
  CHECK(after(both, 1'348, {70'000}, {}) == 55);
  CHECK(after(both, 1'349, {}, {}) == 70);
}

TEST_CASE("an input without the option is never idle") {
  auto both = idle_second();
  CHECK(after(both, 0, {10'000}, {20'000}) == 10);
  CHECK(after(both, greatest / 1000, {}, {30'000}) == 10);
}

TEST_CASE("when all inputs are idle the watermark is that of the fastest, in whatever order they fell silent") {
  const std::vector<td::watermark_info> nodes{{.idle_after_ms = 100}, {.idle_after_ms = 100}};
  td::watermarks together(nodes, td::watermark_policy::min);
  CHECK(after(together, 0, {50'000}, {10'000}) == 10);
  CHECK(after(together, 99, {}, {}) == 10);
  CHECK(after(together, 100, {}, {}) == 50);

  td::watermarks fast_first(nodes, td::watermark_policy::min);
  CHECK(after(fast_first, 0, {50'000}, {10'000}) == 10);
  CHECK(after(fast_first, 60, {}, {11'000}) == 11);
  CHECK(after(fast_first, 120, {}, {}) == 11);
  CHECK(after(fast_first, 160, {}, {}) == 50);
}

TEST_CASE("under max, and alone, an input that falls silent changes nothing") {
  auto fastest = idle_second(td::watermark_policy::max);
  CHECK(after(fastest, 0, {10'000}, {50'000}) == 50);
  CHECK(after(fastest, 1'000, {11'000}, {}) == 50);

  const std::vector<td::watermark_info> nodes{{.delay_ms = 5, .idle_after_ms = 100}};
  td::watermarks alone(nodes, td::watermark_policy::min);
  alone.begin(0);
  alone.observe(0, seen({20'000}));
  CHECK(alone.advance() == 15);
  alone.begin(1'000);
  alone.observe(0, seen({}));
  CHECK(alone.advance() == 15);
}

TEST_CASE("a clock that goes back makes no input idle") {
  auto both = idle_second();
  CHECK(after(both, 1'000, {50'000}, {10'000}) == 10);
  CHECK(after(both, 0, {51'000}, {}) == 10);
  CHECK(after(both, 1'100, {52'000}, {}) == 52);
}

TEST_CASE("the limit is the batch's time and what is declared; without it, none") {
  const std::vector<td::watermark_info> nodes{{.ignored_beyond_micros = 7}, {}, {.ignored_beyond_micros = greatest}};
  td::watermarks limited(nodes, td::watermark_policy::min);
  limited.begin(3);
  CHECK(limited.limit_of(0) == 3'007);
  CHECK(limited.limit_of(1) == greatest);
  limited.begin(greatest);
  CHECK(limited.limit_of(0) == greatest);
  limited.begin(-3);
  CHECK(limited.limit_of(0) == -2'993);
}

TEST_CASE("rows whose times are too far ahead move no watermark, but their input is not silent") {
  auto both = idle_second();
  CHECK(after(both, 1'000, {50'000}, {10'000}) == 10);
  both.begin(1'100);
  both.observe(0, seen({51'000}));
  td::observed_times far;
  far.rows_beyond = 2;
  both.observe(1, far);
  CHECK(both.advance() == 10);
  CHECK(after(both, 1'199, {52'000}, {}) == 10);
  CHECK(after(both, 1'200, {}, {}) == 52);

  td::observed_times sum;
  td::merge(sum, far);
  td::merge(sum, far);
  CHECK(sum.rows_beyond == 4);
  CHECK_FALSE(td::range_of(sum));
}

TEST_CASE("times and delays at the ends of their range saturate") {
  const std::vector<td::watermark_info> nodes{{greatest}, {0}};
  td::watermarks ends(nodes, td::watermark_policy::max);
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
