// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/row/record.hpp>
#include <tidemark/sources/csv_source.hpp>
#include <tidemark/sources/json_source.hpp>
#include <tidemark/sources/text_source.hpp>
#include <tidemark/testing/simulated_file_system.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

namespace {

struct view {
  std::string user;
  std::int64_t views{};
  bool operator==(const view&) const = default;
};

struct kept_view {
  std::optional<std::string> user;
  std::optional<std::int64_t> views;
  std::optional<std::string> raw;
  bool operator==(const kept_view&) const = default;
};

using views = std::vector<view>;
using lines = std::vector<std::string>;

}  // namespace

BOOST_HANA_ADAPT_STRUCT(view, user, views);
BOOST_HANA_ADAPT_STRUCT(kept_view, user, views, raw);

namespace {

static_assert(td::Source<td::json_source<view>>);
static_assert(td::Source<td::json_source<kept_view, td::malformed::keep_in<"raw">>>);
static_assert(td::Source<td::text_source>);
static_assert(td::Source<td::csv_source<view>>);
static_assert(td::Source<td::csv_source<kept_view, td::malformed::keep_in<"raw">>>);

// All rows of a source, read so many at a time.
template <class Columns, class S>
auto all_rows(const S& source, td::file_system& files, std::size_t step = 1000) {
  std::vector<typename S::row> rows;
  auto open = source.open({files, ""});
  const auto end = open.latest_offset({}, 0, td::read_limit::of_source);
  if (!end) return rows;
  auto reader = open.template rows<Columns>({}, *end);
  static_assert(td::RowReader<decltype(reader), typename S::row>);
  while (reader.read(step, [&](const typename S::row& one) { rows.push_back(one); }) == step) continue;
  return rows;
}

views read_views(td::file_system& files, std::size_t step = 1000) {
  return all_rows<td::name_list<"user", "views">>(td::json_source<view>("/in"), files, step);
}

lines read_lines(td::file_system& files, std::size_t step = 1000) {
  lines found;
  for (auto& one : all_rows<td::name_list<"value">>(td::text_source("/in"), files, step)) found.push_back(one.value);
  return found;
}

std::string line_of(const view& one) { return "{\"user\":\"" + one.user + "\",\"views\":" + std::to_string(one.views) + "}"; }

}  // namespace

TEST_CASE("the progress text names the folder as the engine does") {
  CHECK(td::json_source<view>("/data/views").description() == "FileStreamSource[file:/data/views]");
}

TEST_CASE("line ends, an order mark, empty files and a missing last newline do not matter") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1", "\xef\xbb\xbf{\"user\":\"a\",\"views\":1}\r\n\r\n{\"user\":\"b\",\"views\":2}\r\n");
  files.put_file("/in/2", "");
  files.put_file("/in/3", "\n\n{\"user\":\"c\",\"views\":3}");
  files.put_file("/in/4", "\xef\xbb\xbf{\"user\":\"d\",\"views\":4}");
  CHECK(read_views(files) == views{{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}});
  CHECK(read_views(files, 1).size() == 4);
}

TEST_CASE("only the columns asked for are read, and of a text nothing if none is") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1", "{\"user\":\"a\",\"views\":1}\n{\"user\":\"b\",\"views\":2}\n");
  CHECK(all_rows<td::name_list<"views">>(td::json_source<view>("/in"), files) == views{{"", 1}, {"", 2}});
  CHECK(all_rows<td::name_list<>>(td::json_source<view>("/in"), files) == views{{"", 0}, {"", 0}});
  CHECK(all_rows<td::name_list<>>(td::text_source("/in"), files).size() == 2);
}

TEST_CASE("files of many blocks, and lines across blocks and longer than blocks, are read whole") {
  constexpr std::size_t block = td::block_pool::block_size;
  td::testing::simulated_file_system files;
  views expected;
  std::string text;
  const std::size_t lengths[] = {block - 30, block, 1, 3 * block, block / 2, block / 2 - 26, 10, block - 1, block + 1, 0};
  for (const std::size_t length : lengths) {
    expected.push_back({std::string(length, 'u'), static_cast<std::int64_t>(length)});
    text += line_of(expected.back()) + "\n";
  }
  files.put_file("/in/1", text);
  text.pop_back();
  files.put_file("/in/2", text);
  auto twice = expected;
  twice.insert(twice.end(), expected.begin(), expected.end());
  CHECK((read_views(files) == twice));
  CHECK((read_views(files, 3) == twice));
}

TEST_CASE("lines end at every place of a block") {
  constexpr std::size_t block = td::block_pool::block_size;
  for (std::size_t size = block - 3; size <= block + 3; ++size) {
    td::testing::simulated_file_system files;
    files.put_file("/in/1", std::string(size - 1, 'a') + "\nb\n");
    CHECK((read_lines(files) == lines{std::string(size - 1, 'a'), "b"}));
    files.put_file("/in/1", std::string(size, 'a'));
    CHECK((read_lines(files) == lines{std::string(size, 'a')}));
  }
}

TEST_CASE("a line of text is a row, an empty one too") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1", "one\n\nthree\r\n four ");
  files.put_file("/in/2",
                 "\xef\xbb\xbf"
                 "five\n");
  CHECK(read_lines(files) == lines{"one", "", "three", " four ", "five"});
  CHECK(read_lines(files, 1) == lines{"one", "", "three", " four ", "five"});
}

TEST_CASE("CSV files have a header each, over as many blocks as they like, and lines are counted behind it") {
  td::testing::simulated_file_system files;
  views expected;
  std::string text = "\xef\xbb\xbfuser,views\r\n";
  for (std::int64_t i = 0; text.size() < 2 * td::block_pool::block_size; ++i) {
    expected.push_back({"some, body", i});
    text += "\"some, body\"," + std::to_string(i) + "\r\n";
  }
  files.put_file("/in/1", text);
  files.put_file("/in/2", "user,views\nlast,7");
  files.put_file("/in/3", "user,views\n");
  const td::csv_source<view> source("/in", {.header = td::csv_header::checked});
  const auto read = all_rows<td::name_list<"user", "views">>(source, files, 1000);
  expected.push_back({"last", 7});
  CHECK((read == expected));
  CHECK(all_rows<td::name_list<"views">>(source, files).back() == view{"", 7});

  files.put_file("/in/4", text + "cut,x\n");
  const auto cut = error_of([&] { (void)all_rows<td::name_list<"views">>(source, files); });
  REQUIRE(cut);
  CHECK(cut->file() == "/in/4");
  CHECK(cut->line() == static_cast<std::int64_t>(expected.size()) + 1);

  files.put_file("/in/4", "views,user\n1,a\n");
  const auto turned = error_of([&] { (void)all_rows<td::name_list<"views">>(source, files); });
  REQUIRE(turned);
  CHECK(turned->id() == "file_header_differs");
  CHECK(turned->file() == "/in/4");

  const td::csv_source<kept_view, td::malformed::keep_in<"raw">> kept("/in", {.header = td::csv_header::skipped});
  files.put_file("/in/1", "a,b\nann,1\nbob,many\n");
  const auto rows = all_rows<td::name_list<"user", "views", "raw">>(kept, files);
  REQUIRE(rows.size() > 2);
  CHECK(rows[0] == kept_view{"ann", 1, {}});
  CHECK(rows[1] == kept_view{"bob", {}, "bob,many"});
}

TEST_CASE("a line that can't be read ends the query and is named by file and line, in any block") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1", "{\"user\":\"a\",\"views\":1}\n");
  std::string text;
  std::int64_t line = 0;
  while (text.size() < 3 * td::block_pool::block_size) text += line_of({"somebody", ++line}) + "\n";
  files.put_file("/in/2", text + "{\"user\":\"cut o\n");
  const auto thrown = error_of([&] { (void)read_views(files); });
  REQUIRE(thrown);
  CHECK(thrown->id() == "malformed_record");
  CHECK(thrown->file() == "/in/2");
  CHECK(thrown->line() == line + 1);
}

TEST_CASE("a line that can't be read is dropped and counted, or kept, if so wanted") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1",
                 "{\"user\":\"a\",\"views\":1}\n{\"user\":\"b\",\"views\":\"many\"}\nnothing\n{\"user\":\"c\",\"views\":3}\n");

  auto open = td::json_source<view, td::malformed::drop>("/in").open({files, ""});
  const auto end = open.latest_offset({}, 0, td::read_limit::of_source);
  auto reader = open.rows<td::name_list<"user", "views">>({}, *end);
  views rows;
  CHECK(reader.read(10, [&](const view& one) { rows.push_back(one); }) == 2);
  CHECK(rows == views{{"a", 1}, {"c", 3}});
  CHECK(reader.malformed_rows() == 2);

  const auto kept =
      all_rows<td::name_list<"user", "views", "raw">>(td::json_source<kept_view, td::malformed::keep_in<"raw">>("/in"), files);
  CHECK(kept == std::vector<kept_view>{
                    {"a", 1, {}}, {"b", {}, "{\"user\":\"b\",\"views\":\"many\"}"}, {{}, {}, "nothing"}, {"c", 3, {}}});
}

TEST_CASE("a file that has gone before its batch read it is named") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1", "{}");
  auto open = td::text_source("/in").open({files, ""});
  const auto end = open.latest_offset({}, 0, td::read_limit::of_source);
  files.remove("/in/1");
  const auto thrown = error_of([&] {
    auto reader = open.rows<td::name_list<"value">>({}, *end);
    reader.read(1, [](const td::text_line&) {});
  });
  REQUIRE(thrown);
  CHECK(thrown->id() == "source_file_gone");
  CHECK(thrown->file() == "/in/1");
}

TEST_CASE("two readers of one batch read the same rows beside each other") {
  td::testing::simulated_file_system files;
  files.put_file("/in/1", "a\nb\nc");
  auto open = td::text_source("/in").open({files, ""});
  const auto end = open.latest_offset({}, 0, td::read_limit::of_source);
  auto left = open.rows<td::name_list<"value">>({}, *end);
  auto right = open.rows<td::name_list<"value">>({}, *end);
  lines read;
  const auto note = [&](const td::text_line& one) { read.push_back(one.value); };
  left.read(2, note);
  right.read(3, note);
  left.read(2, note);
  CHECK(read == lines{"a", "b", "a", "b", "c", "c"});
}
