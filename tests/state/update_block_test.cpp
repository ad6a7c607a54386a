// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#include <tidemark/state/update_block.hpp>

#include <catch2_any_version.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tidemark/row/row.hpp>

namespace update_block_test {

using tidemark::keyed_state;
using tidemark::memory_hash;
using tidemark::update_block;

using table_type = keyed_state<std::int64_t, std::vector<int>>;

constexpr auto append = [](std::vector<int>& seen, const int& value) { seen.push_back(value); };

TEST_CASE("nothing is applied before a block is full: 31, 32 and 33 rows") {
  for (const int rows : {31, 32, 33}) {
    table_type table;
    update_block<table_type, int> block;
    for (int i = 0; i < rows; ++i) {
      const std::int64_t key = i % 5;
      block.add(table, memory_hash<std::int64_t>::of(key), key, i, append);
    }
    CHECK(table.size() == (rows < 32 ? 0U : 5U));
    CHECK(block.empty() == (rows == 32));
    block.flush(append);
    CHECK(block.empty());
    std::size_t applied = 0;
    table.for_each([&](const std::int64_t&, const std::vector<int>& seen) { applied += seen.size(); });
    CHECK(applied == static_cast<std::size_t>(rows));
    block.flush(append);
    CHECK(table.size() == 5);
  }
}

TEST_CASE("rows of a key are applied in the order in which they came, to the table they came for") {
  const std::uint64_t seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  table_type tables[2];
  update_block<table_type, int> block;
  std::map<std::pair<std::size_t, std::int64_t>, std::vector<int>> expected;
  for (int i = 0; i < 50'000; ++i) {
    const std::size_t which = random() % 2;
    const auto key = static_cast<std::int64_t>(random() % (i < 20'000 ? 20 : 5'000));
    block.add(tables[which], memory_hash<std::int64_t>::of(key), key, i, append);
    expected[{which, key}].push_back(i);
    if (random() % 1'000 == 0) {
      block.flush(append);
      tables[0].commit();
    }
  }
  block.flush(append);
  REQUIRE(tables[0].size() + tables[1].size() == expected.size());
  for (const auto& [place, seen] : expected) {
    const auto& table = tables[place.first];
    const auto n = table.find(memory_hash<std::int64_t>::of(place.second), place.second);
    REQUIRE(n != table.none);
    REQUIRE(table.value(n) == seen);
  }
}

TEST_CASE("a block marks what it changes") {
  keyed_state<std::int64_t, std::int64_t> table;
  update_block<keyed_state<std::int64_t, std::int64_t>, std::int64_t> block;
  const auto add = [](std::int64_t& value, const std::int64_t& amount) { value += amount; };
  for (std::int64_t key = 0; key < 100; ++key) block.add(table, memory_hash<std::int64_t>::of(key), key, key, add);
  block.flush(add);
  table.commit();
  block.add(table, memory_hash<std::int64_t>::of(7), std::int64_t{7}, 100, add);
  block.flush(add);
  std::vector<std::int64_t> changed;
  table.for_each_changed([&](const std::int64_t& key, const std::int64_t& value) {
    changed.push_back(key);
    changed.push_back(value);
  });
  CHECK(changed == std::vector<std::int64_t>{7, 107});
}

TEST_CASE("keys are copied into the block: text by view, and rows by a view of their columns") {
  using kept = tidemark::row<tidemark::field<"user", std::string>>;
  using seen = tidemark::row<tidemark::field<"user", std::string_view>>;
  const auto count = [](int& value, const int& amount) { value += amount; };
  keyed_state<std::string, int> texts;
  update_block<keyed_state<std::string, int>, int> text_block;
  keyed_state<kept, int> rows;
  update_block<keyed_state<kept, int>, int> row_block;
  for (int i = 0; i < 200; ++i) {
    const std::string text = "a text that is long enough to live on the heap " + std::to_string(i % 20);
    const std::string_view view = text;
    text_block.add(texts, memory_hash<std::string_view>::of(view), view, 1, count);
    const seen row{view};
    row_block.add(rows, memory_hash<seen>::of(row), row, 1, count);
  }
  text_block.flush(count);
  row_block.flush(count);
  CHECK(texts.size() == 20);
  texts.for_each([](const std::string& key, int value) { CHECK((key.starts_with("a text that") && value == 10)); });
  CHECK(rows.size() == 20);
  rows.for_each(
      [](const kept& key, int value) { CHECK((tidemark::get<"user">(key).starts_with("a text that") && value == 10)); });
}

}  // namespace update_block_test
