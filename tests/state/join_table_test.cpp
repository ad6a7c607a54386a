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
#include <type_traits>
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
  into.add<Side>(side(id, std::string(static_cast<std::size_t>(id % 30), 'x')), {leaves_at}, number, false);
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
  from.side<Side>().template take_leaving<td::by_event_time>(through, [&](table::number n) {
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

TEST_CASE("a row with two times leaves by the clock that reaches its own first, also out of an image") {
  using table_of_two = td::join_table<key_row, side, td::row<>, 2>;
  constexpr auto never = td::join_side<side>::never;
  table_of_two rows;
  const key_row key("key");
  const auto number = rows.add_key(hash_of(key), key);
  rows.add<table_of_two::left>(side(1, "one"), {10, 30}, number, false);
  rows.add<table_of_two::left>(side(2, "two"), {never, 20}, number, true);
  rows.add<table_of_two::left>(side(3, "three"), {20, never}, table_of_two::none, false);
  rows.add<table_of_two::right>(td::row<>(), {20, 20}, number, false);
  td::change_set image;
  rows.write_all(image);
  table_of_two again;
  struct into_both final : td::change_reader {
    table_of_two* to;
    explicit into_both(table_of_two& of) : to(&of) {}
    void put(std::string_view at, std::string_view value) override { to->put(at, value); }
    void erase(std::string_view at) override { to->erase(at); }
    void erase_through(std::string_view /*prefix*/) override { FAIL("a join erases row by row"); }
  } reader(again);
  td::replay(image.bytes(), reader);
  again.loaded();
  for (table_of_two* of : {&rows, &again}) {
    std::vector<std::int64_t> left;
    const auto leave_by = [&]<std::size_t Clock>(std::integral_constant<std::size_t, Clock>, std::int64_t through) {
      of->side<table_of_two::left>().take_leaving<Clock>(through, [&](table_of_two::number n) {
        left.push_back(td::get<"id">(of->side<table_of_two::left>().at(n).row));
        const auto its_key = of->side<table_of_two::left>().at(n).key;
        of->remove<table_of_two::left>(n);
        of->release_key(its_key);
      });
    };
    constexpr std::integral_constant<std::size_t, td::by_event_time> event_time;
    constexpr std::integral_constant<std::size_t, td::by_batch_time> batch_time;
    leave_by(event_time, 9);
    leave_by(batch_time, 19);
    CHECK(left.empty());
    leave_by(event_time, 10);
    CHECK(left == std::vector<std::int64_t>{1});
    leave_by(batch_time, 20);
    CHECK(left == std::vector<std::int64_t>{1, 2});
    leave_by(batch_time, 30);
    leave_by(event_time, 19);
    CHECK(left == std::vector<std::int64_t>{1, 2});
    leave_by(event_time, 20);
    CHECK(left == std::vector<std::int64_t>{1, 2, 3});
    CHECK(of->rows() == 1);
  }
}
