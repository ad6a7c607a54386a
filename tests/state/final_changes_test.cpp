// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "row/random_values.hpp"

#include <tidemark/state/final_changes.hpp>
#include <tidemark/testing/store_laws.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace std::string_view_literals;
using tidemark::change_set;
using tidemark::final_changes;

std::string text(const final_changes& final) {
  std::string all;
  for (const auto& one : final.by_key()) all += std::string(one.key) + (one.is_put ? "=" + std::string(one.value) : "-") + " ";
  return all;
}

}  // namespace

TEST_CASE("the last record of a key counts, and keys are in order") {
  change_set changes;
  changes.put("b", "1");
  changes.put("a", "2");
  changes.erase("c");
  changes.put("b", "3");
  changes.erase("a");
  changes.put("c", "4");
  CHECK(text(final_changes(changes)) == "a- b=3 c=4 ");
}

TEST_CASE("keys that share their first eight bytes are in order too") {
  change_set changes;
  for (const std::string_view key : {"12345678b"sv, "12345678"sv, "12345678a"sv, "1234567\0"sv, "1234567"sv})
    changes.put(key, "");
  CHECK(text(final_changes(changes)) == "1234567= 1234567\0= 12345678= 12345678a= 12345678b= "sv);
}

TEST_CASE("an eviction takes what was put before it and spares what is put after it") {
  change_set changes;
  changes.put("1a", "before");
  changes.put("2a", "before");
  changes.put("3a", "before");
  changes.erase_through("2");
  changes.put("1b", "after");
  const final_changes final(changes);
  CHECK(text(final) == "1a- 1b=after 2a- 3a=before ");
  CHECK(final.has_evictions());
  CHECK(final.evicted_through() == "2");
}

TEST_CASE("keys that were there before go when they start at or below an evicted prefix") {
  change_set changes;
  changes.erase_through("22");
  changes.erase_through("21");
  const final_changes final(changes);
  CHECK(final.is_evicted("11"));
  CHECK(final.is_evicted("21x"));
  CHECK(final.is_evicted("22"));
  CHECK(final.is_evicted("22\xff"));
  CHECK_FALSE(final.is_evicted("23"));
  CHECK_FALSE(final.is_evicted("1"));
  CHECK_FALSE(final.is_beyond_evictions("1"));
  CHECK_FALSE(final.is_beyond_evictions("22\xff"));
  CHECK(final.is_beyond_evictions("23"));
}

TEST_CASE("without an eviction nothing is evicted") {
  change_set changes;
  changes.put("a", "1");
  const final_changes final(changes);
  CHECK_FALSE(final.has_evictions());
  CHECK_FALSE(final.is_evicted("a"));
  CHECK(final.evicted_through().empty());
  CHECK(final_changes(change_set()).by_key().empty());
}

TEST_CASE("random changes come to what they do one by one") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  const auto key = [&] { return std::string{"0123"[from() % 4], "0123"[from() % 4]}.substr(0, 2 - from() % 6 / 5); };
  for (int round = 0; round < 500; ++round) {
    change_set before;
    for (auto count = from() % 10; count > 0; --count) before.put(key(), "old");
    change_set changes;
    for (auto count = from() % 20; count > 0; --count) {
      switch (from() % 4) {
        case 0:
          changes.erase(key());
          break;
        case 1:
          changes.erase_through(key());
          break;
        default:
          changes.put(key(), std::to_string(count));
      }
    }
    tidemark::testing::model_image image;
    tidemark::replay(before.bytes(), image);
    auto result = image.rows;
    tidemark::replay(changes.bytes(), image);

    const final_changes final(changes);
    std::erase_if(result, [&](const auto& row) { return final.is_evicted(row.first); });
    for (const auto& one : final.by_key()) {
      result.erase(std::string(one.key));
      if (one.is_put) result[std::string(one.key)] = one.value;
    }
    REQUIRE(result == image.rows);
  }
}
