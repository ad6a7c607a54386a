// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#include <tidemark/state/keyed_state.hpp>

#include <catch2_any_version.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <tidemark/row/record.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp.hpp>

namespace keyed_state_test {

// Only four different hashes, all in the first group of any index: every search goes through full groups.
struct crowded {
  std::int64_t id;
  friend bool operator==(const crowded&, const crowded&) = default;
};

// Not fixed-width, and counts how many of it live.
struct counted {
  static inline std::int64_t living = 0;
  std::unique_ptr<std::int64_t> value = std::make_unique<std::int64_t>(0);

  counted() { ++living; }
  counted(counted&& other) noexcept : value(std::move(other.value)) { ++living; }
  counted& operator=(counted&&) = default;
  ~counted() { --living; }
};

struct place {
  std::string city;
  std::int32_t zone;
};

struct over_aligned {
  alignas(64) std::int64_t value = 0;
};

}  // namespace keyed_state_test

BOOST_HANA_ADAPT_STRUCT(keyed_state_test::place, city, zone);

template <>
struct tidemark::memory_hash<keyed_state_test::crowded> {
  static std::uint64_t of(const keyed_state_test::crowded& key) { return static_cast<std::uint64_t>(key.id) % 4 << 8 | 7; }
};

namespace keyed_state_test {

using tidemark::field;
using tidemark::keyed_state;
using tidemark::memory_hash;
using tidemark::row;
using user_row = row<field<"user", std::string>, field<"zone", std::int32_t>>;
using user_view = row<field<"user", std::string_view>, field<"zone", std::int32_t>>;

std::uint64_t new_seed() { return std::random_device{}(); }

template <class Key>
Key key_of(std::uint64_t id) {
  if constexpr (std::is_same_v<Key, std::string>)
    return (id % 3 == 0 ? "k" : "a key too long for the small buffer ") + std::to_string(id);
  else if constexpr (std::is_same_v<Key, user_row>) return {"user" + std::to_string(id / 2), static_cast<std::int32_t>(id % 2)};
  else if constexpr (std::is_same_v<Key, crowded>) return {static_cast<std::int64_t>(id)};
  else return static_cast<Key>(id);
}

template <class Key>
std::uint64_t hash(const Key& key) {
  return memory_hash<Key>::of(key);
}

template <class Table, class Key>
void add(Table& table, const Key& key, std::int64_t amount) {
  table.update(
      hash(key), key, [&](auto& value) { value += amount; }, [&] { return key; });
}

// A table and what it ought to hold.
template <class Key>
struct model {
  keyed_state<Key, std::int64_t> table;
  std::map<std::uint64_t, std::int64_t> expected;
  std::set<std::uint64_t> changed;
  std::set<std::uint64_t> erased;

  void add_to(std::uint64_t id, std::int64_t amount) {
    add(table, key_of<Key>(id), amount);
    expected[id] += amount;
    changed.insert(id);
    erased.erase(id);
  }
  void erase(std::uint64_t id) {
    const Key key = key_of<Key>(id);
    const bool was_there = expected.erase(id) > 0;
    REQUIRE(table.erase(hash(key), key) == was_there);
    changed.erase(id);
    if (was_there) erased.insert(id);
  }
  void look_up(std::uint64_t id) const {
    const Key key = key_of<Key>(id);
    const auto n = table.find(hash(key), key);
    const auto wanted = expected.find(id);
    REQUIRE((n != table.none) == (wanted != expected.end()));
    if (n == table.none) return;
    REQUIRE(table.key(n) == key);
    REQUIRE(table.value(n) == wanted->second);
  }
  void commit() {
    table.commit();
    changed.clear();
    erased.clear();
  }
  void compare() const {
    REQUIRE(table.size() == expected.size());
    std::size_t seen = 0;
    table.for_each([&](const Key& key, const std::int64_t& value) {
      ++seen;
      const auto n = table.find(hash(key), key);
      REQUIRE(n != table.none);
      REQUIRE(&table.value(n) == &value);
    });
    REQUIRE(seen == expected.size());
    for (const auto& [id, value] : expected) {
      const Key key = key_of<Key>(id);
      const auto n = table.find(hash(key), key);
      REQUIRE(n != table.none);
      REQUIRE(table.value(n) == value);
    }
    std::size_t changes = 0;
    table.for_each_changed([&](const Key&, const std::int64_t&) { ++changes; });
    REQUIRE(changes == changed.size());
    REQUIRE(table.changed_count() == changed.size());
    std::vector<Key> gone;
    table.for_each_erased([&](const Key& key) {
      if (std::find(gone.begin(), gone.end(), key) == gone.end()) gone.push_back(key);
    });
    REQUIRE(gone.size() == erased.size());
    for (const std::uint64_t id : erased) REQUIRE(std::find(gone.begin(), gone.end(), key_of<Key>(id)) != gone.end());
  }
};

// Adds, erases, looks up and commits at random, over `ids` different keys.
template <class Key>
void run_at_random(std::uint64_t seed, std::size_t operations, std::uint64_t ids) {
  INFO("seed " << seed << ", " << ids << " keys");
  std::mt19937_64 random(seed);
  model<Key> both;
  const std::size_t between_commits = 100 + random() % 400;
  const std::size_t between_comparisons = operations / 20;
  std::uint64_t out_of_ten = 5;  // so many operations add; drifts, so that the table grows and shrinks
  for (std::size_t i = 1; i <= operations; ++i) {
    const std::uint64_t id = random() % ids;
    const std::uint64_t what = random() % 10;
    if (what < out_of_ten) both.add_to(id, static_cast<std::int64_t>(i));
    else if (what < 9) both.erase(id);
    else both.look_up(id);
    if (i % (operations / 10) == 0) out_of_ten = 1 + random() % 8;
    if (i % between_comparisons == 0) both.compare();
    if (i % between_commits == 0) both.commit();
  }
}

TEST_CASE("a table agrees with a model through a million random operations") {
  const std::uint64_t seed = new_seed();
  run_at_random<std::int64_t>(seed, 400'000, 10);
  run_at_random<std::int64_t>(seed, 600'000, 20'000);
}

TEST_CASE("a table of text keys agrees with a model") { run_at_random<std::string>(new_seed(), 200'000, 3'000); }

TEST_CASE("a table of keys of two columns agrees with a model") { run_at_random<user_row>(new_seed(), 200'000, 3'000); }

TEST_CASE("a table agrees with a model when nearly all hashes collide") { run_at_random<crowded>(new_seed(), 50'000, 300); }

TEST_CASE("an empty table finds, erases and visits nothing") {
  keyed_state<std::int64_t, std::int64_t> table;
  CHECK(table.find(hash(std::int64_t{1}), std::int64_t{1}) == table.none);
  CHECK_FALSE(table.erase(hash(std::int64_t{1}), std::int64_t{1}));
  CHECK(table.candidate(hash(std::int64_t{1})) == table.none);
  CHECK(table.empty());
  CHECK(table.bytes_of_memory() == 0);
  table.for_each([](const auto&, const auto&) { FAIL("there is no entry"); });
  table.for_each_changed([](const auto&, const auto&) { FAIL("there is no change"); });
  table.clear();
  table.commit();
  CHECK(table.empty());
}

TEST_CASE("growth keeps every entry, its number, and its mark of change") {
  keyed_state<std::int64_t, std::int64_t> table;
  std::vector<std::uint32_t> numbers;
  for (std::int64_t key = 0; key < 100'000; ++key) {
    numbers.push_back(table.update(
        hash(key), key, [&](std::int64_t& value) { value = -key; }, [&] { return key; }));
    if (key == 49'999) table.commit();
  }
  for (std::int64_t key = 0; key < 100'000; ++key) {
    const auto n = numbers[static_cast<std::size_t>(key)];
    REQUIRE(table.find(hash(key), key) == n);
    REQUIRE(table.key(n) == key);
    REQUIRE(table.value(n) == -key);
  }
  std::int64_t next = 50'000;
  table.for_each_changed([&](const std::int64_t& key, const std::int64_t& value) {
    REQUIRE(key == next++);
    REQUIRE(value == -key);
  });
  CHECK(next == 100'000);
}

TEST_CASE("an index of 18 slots takes 17, 18 and 19 keys") {
  for (const std::int64_t keys : {17, 18, 19}) {
    keyed_state<std::int64_t, std::int64_t> table;
    for (std::int64_t key = 0; key < keys; ++key) add(table, key, key);
    CHECK(table.capacity() == (keys <= 18 ? 18U : 36U));
    for (std::int64_t key = 0; key < keys; ++key) CHECK(table.find(hash(key), key) != table.none);
    CHECK(table.find(hash(keys), keys) == table.none);
  }
}

TEST_CASE("marks are by entry across the words that hold them: 63, 64 and 65") {
  for (const std::int64_t marked : {63, 64, 65}) {
    keyed_state<std::int64_t, std::int64_t> table;
    for (std::int64_t key = 0; key < 130; ++key) add(table, key, key);
    table.commit();
    add(table, marked, 1);
    std::vector<std::int64_t> changed;
    table.for_each_changed([&](const std::int64_t& key, const std::int64_t&) { changed.push_back(key); });
    CHECK(changed == std::vector<std::int64_t>{marked});
  }
}

TEST_CASE("looking a key up does not mark it, changing it does") {
  keyed_state<std::int64_t, std::int64_t> table;
  add(table, std::int64_t{1}, 5);
  table.commit();
  const auto n = table.find(hash(std::int64_t{1}), std::int64_t{1});
  CHECK_FALSE(table.has_changes());
  table.change(n) = 6;
  CHECK(table.has_changes());
  std::int64_t seen = 0;
  table.for_each_changed([&](const std::int64_t&, const std::int64_t& value) { seen = value; });
  CHECK(seen == 6);
}

TEST_CASE("an insertion of a key that is there neither marks it nor makes another") {
  keyed_state<std::string, std::int64_t> table;
  const auto insert = [&](std::string_view key) {
    return table.try_insert(memory_hash<std::string>::of(key), key, [&] { return std::string(key); });
  };
  CHECK(insert("ann"));
  CHECK(!insert("ann"));
  CHECK(table.changed_count() == 1);
  table.commit();
  CHECK(!insert("ann"));
  CHECK(table.changed_count() == 0);
  CHECK(insert("bob"));
  CHECK(table.changed_count() == 1);
  CHECK(table.size() == 2);
}

TEST_CASE("a value without members takes no room") {
  using set = keyed_state<std::int64_t, tidemark::row<>>;
  static_assert(sizeof(set::entry) == sizeof(std::int64_t));
  set keys;
  for (std::int64_t key = 0; key < 1'000; ++key) keys.insert(hash(key), key);
  CHECK(keys.size() == 1'000);
  CHECK(keys.key(keys.find(hash(std::int64_t{999}), std::int64_t{999})) == 999);
}

TEST_CASE("a key that was erased is told once committed changes are asked for, and not after the commit") {
  keyed_state<std::string, std::int64_t> table;
  const std::string key = "gone";
  add(table, key, 1);
  table.commit();
  CHECK(table.erase(hash(key), std::string_view("gone")));
  std::vector<std::string> erased;
  const auto collect = [&] {
    erased.clear();
    table.for_each_erased([&](const std::string& one) { erased.push_back(one); });
    return erased;
  };
  CHECK(table.has_changes());
  CHECK(collect() == std::vector<std::string>{"gone"});
  add(table, key, 1);
  CHECK(collect().empty());
  table.erase(hash(key), key);
  table.commit();
  CHECK(collect().empty());
  CHECK_FALSE(table.has_changes());
}

TEST_CASE("an erased key is no longer among the changed ones, and its number is used again") {
  keyed_state<std::int64_t, std::int64_t> table;
  for (std::int64_t key = 0; key < 3; ++key) add(table, key, key);
  const auto n = table.find(hash(std::int64_t{1}), std::int64_t{1});
  table.erase(hash(std::int64_t{1}), std::int64_t{1});
  std::vector<std::int64_t> changed;
  table.for_each_changed([&](const std::int64_t& key, const std::int64_t&) { changed.push_back(key); });
  CHECK(changed == std::vector<std::int64_t>{0, 2});
  add(table, std::int64_t{9}, 9);
  CHECK(table.find(hash(std::int64_t{9}), std::int64_t{9}) == n);
  CHECK(table.value(n) == 9);
}

TEST_CASE("a visit of all keys may erase the key it has come to") {
  keyed_state<std::string, std::int64_t> table;
  for (std::uint64_t id = 0; id < 1'000; ++id) add(table, key_of<std::string>(id), static_cast<std::int64_t>(id));
  std::size_t seen = 0;
  table.for_each([&](const std::string& key, const std::int64_t& value) {
    ++seen;
    if (value % 3 != 0) table.erase(hash(key), key);
  });
  CHECK(seen == 1'000);
  CHECK(table.size() == 334);
  table.for_each([](const std::string& key, const std::int64_t& value) {
    REQUIRE(key == key_of<std::string>(static_cast<std::uint64_t>(value)));
    REQUIRE(value % 3 == 0);
  });
}

TEST_CASE("long churn at a steady size does not make the table grow without end") {
  keyed_state<std::int64_t, std::int64_t> table;
  constexpr std::int64_t live = 1'000;
  for (std::int64_t key = 0; key < live; ++key) add(table, key, 1);
  for (std::int64_t key = live; key < 500 * live; ++key) {
    add(table, key, 1);
    REQUIRE(table.erase(hash(key - live), key - live));
    if (key % 512 == 0) table.commit();
  }
  CHECK(table.size() == live);
  CHECK(table.capacity() <= 4 * live);
  for (std::int64_t key = 499 * live; key < 500 * live; ++key) REQUIRE(table.find(hash(key), key) != table.none);
}

TEST_CASE("text keys are found by string_view and by literal, and rows by a view of their columns") {
  keyed_state<std::string, std::int64_t> texts;
  const std::string_view text = "a text of more than sixteen characters";
  texts.update(
      memory_hash<std::string_view>::of(text), text, [](std::int64_t& n) { ++n; }, [&] { return std::string(text); });
  CHECK(texts.find(memory_hash<std::string>::of(std::string(text)), std::string(text)) == 0);
  CHECK(texts.find(memory_hash<std::string>::of(text), "a text of more than sixteen characters") == 0);

  keyed_state<user_row, std::int64_t> rows;
  const user_view seen{"ann", 3};
  for (int i = 0; i < 2; ++i)
    rows.update(
        memory_hash<user_view>::of(seen), seen, [](std::int64_t& n) { ++n; },
        [&] {
          return user_row{std::string(tidemark::get<"user">(seen)), tidemark::get<"zone">(seen)};
        });
  CHECK(rows.size() == 1);
  const user_row kept{"ann", 3};
  CHECK(rows.value(rows.find(memory_hash<user_row>::of(kept), kept)) == 2);
}

TEST_CASE("an adapted struct without == is a key") {
  keyed_state<place, std::int64_t> table;
  for (const char* city : {"Rome", "Oslo", "Rome"}) {
    const place one{city, 1};
    table.update(
        memory_hash<place>::of(one), one, [](std::int64_t& n) { ++n; }, [&] { return one; });
  }
  CHECK(table.size() == 2);
  const place rome{"Rome", 1};
  CHECK(table.value(table.find(memory_hash<place>::of(rome), rome)) == 2);
}

TEST_CASE("a new entry may start from a whole entry") {
  using table_type = keyed_state<std::int64_t, std::int64_t>;
  table_type table;
  const std::int64_t key = 4;
  for (int i = 0; i < 2; ++i)
    table.update(
        hash(key), key, [](std::int64_t& value) { ++value; },
        [&] {
          return table_type::entry{key, 100};
        });
  CHECK(table.value(table.find(hash(key), key)) == 102);
}

TEST_CASE("values with memory of their own are moved on growth and destroyed on erase, clear and destruction") {
  counted::living = 0;
  {
    keyed_state<std::string, counted> table;
    for (std::uint64_t id = 0; id < 1'000; ++id) {
      const auto key = key_of<std::string>(id);
      table.update(
          hash(key), key, [&](counted& one) { *one.value = static_cast<std::int64_t>(id); }, [&] { return key; });
    }
    CHECK(counted::living == 1'000);
    for (std::uint64_t id = 0; id < 1'000; id += 2) table.erase(hash(key_of<std::string>(id)), key_of<std::string>(id));
    CHECK(counted::living == 500);
    for (std::uint64_t id = 1; id < 1'000; id += 2) {
      const auto key = key_of<std::string>(id);
      REQUIRE(*table.value(table.find(hash(key), key)).value == static_cast<std::int64_t>(id));
    }
    table.clear();
    CHECK(counted::living == 0);
    table.insert(hash(std::string("again")), "again");
    CHECK(counted::living == 1);
  }
  CHECK(counted::living == 0);
}

TEST_CASE("entries with a stricter alignment than malloc's keep it through growth") {
  keyed_state<std::int64_t, over_aligned> table;
  for (std::int64_t key = 0; key < 1'000; ++key)
    table.update(
        hash(key), key, [&](over_aligned& one) { one.value = key; }, [&] { return key; });
  table.for_each([](const std::int64_t& key, const over_aligned& one) {
    REQUIRE(reinterpret_cast<std::uintptr_t>(&one) % 64 == 0);
    REQUIRE(one.value == key);
  });
}

TEST_CASE("a table that was moved from is empty and can be filled again") {
  keyed_state<std::string, std::string> first;
  for (std::uint64_t id = 0; id < 100; ++id) first.insert(hash(key_of<std::string>(id)), key_of<std::string>(id), "value");
  keyed_state<std::string, std::string> second = std::move(first);
  CHECK(second.size() == 100);
  CHECK(first.empty());  // NOLINT(bugprone-use-after-move): what is tested
  CHECK(first.find(hash(key_of<std::string>(1)), key_of<std::string>(1)) == first.none);
  first.insert(hash(std::string("new")), "new", "other");
  CHECK(first.size() == 1);
  second = std::move(first);
  CHECK(second.size() == 1);
  CHECK(second.value(second.find(hash(std::string("new")), "new")) == "other");
}

TEST_CASE("a table that was cleared starts again with the memory it had") {
  keyed_state<std::int64_t, std::int64_t> table;
  for (std::int64_t key = 0; key < 1'000; ++key) add(table, key, key);
  table.erase(hash(std::int64_t{5}), std::int64_t{5});
  const std::size_t capacity = table.capacity();
  table.clear();
  CHECK(table.empty());
  CHECK_FALSE(table.has_changes());
  CHECK(table.capacity() == capacity);
  table.for_each_changed([](const auto&, const auto&) { FAIL("cleared"); });
  table.for_each_erased([](const auto&) { FAIL("cleared"); });
  add(table, std::int64_t{5}, 7);
  CHECK(table.value(table.find(hash(std::int64_t{5}), std::int64_t{5})) == 7);
  CHECK(table.size() == 1);
}

TEST_CASE("after reserve nothing is allocated until so many keys are there") {
  keyed_state<std::int64_t, std::int64_t> table;
  table.reserve(10'000);
  const std::size_t bytes = table.bytes_of_memory();
  for (std::int64_t key = 0; key < 10'000; ++key) add(table, key, key);
  CHECK(table.bytes_of_memory() == bytes);
  table.reserve(5);
  CHECK(table.bytes_of_memory() == bytes);
}

TEST_CASE("a small table is small, and a large one takes at most 40 bytes a key for a count") {
  keyed_state<std::int64_t, std::int64_t> small;
  for (std::int64_t key = 0; key < 8; ++key) add(small, key, 1);
  CHECK(small.bytes_of_memory() <= 400);
  keyed_state<std::int64_t, std::int64_t> large;
  std::int64_t key = 0;
  for (const std::int64_t keys : {100'000, 150'000, 200'000, 300'000}) {
    for (; key < keys; ++key) add(large, key, 1);
    INFO(keys);
    CHECK(large.bytes_of_memory() <= static_cast<std::size_t>(keys) * 40);
  }
}

TEST_CASE("the candidate of a key that is there is nearly always that key") {
  keyed_state<std::int64_t, std::int64_t> table;
  for (std::int64_t key = 0; key < 10'000; ++key) add(table, key, key);
  int right = 0;
  for (std::int64_t key = 0; key < 10'000; ++key) {
    table.prefetch(hash(key));
    const auto n = table.candidate(hash(key));
    if (n == table.none) continue;
    table.prefetch_entry(n);
    right += table.is(n, key) ? 1 : 0;
  }
  CHECK(right > 9'000);
}

TEST_CASE("both forms of comparing twelve tags give the same") {
  const std::uint64_t seed = new_seed();
  INFO("seed " << seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t different = i % 2 == 0 ? 3 : 256;
    tidemark::index_group group{};
    for (auto& tag : group.tags) tag = static_cast<std::uint8_t>(random() % different);
    group.overflow = static_cast<std::uint8_t>(random());
    const std::uint64_t sought = random() >> 8 << 8 | random() % different;
    const std::uint8_t tag = tidemark::index_group::tag_of(sought);
    REQUIRE(tag != 0);
    unsigned matches = 0;
    unsigned free = 0;
    for (unsigned slot = 0; slot < 12; ++slot) {
      matches |= group.tags[slot] == tag ? 1U << slot : 0U;
      free |= group.tags[slot] == 0 ? 1U << slot : 0U;
    }
    REQUIRE(group.matches(sought) == matches);
    REQUIRE(group.free_places() == free);
    REQUIRE(tidemark::matches_by_words(group.tags, tag) == matches);
    REQUIRE(tidemark::matches_by_words(group.tags, 0) == free);
  }
}

TEST_CASE("a table is large from the size on at which blocks pay, and says so as soon as it has grown") {
  keyed_state<std::int64_t, std::int64_t> table;
  std::int64_t key = 0;
  for (; !table.is_large(); ++key) add(table, key, 1);
  CHECK(key > 5'000);
  CHECK(key < 50'000);
  CHECK(table.bytes_of_memory() > 250'000);
  tidemark::number_index index(4);
  CHECK(index.has_more_groups_than(3));
  CHECK_FALSE(index.has_more_groups_than(4));
  CHECK_FALSE(index.has_more_groups_than(5));
}

TEST_CASE("entries that are erased together are gone and told as erased, the others stay: 31, 32, 33 and 100 of 200") {
  for (const std::int64_t over : {31, 32, 33, 100}) {
    keyed_state<std::string, std::int64_t> table;
    const auto find = [&](const std::string& key) { return table.find(memory_hash<std::string>::of(key), key); };
    for (std::int64_t i = 0; i < 200; ++i) {
      const std::string key = "key " + std::to_string(i);
      table.insert(memory_hash<std::string>::of(key), key, i);
    }
    CHECK(table.erase_if([&](auto n) { return table.value(n) % 2 == 0 && table.value(n) < 2 * over; }) ==
          static_cast<std::size_t>(over));
    CHECK(table.size() == static_cast<std::size_t>(200 - over));
    std::int64_t told = 0;
    table.for_each_erased([&](const std::string& /*key*/) { ++told; });
    CHECK(told == over);
    for (std::int64_t i = 0; i < 200; ++i)
      CHECK((find("key " + std::to_string(i)) == table.none) == (i % 2 == 0 && i < 2 * over));
  }
}

TEST_CASE("an entry that is named twice is erased once") {
  keyed_state<std::string, std::int64_t> table;
  const std::string key = "tide";
  const auto n = table.insert(memory_hash<std::string>::of(key), key, 1);
  const std::vector<std::uint32_t> twice{n, n};
  table.erase_entries(twice);
  CHECK(table.empty());
}

}  // namespace keyed_state_test
