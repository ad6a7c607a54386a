// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#include <tidemark/state/expiry_groups.hpp>

#include <catch2_any_version.hpp>

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace expiry_groups_test {

using tidemark::expiry_groups;
using tidemark::memory_hash;
using tidemark::no_group;
using tidemark::time_window;
using tidemark::timestamp;

using windows = expiry_groups<time_window, std::int64_t, std::int64_t>;

time_window window(std::int64_t start, std::int64_t end) { return {timestamp{start}, timestamp{end}}; }

template <class Groups, class Group>
void add(Groups& groups, const Group& group, std::int64_t key, std::int64_t amount = 1) {
  groups.at(group).update(
      memory_hash<std::int64_t>::of(key), key, [&](std::int64_t& value) { value += amount; }, [&] { return key; });
}

std::vector<std::int64_t> ends_of(const windows& groups) {
  std::vector<std::int64_t> ends;
  groups.for_each_group([&](const time_window& group, const windows::table&) { ends.push_back(group.end.micros); });
  return ends;
}

std::vector<std::int64_t> evict(windows& groups, std::int64_t time) {
  std::vector<std::int64_t> ends;
  groups.evict_through(timestamp{time},
                       [&](const time_window& group, const windows::table&) { ends.push_back(group.end.micros); });
  return ends;
}

TEST_CASE("groups stand by end, then start, whatever order they came in") {
  windows groups;
  for (const auto& one : {window(20, 30), window(0, 10), window(40, 50), window(10, 30), window(5, 15)}) add(groups, one, 1);
  std::vector<std::pair<std::int64_t, std::int64_t>> seen;
  groups.for_each_group(
      [&](const time_window& group, windows::table&) { seen.emplace_back(group.end.micros, group.start.micros); });
  CHECK(seen == std::vector<std::pair<std::int64_t, std::int64_t>>{{10, 0}, {15, 5}, {30, 10}, {30, 20}, {50, 40}});
  CHECK(groups.group_count() == 5);
}

TEST_CASE("a group is evicted at its end: one before, at and after") {
  for (const std::int64_t time : {99, 100, 101}) {
    windows groups;
    add(groups, window(0, 100), 1);
    add(groups, window(100, 200), 1);
    CHECK(evict(groups, time) == (time < 100 ? std::vector<std::int64_t>{} : std::vector<std::int64_t>{100}));
    CHECK(groups.size() == (time < 100 ? 2U : 1U));
  }
}

TEST_CASE("evicting hands over each table before it is dropped, in order of end") {
  windows groups;
  add(groups, window(10, 20), 7, 70);
  add(groups, window(0, 10), 5, 50);
  add(groups, window(20, 30), 9, 90);
  std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>> rows;
  groups.evict_through(timestamp{20}, [&](const time_window& group, windows::table& table) {
    table.for_each(
        [&](const std::int64_t& key, const std::int64_t& value) { rows.emplace_back(group.end.micros, key, value); });
  });
  CHECK(rows == std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>>{{10, 5, 50}, {20, 7, 70}});
  CHECK(ends_of(groups) == std::vector<std::int64_t>{30});
  CHECK(groups.evicted_through() == timestamp{20});
  groups.commit();
  CHECK(groups.evicted_through() == std::nullopt);
}

TEST_CASE("a time at which nothing ends evicts nothing and is not noted") {
  windows groups;
  groups.evict_through(timestamp{1'000});
  add(groups, window(0, 100), 1);
  groups.evict_through(timestamp{50});
  CHECK(groups.size() == 1);
  CHECK(groups.evicted_through() == std::nullopt);
}

TEST_CASE("an evicted group that comes again is empty, and has room for as many keys as the last one had") {
  windows groups;
  for (std::int64_t key = 0; key < 1'000; ++key) add(groups, window(0, 100), key);
  groups.at(window(0, 100)).erase(memory_hash<std::int64_t>::of(3), std::int64_t{3});
  groups.evict_through(timestamp{100});
  CHECK(groups.find(window(0, 100)) == nullptr);
  auto& table = groups.at(window(0, 100));
  CHECK(table.empty());
  CHECK_FALSE(table.has_changes());
  CHECK(table.capacity() >= 999);
  add(groups, window(0, 100), 5, 3);
  CHECK(table.value(table.find(memory_hash<std::int64_t>::of(5), std::int64_t{5})) == 3);
}

TEST_CASE("the memory of a group much larger than what follows is given back") {
  windows groups;
  for (std::int64_t key = 0; key < 100'000; ++key) add(groups, window(0, 10), key);
  add(groups, window(10, 20), 1);
  groups.evict_through(timestamp{10});  // kept: the next may be as large
  CHECK(groups.bytes_of_memory() > 1'000'000);
  add(groups, window(20, 30), 1);  // takes it over
  groups.evict_through(timestamp{30});
  CHECK(groups.bytes_of_memory() < 10'000);
}

TEST_CASE("the group at hand follows a change of groups, and an eviction") {
  windows groups;
  add(groups, window(0, 10), 1, 1);
  add(groups, window(10, 20), 1, 2);
  add(groups, window(0, 10), 1, 4);
  auto* const first = groups.find(window(0, 10));
  REQUIRE(first != nullptr);
  CHECK(first->value(0) == 5);
  groups.evict_through(timestamp{10});
  add(groups, window(10, 20), 1, 8);
  CHECK(groups.find(window(10, 20))->value(0) == 10);
  CHECK(ends_of(groups) == std::vector<std::int64_t>{20});
}

TEST_CASE("a table stays where it is while other groups come and go") {
  windows groups;
  auto* const table = &groups.at(window(500, 501));
  for (std::int64_t end = 1; end < 1'000; ++end) groups.at(window(0, end));
  groups.evict_through(timestamp{400});
  CHECK(&groups.at(window(500, 501)) == table);
}

TEST_CASE("only changed keys are shown, with their group, and erased ones beside them") {
  windows groups;
  add(groups, window(0, 10), 1);
  add(groups, window(0, 10), 2);
  add(groups, window(10, 20), 1);
  groups.commit();
  add(groups, window(10, 20), 1);
  groups.at(window(0, 10)).erase(memory_hash<std::int64_t>::of(2), std::int64_t{2});
  std::vector<std::pair<std::int64_t, std::int64_t>> changed;
  groups.for_each_changed([&](const time_window& group, const std::int64_t& key, const std::int64_t&) {
    changed.emplace_back(group.end.micros, key);
  });
  CHECK(changed == std::vector<std::pair<std::int64_t, std::int64_t>>{{20, 1}});
  std::vector<std::pair<std::int64_t, std::int64_t>> erased;
  groups.for_each_erased(
      [&](const time_window& group, const std::int64_t& key) { erased.emplace_back(group.end.micros, key); });
  CHECK(erased == std::vector<std::pair<std::int64_t, std::int64_t>>{{10, 2}});
}

TEST_CASE("state by time ends at that time") {
  expiry_groups<timestamp, std::int64_t, std::int64_t> groups;
  for (const std::int64_t time : {9, 10, 11}) add(groups, timestamp{time}, 1);
  std::vector<std::int64_t> ended;
  groups.evict_through(timestamp{10}, [&](timestamp group, const auto&) { ended.push_back(group.micros); });
  CHECK(ended == std::vector<std::int64_t>{9, 10});
  CHECK(groups.size() == 1);
}

TEST_CASE("a null time never ends and stands last, even behind the last possible time") {
  constexpr timestamp last{(std::numeric_limits<std::int64_t>::max)()};
  expiry_groups<std::optional<timestamp>, std::int64_t, std::int64_t> groups;
  add(groups, std::optional<timestamp>(), 1, 10);
  add(groups, std::optional(timestamp{5}), 1, 20);
  add(groups, std::optional(last), 1, 30);
  std::vector<std::int64_t> values;
  groups.evict_through(last, [&](const std::optional<timestamp>&, const auto& table) { values.push_back(table.value(0)); });
  CHECK(values == std::vector<std::int64_t>{20, 30});
  REQUIRE(groups.find(std::nullopt) != nullptr);
  CHECK(groups.find(std::nullopt)->value(0) == 10);
}

TEST_CASE("state without a group is one table that nothing evicts") {
  expiry_groups<no_group, std::int64_t, std::int64_t> groups;
  for (std::int64_t key = 0; key < 10; ++key) add(groups, no_group{}, key);
  groups.evict_through(timestamp{(std::numeric_limits<std::int64_t>::max)()}, [](no_group, const auto&) { FAIL("evicted"); });
  CHECK(groups.size() == 10);
  CHECK(groups.group_count() == 1);
  int changed = 0;
  groups.for_each_changed([&](no_group, const std::int64_t&, const std::int64_t&) { ++changed; });
  CHECK(changed == 10);
  CHECK(groups.changed_count() == 10);
  groups.commit();
  groups.for_each_changed([](no_group, const std::int64_t&, const std::int64_t&) { FAIL("committed"); });
  groups.clear();
  CHECK(groups.empty());
}

TEST_CASE("groups agree with a model through random rows, watermarks and commits") {
  const std::uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  windows groups;
  std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::int64_t> expected;  // end, start, key
  std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>> changed;
  std::int64_t watermark = 0;
  for (std::int64_t i = 0; i < 300'000; ++i) {
    const auto start = watermark + static_cast<std::int64_t>(random() % 50) / 10 * 10;
    const auto end = start + (random() % 2 == 0 ? 10 : 20);
    const auto key = static_cast<std::int64_t>(random() % 200);
    add(groups, window(start, end), key, i);
    expected[{end, start, key}] += i;
    changed.insert({end, start, key});
    if (random() % 1'000 == 0) {
      watermark += static_cast<std::int64_t>(random() % 30);
      std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::int64_t> evicted;
      groups.evict_through(timestamp{watermark}, [&](const time_window& group, const windows::table& table) {
        table.for_each([&](const std::int64_t& one, const std::int64_t& value) {
          evicted[{group.end.micros, group.start.micros, one}] = value;
        });
      });
      const auto first_kept = expected.lower_bound({watermark + 1, std::numeric_limits<std::int64_t>::min(), 0});
      const decltype(expected) expected_evicted(expected.begin(), first_kept);
      REQUIRE(evicted == expected_evicted);
      for (const auto& [place, value] : expected_evicted) changed.erase(place);
      expected.erase(expected.begin(), first_kept);
      REQUIRE(groups.size() == expected.size());
      decltype(changed) seen;
      groups.for_each_changed([&](const time_window& group, const std::int64_t& one, const std::int64_t&) {
        seen.insert({group.end.micros, group.start.micros, one});
      });
      REQUIRE(seen == changed);
      REQUIRE(groups.changed_count() == changed.size());
      if (random() % 2 == 0) {
        groups.commit();
        changed.clear();
      }
    }
  }
}

}  // namespace expiry_groups_test
