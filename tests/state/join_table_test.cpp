// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The rows that a join keeps: chains by key, leaving by time, and the image that they are made again from.

#include "catch2_any_version.hpp"

#include <tidemark/row/row.hpp>
#include <tidemark/state/change_set.hpp>
#include <tidemark/state/join_table.hpp>
#include <tidemark/state/state_of.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace td = tidemark;

namespace {

using key_row = td::row<td::field<"key", std::string>>;
using side = td::row<td::field<"id", std::int64_t>, td::field<"text", std::string>>;
using table = td::join_table<key_row, side, side>;
static_assert(td::StateTable<table>);

std::uint64_t hash_of(const key_row& key) { return td::memory_hash<key_row>::of(key); }

template <std::size_t Side>
void add(table& into, const std::string& key, std::int64_t id, std::int64_t leaves_at) {
  const key_row row(key);
  auto number = into.find_key(hash_of(row), row);
  if (number == table::none) number = into.add_key(hash_of(row), row);
  into.add<Side>(side(id, std::string(static_cast<std::size_t>(id % 30), 'x')), leaves_at, number, false);
}

// The ids of a key's rows, with whether they were matched.
template <std::size_t Side>
std::vector<std::tuple<std::int64_t, bool>> rows_of(const table& of, const std::string& key) {
  std::vector<std::tuple<std::int64_t, bool>> ids;
  const key_row row(key);
  const auto number = of.find_key(hash_of(row), row);
  if (number == table::none) return ids;
  for (auto n = of.newest<Side>(number); n != table::none; n = of.side<Side>().at(n).next)
    ids.emplace_back(td::get<"id">(of.side<Side>().at(n).row), of.side<Side>().at(n).was_matched);
  std::sort(ids.begin(), ids.end());
  return ids;
}

template <std::size_t Side>
void leave(table& from, std::int64_t through) {
  from.side<Side>().take_leaving(through, [&](table::number n) {
    const auto key = from.side<Side>().at(n).key;
    from.remove<Side>(n);
    from.release_key(key);
  });
}

// An image in memory: what changes make of a table that is read from it.
struct into_table final : td::change_reader {
  table* to;
  explicit into_table(table& of) : to(&of) {}
  void put(std::string_view key, std::string_view value) override { to->put(key, value); }
  void erase(std::string_view key) override { to->erase(key); }
  void erase_through(std::string_view /*prefix*/) override { FAIL("a join erases row by row"); }
};

}  // namespace

TEST_CASE("two hundred thousand rows of one key leave one by one, and the key with the last") {
  table rows;
  for (std::int64_t i = 0; i < 200'000; ++i) add<table::left>(rows, "hot", i, i * 7 % 200'000);
  add<table::right>(rows, "hot", 1, td::join_side<side>::never);
  leave<table::left>(rows, 99'999);
  CHECK(rows.rows() == 100'001);
  leave<table::left>(rows, 200'000);
  CHECK(rows.rows() == 1);
  CHECK(rows_of<table::left>(rows, "hot").empty());
  CHECK(rows_of<table::right>(rows, "hot").size() == 1);
  const auto key = rows.find_key(hash_of(key_row("hot")), key_row("hot"));
  REQUIRE(key != table::none);
  rows.remove<table::right>(rows.newest<table::right>(key));
  rows.release_key(key);
  CHECK(rows.find_key(hash_of(key_row("hot")), key_row("hot")) == table::none);
}

TEST_CASE("a table made again from changes has the same rows, chains, matches and times") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    table rows;
    td::change_set history;
    std::int64_t now = 0;
    for (int batch = 0; batch < 30; ++batch) {
      for (std::uint64_t n = random() % 20; n > 0; --n, ++now) {
        const std::string key = "key" + std::to_string(random() % 4);
        const std::int64_t leaves_at = now + static_cast<std::int64_t>(random() % 60);
        if (random() % 2 == 0) add<table::left>(rows, key, now, leaves_at);
        else add<table::right>(rows, key, now, leaves_at);
      }
      const key_row some("key1");
      if (const auto number = rows.find_key(hash_of(some), some); number != table::none)
        if (const auto n = rows.newest<table::left>(number); n != table::none) rows.side<table::left>().note_match(n);
      leave<table::left>(rows, now - 5);
      leave<table::right>(rows, now - 10);
      rows.write_changes(history);
      rows.commit();

      table again;
      into_table reader(again);
      td::replay(history.bytes(), reader);
      again.loaded();
      again.commit();
      REQUIRE(again.rows() == rows.rows());
      for (const char* key : {"key0", "key1", "key2", "key3"}) {
        REQUIRE(rows_of<table::left>(again, key) == rows_of<table::left>(rows, key));
        REQUIRE(rows_of<table::right>(again, key) == rows_of<table::right>(rows, key));
      }
      leave<table::left>(again, now + 20);
      table copy;  // the same rows leave of the first
      into_table copier(copy);
      td::change_set whole;
      rows.write_all(whole);
      td::replay(whole.bytes(), copier);
      copy.loaded();
      leave<table::left>(copy, now + 20);
      REQUIRE(copy.rows() == again.rows());
      // Every few batches on with the one that was read.
      if (batch % 7 == 6)
        std::swap(rows, again), leave<table::left>(rows, now + 20), rows.write_changes(history), rows.commit();
    }
  }
}
