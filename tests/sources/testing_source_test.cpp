// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/testing/source.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace td = tidemark;

namespace {

struct click {
  std::string user;
  std::int64_t at{};
  bool operator==(const click&) const = default;
};

using clicks = std::vector<click>;

}  // namespace

BOOST_HANA_ADAPT_STRUCT(click, user, at);

namespace {

static_assert(td::Source<td::testing::source<click>>);
static_assert(td::CuttableRowReader<td::testing::block_reader<click>, click>);
static_assert(td::testing::source<click>::capabilities.replayable);

auto opened(const td::testing::source<click>& source) { return source.open({td::local_files(), ""}); }

template <class Open>
clicks read(const Open& open, std::optional<td::source_offset> start, const td::source_offset& end) {
  clicks rows;
  const auto reader = open.template rows<td::name_list<"user", "at">>(start, end);
  reader.read_part(0, reader.size(), [&](const click& one) { rows.push_back(one); });
  return rows;
}

constexpr auto limited = td::read_limit::of_source;
using offset = std::optional<td::source_offset>;

}  // namespace

TEST_CASE("a source fed by hand knows no offset before the first block") {
  td::testing::source<click> source;
  auto open = opened(source);
  CHECK(open.latest_offset({}, 0, limited) == std::nullopt);
  source.add({});
  source.add(clicks{});
  CHECK(open.latest_offset({}, 0, limited) == std::nullopt);
  source.add_batch();
  CHECK(open.latest_offset({}, 0, limited) == offset("0"));
  CHECK(read(open, {}, "0").empty());
}

TEST_CASE("each call adds one block and the offset is the number of the last") {
  td::testing::source<click> source;
  auto open = opened(source);
  source.add({{"ann", 1}, {"bob", 2}});
  source.add_batch();
  source.add(clicks{{"cat", 3}});
  CHECK(open.latest_offset({}, 0, limited) == offset("2"));
  CHECK(read(open, {}, "2") == clicks{{"ann", 1}, {"bob", 2}, {"cat", 3}});
  CHECK(read(open, "0", "2") == clicks{{"cat", 3}});
  CHECK(read(open, "2", "2").empty());
}

TEST_CASE("one block a trigger if asked for, all of them for the once trigger") {
  td::testing::source<click> source({.blocks_per_trigger = 1});
  auto open = opened(source);
  for (const char* user : {"ann", "bob", "cat"}) source.add({{user, 0}});
  CHECK(open.latest_offset({}, 0, limited) == offset("0"));
  CHECK(open.latest_offset("0", 0, limited) == offset("1"));
  CHECK(open.latest_offset("1", 0, limited) == offset("2"));
  CHECK(open.latest_offset("2", 0, limited) == offset("2"));
  CHECK(open.latest_offset({}, 0, td::read_limit::none) == offset("2"));
}

TEST_CASE("a frozen source does not pass what was there") {
  td::testing::source<click> source;
  auto open = opened(source);
  open.freeze(0);
  source.add({{"ann", 1}});
  CHECK(open.latest_offset({}, 0, limited) == std::nullopt);

  auto again = opened(source);
  again.freeze(0);
  source.add({{"bob", 2}});
  CHECK(again.latest_offset({}, 0, limited) == offset("0"));
  CHECK(again.latest_offset("0", 0, limited) == offset("0"));
}

TEST_CASE("a copy is the same source, and a later run reads the same rows") {
  td::testing::source<click> source;
  const auto copy = source;
  source.add({{"ann", 1}});
  auto first = opened(copy);
  first.commit("0");
  CHECK(read(opened(copy), {}, "0") == clicks{{"ann", 1}});
}

TEST_CASE("a reader is cut at any place, also inside blocks") {
  td::testing::source<click> source;
  clicks all;
  for (std::int64_t i = 0; i < 7; ++i) all.push_back({"u", i});
  source.add_batch({all.begin(), all.begin() + 3});
  source.add_batch();
  source.add_batch({all.begin() + 3, all.begin() + 4});
  source.add_batch({all.begin() + 4, all.end()});
  const auto reader = opened(source).rows<td::name_list<>>({}, "3");
  REQUIRE(reader.size() == 7);
  for (std::size_t first = 0; first <= 7; ++first)
    for (std::size_t count = 0; first + count <= 7; ++count) {
      clicks part;
      reader.read_part(first, count, [&](const click& one) { part.push_back(one); });
      const auto at = all.begin() + static_cast<std::ptrdiff_t>(first);
      CHECK(part == clicks(at, at + static_cast<std::ptrdiff_t>(count)));
    }
}

TEST_CASE("blocks that are not there any more, and offsets of another source, are errors with an id") {
  td::testing::source<click> source;
  source.add({{"ann", 1}});
  auto open = opened(source);
  CHECK(open.latest_offset("5", 0, limited) == offset("5"));
  const auto id_of = [&](const td::source_offset& end) {
    try {
      (void)read(open, {}, end);
    } catch (const td::error& problem) {
      return problem.id();
    }
    return std::string();
  };
  CHECK(id_of("0").empty());
  CHECK(id_of("1") == "source_rows_are_gone");
  CHECK(id_of("{\"logOffset\":0}") == "source_offset_malformed");
  CHECK(id_of("") == "source_offset_malformed");
  CHECK(id_of("-1") == "source_offset_malformed");
}
