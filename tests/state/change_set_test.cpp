// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "row/random_values.hpp"

#include <tidemark/row/codec.hpp>
#include <tidemark/state/change_set.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace std::string_view_literals;
using tidemark::change_set;

struct seen_change {
  char kind;
  std::string key;
  std::string value;
  friend bool operator==(const seen_change&, const seen_change&) = default;
};

struct recorder final : tidemark::change_reader {
  void put(std::string_view key, std::string_view value) override {
    seen.push_back({'p', std::string(key), std::string(value)});
  }
  void erase(std::string_view key) override { seen.push_back({'e', std::string(key), {}}); }
  void erase_through(std::string_view prefix) override { seen.push_back({'t', std::string(prefix), {}}); }
  std::vector<seen_change> seen;
};

std::vector<seen_change> replayed(std::string_view bytes) {
  recorder seen;
  tidemark::replay(bytes, seen);
  return seen.seen;
}

}  // namespace

TEST_CASE("changes come back in the order in which they were made") {
  change_set changes;
  changes.put("a", "1");
  changes.erase("b");
  changes.erase_through("c");
  changes.put("a", "");
  changes.put("", "2");
  CHECK(replayed(changes.bytes()) ==
        std::vector<seen_change>{{'p', "a", "1"}, {'e', "b", ""}, {'t', "c", ""}, {'p', "a", ""}, {'p', "", "2"}});
}

TEST_CASE("changes have exactly the stored forms that the documentation lists") {
  change_set changes;
  changes.put("key", "value");
  CHECK(changes.bytes() ==
        "\x0d"
        "key\x05value"sv);
  changes.clear();
  changes.erase("key");
  CHECK(changes.bytes() ==
        "\x0e"
        "key"sv);
  changes.clear();
  changes.erase_through("key");
  CHECK(changes.bytes() ==
        "\x0f"
        "key"sv);
}

TEST_CASE("a change set is empty until there is a change, and again when cleared") {
  change_set changes;
  CHECK(changes.empty());
  CHECK(replayed(changes.bytes()).empty());
  changes.erase("");
  changes.put("", "");
  changes.erase_through("");
  CHECK_FALSE(changes.empty());
  CHECK(changes.count() == 3);
  changes.clear();
  CHECK(changes.empty());
  CHECK(changes.count() == 0);
}

TEST_CASE("writers put bytes straight into the set") {
  change_set changes;
  changes.put([](std::string& out) { tidemark::key_codec<std::int16_t>::encode(out, 1); },
              [](std::string& out) { tidemark::codec<std::int16_t>::encode(out, 2); });
  changes.erase([](std::string& out) { tidemark::key_codec<std::string>::encode(out, "x"); });
  changes.erase_through([](std::string& out) { out += "y"; });
  CHECK(replayed(changes.bytes()) == std::vector<seen_change>{{'p', "\x80\x01", std::string("\x02\x00", 2)},
                                                              {'e', std::string("x\x00\x01", 3), ""},
                                                              {'t', "y", ""}});
}

TEST_CASE("keys and values of any length come back") {
  for (const std::size_t length : {0u, 1u, 31u, 32u, 33u, 127u, 128u, 129u, 4095u, 4096u, 16383u, 16384u, 70000u}) {
    const std::string text(length, 'x');
    change_set changes;
    changes.put(text, text);
    changes.put("next", text);
    changes.erase(text);
    CHECK(replayed(changes.bytes()) == std::vector<seen_change>{{'p', text, text}, {'p', "next", text}, {'e', text, ""}});
  }
}

TEST_CASE("records cut short or of an unknown kind are an error, not half read") {
  change_set changes;
  changes.put(std::string(40, 'k'), std::string(200, 'v'));
  const std::string bytes(changes.bytes());
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    recorder seen;
    REQUIRE_THROWS_AS(tidemark::replay(std::string_view(bytes).substr(0, length), seen), tidemark::error);
    REQUIRE(seen.seen.empty());
  }
  CHECK_THROWS_AS(replayed("\x04x"sv), tidemark::error);
}

TEST_CASE("random changes come back") {
  const auto seed = random_values::seed();
  CAPTURE(seed);
  random_values::generator from(seed);
  for (int round = 0; round < 100; ++round) {
    change_set changes;
    std::vector<seen_change> made;
    for (auto count = random_values::below(from, 30); count > 0; --count) {
      auto key = random_values::random<std::string>(from);
      auto value = random_values::random<std::string>(from);
      switch (random_values::below(from, 3)) {
        case 0:
          changes.put(key, value);
          made.push_back({'p', key, value});
          break;
        case 1:
          changes.erase(key);
          made.push_back({'e', key, {}});
          break;
        default:
          changes.erase_through(key);
          made.push_back({'t', key, {}});
      }
    }
    REQUIRE(replayed(changes.bytes()) == made);
  }
}
