// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#include <tidemark/state/deadlines.hpp>

#include <catch2_any_version.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace {

using tidemark::deadlines;
using notices = std::vector<std::pair<std::int64_t, deadlines::number>>;

notices taken(deadlines& due, std::int64_t time) {
  notices all;
  due.take_through(time, [&](std::int64_t at, deadlines::number n) { all.emplace_back(at, n); });
  return all;
}

}  // namespace

TEST_CASE("deadlines are taken at their time, not before, the earliest first") {
  deadlines due;
  due.add(30, 1);
  due.add(10, 2);
  due.add(20, 3);
  due.add(-5, 4);
  CHECK(taken(due, -6) == notices{});
  CHECK(taken(due, -5) == notices{{-5, 4}});
  CHECK(taken(due, 19) == notices{{10, 2}});
  CHECK(taken(due, (std::numeric_limits<std::int64_t>::max)()) == notices{{20, 3}, {30, 1}});
  CHECK(due.size() == 0);
}

TEST_CASE("what is added while deadlines are taken is taken too if it is due") {
  deadlines due;
  due.add(1, 1);
  notices all;
  due.take_through(3, [&](std::int64_t at, deadlines::number n) {
    all.emplace_back(at, n);
    due.add(at + 1, n);
  });
  CHECK(all == notices{{1, 1}, {2, 1}, {3, 1}});
  CHECK(taken(due, 4) == notices{{4, 1}});
}

TEST_CASE("deadlines that move again and again do not pile up") {
  deadlines due;
  std::mt19937_64 random(7);
  std::map<deadlines::number, std::int64_t> in_force;
  for (int i = 0; i < 100'000; ++i) {
    const auto n = static_cast<deadlines::number>(random() % 100);
    in_force[n] = i;
    due.add(i, n);
    due.forget_stale(in_force.size(), [&](std::int64_t at, deadlines::number one) { return in_force.at(one) == at; });
    REQUIRE(due.size() <= 2 * 100 + 64);
  }
  notices expected;
  for (const auto& [n, at] : in_force) expected.emplace_back(at, n);
  std::sort(expected.begin(), expected.end());
  notices seen;
  due.take_through(100'000, [&](std::int64_t at, deadlines::number n) {
    if (in_force.at(n) == at) seen.emplace_back(at, n);
  });
  CHECK(seen == expected);
}

TEST_CASE("deadlines over all of time agree with a sorted model") {
  const std::uint64_t seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  deadlines due;
  std::multiset<std::pair<std::int64_t, std::uint32_t>> model;
  std::int64_t now = -10'000'000;
  const auto add = [&](std::int64_t time, std::uint32_t entry) {
    due.add(time, entry);
    model.emplace(time, entry);
  };
  add((std::numeric_limits<std::int64_t>::max)(), 1);
  add((std::numeric_limits<std::int64_t>::min)(), 2);
  for (std::uint32_t step = 0; step < 2'000; ++step) {
    for (int i = 0; i < 10; ++i) add(now + static_cast<std::int64_t>(random() % 8'000'000) - 1'000'000, step);
    now += static_cast<std::int64_t>(random() % 60'000);
    std::vector<std::int64_t> taken;
    due.take_through(now, [&](std::int64_t time, std::uint32_t entry) {
      taken.push_back(time);
      const auto found = model.find({time, entry});
      REQUIRE(found != model.end());
      model.erase(found);
    });
    REQUIRE(std::is_sorted(taken.begin(), taken.end()));
    REQUIRE((model.empty() || model.begin()->first > now));
    REQUIRE(due.size() == model.size());
  }
  due.take_through((std::numeric_limits<std::int64_t>::max)(), [](std::int64_t /*time*/, std::uint32_t /*entry*/) {});
  CHECK(due.size() == 0);
}
