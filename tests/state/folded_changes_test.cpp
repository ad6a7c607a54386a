// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "row/random_values.hpp"

#include <tidemark/state/folded_changes.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <map>
#include <random>
#include <string>

namespace {

using tidemark::change_set;
using tidemark::folded_changes;
using rows = std::map<std::string, std::string>;

rows left_by(const folded_changes& changes) {
  change_set left;
  for (std::size_t number = 0; number < changes.size(); ++number) changes.write(number, left);
  tidemark::testing::model_image image;
  tidemark::replay(left.bytes(), image);
  return image.rows;
}

}  // namespace

TEST_CASE("the last change of a key counts") {
  change_set first;
  first.put("a", "1");
  first.put("b", "1");
  first.erase("c");
  change_set second;
  second.erase("b");
  second.put("c", "2");
  second.put("a", "2");
  second.put("a", "3");
  folded_changes changes;
  changes.add(std::string(first.bytes()));
  changes.add(std::string(second.bytes()));
  CHECK(left_by(changes) == rows{{"a", "3"}, {"c", "2"}});
  for (const char* key : {"a", "b", "c"}) CHECK(changes.replace(key));
  CHECK_FALSE(changes.replace("d"));
}

TEST_CASE("a prefix erases what was put before it and not what comes after, and no shorter keys") {
  change_set set;
  set.put("10 early", "x");
  set.put("20 early", "x");
  set.put("1", "short");
  set.erase_through("15");
  set.put("11 late", "x");
  folded_changes changes;
  changes.add(std::string(set.bytes()));
  CHECK(left_by(changes) == rows{{"20 early", "x"}, {"1", "short"}, {"11 late", "x"}});
  CHECK(changes.replace("15 before"));
  CHECK_FALSE(changes.replace("16 before"));
  CHECK_FALSE(changes.replace("0"));
}

TEST_CASE("a smaller prefix later does not undo a larger one before, and reaches rows put in between") {
  change_set set;
  set.put("3", "before both");
  set.erase_through("5");
  set.put("2", "between");
  set.put("4", "between");
  set.erase_through("3");
  folded_changes changes;
  changes.add(std::string(set.bytes()));
  CHECK(left_by(changes) == rows{{"4", "between"}});
  CHECK(changes.replace("5"));
}

TEST_CASE("changes of any kind folded, over rows from before, leave what they leave one by one") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  const auto key = [&] {
    std::string made;
    for (std::size_t letters = below(4); letters > 0; --letters) made += "ab\xff"[below(3)];
    return made;
  };
  for (int history = 0; history < 300; ++history) {
    tidemark::testing::model_image model;
    for (std::size_t i = below(10); i > 0; --i) model.rows[key()] = "old";
    const rows before = model.rows;
    folded_changes changes;
    for (std::size_t sets = below(4); sets > 0; --sets) {
      change_set set;
      for (std::size_t i = below(8); i > 0; --i) {
        if (below(4) == 0) set.erase_through(key());
        else if (below(3) == 0) set.erase(key());
        else set.put(key(), std::to_string(random() % 1000));
      }
      tidemark::replay(set.bytes(), model);
      changes.add(std::string(set.bytes()));
    }
    rows result = left_by(changes);
    for (const auto& [row, value] : before)
      if (!changes.replace(row)) REQUIRE(result.insert({row, value}).second);
    REQUIRE(result == model.rows);
  }
}
