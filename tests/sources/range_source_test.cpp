// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/sources/range_source.hpp>

#include <range/v3/view/filter.hpp>
#include <range/v3/view/iota.hpp>
#include <range/v3/view/transform.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <ranges>
#include <span>
#include <sstream>
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

static_assert(td::Source<td::source_of<clicks>>);
static_assert(td::Source<td::source_of<std::list<click>>>);
static_assert(td::Source<td::source_of<std::span<const click>>>);
static_assert(!td::RowRange<std::vector<int>>);

constexpr auto limited = td::read_limit::of_source;
using offset = std::optional<td::source_offset>;

template <class Range>
auto opened(const Range& range) {
  return td::source_of<Range>(range).open({td::local_files(), ""});
}

template <class Open>
clicks read(const Open& open, const offset& start, const td::source_offset& end) {
  clicks rows;
  const auto reader = open.template rows<td::name_list<"user", "at">>(start, end);
  static_assert(td::CuttableRowReader<decltype(reader), click>);
  reader.read_part(0, reader.size(), [&](const click& one) { rows.push_back(one); });
  return rows;
}

const clicks three{{"ann", 1}, {"bob", 2}, {"cat", 3}};

template <class Range>
void gives_three(const Range& range) {
  auto open = opened(range);
  CHECK(open.latest_offset({}, 0, limited) == offset("3"));
  CHECK(open.latest_offset("3", 0, limited) == offset("3"));
  CHECK(read(open, {}, "3") == three);
  CHECK(read(open, {}, "3") == three);
  CHECK(read(open, "2", "3") == clicks{{"cat", 3}});
  CHECK(read(open, "3", "3").empty());
}

}  // namespace

TEST_CASE("any range of rows is a source: all of it is one batch") {
  SECTION("a vector") { gives_three(three); }
  SECTION("an array") { gives_three(std::array<click, 3>{three[0], three[1], three[2]}); }
  SECTION("a span") { gives_three(std::span<const click>(three)); }
  SECTION("a list, which has no random access") { gives_three(std::list<click>(three.begin(), three.end())); }
  SECTION("rows made on the fly") {
    gives_three(std::views::iota(0, 3) | std::views::transform([](int i) { return three[static_cast<std::size_t>(i)]; }));
  }
  SECTION("a filter, which can't be read when const") {
    const clicks more{three[0], {"x", 0}, three[1], three[2]};
    gives_three(std::views::all(more) | std::views::filter([](const click& one) { return one.at > 0; }));
  }
  SECTION("views of range-v3") {
    gives_three(ranges::views::iota(0, 3) | ranges::views::transform([](int i) { return three[static_cast<std::size_t>(i)]; }));
    gives_three(ranges::views::filter(three, [](const click& one) { return one.at > 0; }));
  }
}

TEST_CASE("a range that can be read once is read when the source is made") {
  std::istringstream text("1 2 3");
  auto once = std::views::istream<int>(text) | std::views::transform([](int i) { return click{"u", i}; });
  const td::source_of<decltype(once)> source(std::move(once));
  auto open = source.open({td::local_files(), ""});
  CHECK(open.latest_offset({}, 0, limited) == offset("3"));
  CHECK(read(open, {}, "3") == clicks{{"u", 1}, {"u", 2}, {"u", 3}});
  CHECK(read(open, {}, "3").size() == 3);
}

TEST_CASE("a container with random access is not copied a second time, and survives its source") {
  const click* seen = nullptr;
  const click* first = nullptr;
  clicks rows = three;
  first = rows.data();
  auto open = td::source_of<clicks>(std::move(rows)).open({td::local_files(), ""});
  const auto reader = open.rows<td::name_list<>>({}, "3");
  reader.read_part(0, 1, [&](const click& one) { seen = &one; });
  CHECK(seen == first);
}

TEST_CASE("an empty range has no offset, so it runs no batch") {
  auto open = opened(clicks{});
  CHECK(open.latest_offset({}, 0, limited) == std::nullopt);
}

TEST_CASE("a range may be longer in a later run, but not shorter") {
  auto longer = opened(three);
  CHECK(longer.latest_offset("2", 0, limited) == offset("3"));
  CHECK(read(longer, "2", "3") == clicks{{"cat", 3}});

  auto shorter = opened(clicks{{"ann", 1}});
  CHECK(shorter.latest_offset("3", 0, limited) == offset("3"));
  try {
    (void)read(shorter, "1", "3");
    FAIL("read rows that are not there");
  } catch (const td::error& problem) {
    CHECK(problem.id() == "source_rows_are_gone");
  }
}
