// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What is due by a radix heap, against a list that is looked through.

#include "catch2_any_version.hpp"

#include <tidemark/state/radix_deadlines.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace td = tidemark;

namespace {

using notice = std::pair<std::int64_t, std::uint32_t>;

std::vector<notice> taken_through(td::radix_deadlines& due, std::int64_t time) {
  std::vector<notice> taken;
  due.take_through(time, [&](std::int64_t at, std::uint32_t number) { taken.emplace_back(at, number); });
  std::sort(taken.begin(), taken.end());
  return taken;
}

}  // namespace

TEST_CASE("what is due is taken once, and not a moment before its time") {
  constexpr std::int64_t last = (std::numeric_limits<std::int64_t>::max)();
  constexpr std::int64_t first = (std::numeric_limits<std::int64_t>::min)();
  td::radix_deadlines due;
  due.add(10, 1);
  due.add(-10, 2);
  due.add(11, 3);
  due.add(last, 4);
  due.add(first, 5);
  CHECK(due.size() == 5);
  CHECK(taken_through(due, first) == std::vector<notice>{{first, 5}});
  CHECK(taken_through(due, -11).empty());
  CHECK(taken_through(due, -10) == std::vector<notice>{{-10, 2}});
  CHECK(taken_through(due, 9).empty());
  CHECK(taken_through(due, 10) == std::vector<notice>{{10, 1}});
  due.add(3, 6);  // its time has passed
  CHECK(taken_through(due, 2).empty());  // asked for an earlier time
  CHECK(taken_through(due, 10) == std::vector<notice>{{3, 6}});
  CHECK(taken_through(due, last - 1) == std::vector<notice>{{11, 3}});
  CHECK(taken_through(due, last) == std::vector<notice>{{last, 4}});
  CHECK(due.size() == 0);
}

TEST_CASE("notices that are no longer in force are forgotten when they are many") {
  td::radix_deadlines due;
  for (std::uint32_t i = 0; i < 200; ++i) due.add(i, i);
  due.forget_stale(100, [](std::int64_t, std::uint32_t) { return false; });
  CHECK(due.size() == 200);
  due.forget_stale(10, [](std::int64_t, std::uint32_t number) { return number >= 190; });
  CHECK(due.size() == 10);
  CHECK(taken_through(due, 1000).size() == 10);
}

TEST_CASE("a radix heap gives what a list gives, for times that move on at random") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    td::radix_deadlines due;
    std::vector<notice> all;
    std::int64_t now = -5000;
    for (std::uint32_t step = 0; step < 300; ++step) {
      for (std::uint64_t n = random() % 5; n > 0; --n) {
        const auto at = now - 50 + static_cast<std::int64_t>(random() % (1 << (random() % 16)));
        due.add(at, step);
        all.emplace_back(at, step);
      }
      now += static_cast<std::int64_t>(random() % (1 << (random() % 8)));
      std::vector<notice> expected;
      for (const notice& one : all)
        if (one.first <= now) expected.push_back(one);
      std::erase_if(all, [&](const notice& one) { return one.first <= now; });
      std::sort(expected.begin(), expected.end());
      REQUIRE(taken_through(due, now) == expected);
      REQUIRE(due.size() == all.size());
    }
  }
}

TEST_CASE("room is kept for a few times the notices there are, however many bits of time have gone by") {
  tidemark::radix_deadlines queue;
  std::size_t most = 0;
  for (std::int64_t second = 0; second < 100'000; ++second) {
    const std::int64_t now = 1'767'607'200'000'000 + second * 1'000'000;
    for (std::uint32_t entry = 0; entry < 4; ++entry) queue.add(now + 60'000'000 + entry, entry);
    queue.take_through(now, [](std::int64_t, std::uint32_t) {});
    most = (std::max)(most, queue.size());
    REQUIRE(queue.bytes_of_memory() <= 16 * (4 * most + 64));
  }
  CHECK(most == 60 * 4 + 3);
}
