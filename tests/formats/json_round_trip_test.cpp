// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>
#include <tidemark/row/record.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace td = tidemark;

namespace {

struct part {
  std::int16_t number{};
  std::optional<std::string> text;

  friend bool operator==(const part&, const part&) = default;
};

struct everything {
  bool yes{};
  std::int8_t tiny{};
  std::uint16_t small_number{};
  std::int32_t number{};
  std::int64_t large{};
  std::uint64_t unsigned_large{};
  float single{};
  double twice{};
  std::string text;
  td::timestamp time;
  td::time_window window;
  std::optional<double> maybe;
  std::vector<std::optional<std::string>> texts;
  std::array<std::int32_t, 3> three{};
  std::map<std::string, std::int64_t> counts;
  std::map<td::timestamp, bool> flags;
  part nested;
  std::vector<part> parts;

  friend bool operator==(const everything&, const everything&) = default;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(part, number, text);
BOOST_HANA_ADAPT_STRUCT(everything, yes, tiny, small_number, number, large, unsigned_large, single, twice, text, time, window,
                        maybe, texts, three, counts, flags, nested, parts);

namespace {

class maker {
 public:
  explicit maker(std::uint64_t seed) : random_(seed) {}

  template <class Integer>
  Integer integer() {
    return static_cast<Integer>(random_() >> random_() % 64);
  }
  std::size_t below(std::size_t most) { return random_() % most; }
  double floating() {
    const auto value = std::bit_cast<double>(random_());
    return std::isfinite(value) ? value : static_cast<double>(integer<std::int32_t>()) / 8;
  }
  float single() {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random_()));
    return std::isfinite(value) ? value : 0.25f;
  }
  std::string text() {
    static const std::string pieces[] = {
        "a", "plain words of some length", "\"", "\\", "\n", std::string(1, '\0'), "é", "€", "😀", "/", "{}", "\x7f", "\x1f"};
    std::string made;
    for (std::size_t i = below(8); i > 0; --i) made += pieces[below(std::size(pieces))];
    return made;
  }
  td::timestamp time() { return td::timestamp{integer<std::int64_t>()}; }
  part piece() { return {integer<std::int16_t>(), below(2) == 0 ? std::nullopt : std::optional<std::string>(text())}; }

  everything all() {
    everything made;
    made.yes = below(2) == 0;
    made.tiny = integer<std::int8_t>();
    made.small_number = integer<std::uint16_t>();
    made.number = integer<std::int32_t>();
    made.large = integer<std::int64_t>();
    made.unsigned_large = integer<std::uint64_t>();
    made.single = single();
    made.twice = floating();
    made.text = text();
    made.time = time();
    made.window = {time(), time()};
    if (below(2) == 0) made.maybe = floating();
    for (std::size_t i = below(4); i > 0; --i)
      made.texts.push_back(below(3) == 0 ? std::nullopt : std::optional<std::string>(text()));
    for (std::int32_t& number : made.three) number = integer<std::int32_t>();
    for (std::size_t i = below(4); i > 0; --i) made.counts[text()] = integer<std::int64_t>();
    for (std::size_t i = below(4); i > 0; --i) made.flags[time()] = below(2) == 0;
    made.nested = piece();
    for (std::size_t i = below(4); i > 0; --i) made.parts.push_back(piece());
    return made;
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("any record reads back as itself from its JSON") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  maker make(seed);
  td::json_reader<everything> reader;
  everything read;
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    const everything written = make.all();
    text.clear();
    td::write_json(text, written);
    INFO(text);
    REQUIRE(reader.read(text, read));
    REQUIRE(read == written);
    REQUIRE(std::signbit(read.twice) == std::signbit(written.twice));
  }
}

TEST_CASE("a record whose JSON is cut anywhere is not read, nor is anything behind its end") {
  const auto seed = std::random_device{}();
  INFO("seed " << seed);
  maker make(seed);
  td::json_reader<everything> reader;
  everything read;
  for (int i = 0; i < 10; ++i) {
    std::string text;
    td::write_json(text, make.all());
    for (std::size_t size = 0; size < text.size(); ++size) {
      // A copy of just this size, so that a read beyond its end is found by the address sanitizer.
      const std::vector<char> cut(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
      REQUIRE_FALSE(reader.read({cut.data(), cut.size()}, read));
    }
  }
}
