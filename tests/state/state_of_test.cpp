// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// States of several tables, and tables with deadlines, through a store: random changes against a model, with restarts.

#include <tidemark/row/time_window.hpp>
#include <tidemark/state/expiring_table.hpp>
#include <tidemark/state/grouped_table.hpp>
#include <tidemark/state/memory_store.hpp>
#include <tidemark/state/state_of.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <catch2_any_version.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace state_of_test {

namespace td = tidemark;

struct itself {
  std::int64_t operator()(std::int64_t value) const { return value < 0 ? td::no_deadline : value; }
};
using expiring = td::expiring_table<std::string, std::int64_t, itself>;
using counts = td::grouped_table<td::no_group, std::int64_t, std::int64_t>;
using state = td::state_of<expiring, counts>;

static_assert(td::StateTable<expiring> && td::StateTable<counts>);

void set(expiring& table, const std::string& key, std::int64_t value) {
  table.update(
      td::memory_hash<std::string>::of(key), key, [&](std::int64_t& held) { held = value; }, [&] { return key; });
}
void set(counts& table, std::int64_t key, std::int64_t value) {
  table.groups().at({}).update(
      td::memory_hash<std::int64_t>::of(key), key, [&](std::int64_t& held) { held = value; }, [&] { return key; });
}
std::vector<std::string> due(expiring& table, std::int64_t time) {
  std::vector<std::string> keys;
  table.take_due(time, [&](expiring::number n) {
    keys.push_back(table.keys().key(n));
    table.erase(n);
  });
  return keys;
}

TEST_CASE("an entry is due at its deadline in force, not at one it had before") {
  expiring table;
  set(table, "a", 10);
  set(table, "b", 20);
  set(table, "never", -1);
  set(table, "a", 30);
  CHECK(due(table, 19) == std::vector<std::string>{});
  CHECK(due(table, 20) == std::vector<std::string>{"b"});
  set(table, "a", -1);
  CHECK(due(table, 1000) == std::vector<std::string>{});
  CHECK(table.rows() == 2);
}

TEST_CASE("the number of an erased entry may be used again, its old deadline is not") {
  expiring table;
  set(table, "a", 10);
  table.erase(table.find(td::memory_hash<std::string>::of("a"), std::string("a")));
  set(table, "b", 50);
  CHECK(due(table, 49) == std::vector<std::string>{});
  CHECK(due(table, 50) == std::vector<std::string>{"b"});
}

TEST_CASE("tables of one state come back from its image, each with its own") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 random(seed);
    td::testing::simulated_file_system files;
    const auto opened = [&] { return std::make_unique<state>(td::memory_state::open({files, "state"}, {})); };
    auto kept = opened();
    kept->load(0);
    std::map<std::string, std::int64_t> model;
    std::map<std::int64_t, std::int64_t> counted;
    for (std::int64_t version = 1; version <= 40; ++version) {
      for (int i = 0; i < 10; ++i) {
        const std::string key(1, static_cast<char>('a' + random() % 20));
        model[key] = static_cast<std::int64_t>(random() % 100) - 20;
        set(kept->table<0>(), key, model[key]);
        const auto number = static_cast<std::int64_t>(random() % 9);
        set(kept->table<1>(), number, counted[number] += 3);
      }
      const auto time = static_cast<std::int64_t>(random() % 60);
      std::map<std::int64_t, std::vector<std::string>> expected;
      for (const auto& [key, value] : model)
        if (value >= 0 && value <= time) expected[value].push_back(key);
      for (const auto& [at, keys] : expected)
        for (const auto& key : keys) model.erase(key);
      std::size_t expected_count = 0;
      for (const auto& [at, keys] : expected) expected_count += keys.size();
      REQUIRE(due(kept->table<0>(), time).size() == expected_count);
      kept->prepare(version);
      kept->commit();
      if (random() % 3 == 0) {
        kept = opened();
        kept->load(version);
      }
      REQUIRE(kept->rows() == static_cast<std::int64_t>(model.size() + counted.size()));
      std::map<std::string, std::int64_t> seen;
      kept->table<0>().keys().for_each([&](const std::string& key, std::int64_t value) { seen[key] = value; });
      REQUIRE(seen == model);
      std::map<std::int64_t, std::int64_t> seen_counts;
      kept->table<1>().groups().at({}).for_each([&](std::int64_t key, std::int64_t value) { seen_counts[key] = value; });
      REQUIRE(seen_counts == counted);
    }
  }
}

}  // namespace state_of_test
