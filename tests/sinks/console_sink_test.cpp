// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"

#include <tidemark/durable/file_system.hpp>
#include <tidemark/row/as_text.hpp>
#include <tidemark/row/record.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/sinks/console_sink.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

namespace {

using word = td::row<td::field<"word", std::string>, td::field<"n", std::int64_t>>;

struct place_of_a_page {
  std::string host;
  std::optional<std::int32_t> port;
};

static_assert(td::Sink<td::console_sink, word>);

// What is printed for one batch of these rows, in two partitions.
template <class R>
std::string printed(td::console_sink_options options, td::batch_id id, const std::vector<R>& left,
                    const std::vector<R>& right = {}) {
  std::string text;
  options.write = [&](std::string_view part) { text += part; };
  auto sink = td::console_sink(options).open<R>({td::local_files(), "q", "", 2});
  sink.begin(id, td::output::new_rows);
  for (const auto& one : right) sink.writer(1).write(one);
  for (const auto& one : left) sink.writer(0).write(one);
  CHECK(text.empty());
  sink.prepare(id);
  CHECK(sink.output_rows() == static_cast<std::int64_t>(left.size() + right.size()));
  const auto once = text;
  sink.commit(id);
  CHECK(text == once);
  return text;
}

template <class T>
std::string cell(const T& value) {
  std::string text;
  td::append_as_text(text, value);
  return text;
}

}  // namespace

BOOST_HANA_ADAPT_STRUCT(place_of_a_page, host, port);

TEST_CASE("a batch is printed in the layout of Spark, partitions in order") {
  CHECK(printed<word>({}, 3, {{"apple", 12}, {"fig", 3}}, {{"plum", 4567}}) ==
        "-------------------------------------------\n"
        "Batch: 3\n"
        "-------------------------------------------\n"
        "+-----+----+\n"
        "| word|   n|\n"
        "+-----+----+\n"
        "|apple|  12|\n"
        "|  fig|   3|\n"
        "| plum|4567|\n"
        "+-----+----+\n"
        "\n");
}

TEST_CASE("a batch without rows is printed too") {
  CHECK(printed<word>({}, 0, {}) ==
        "-------------------------------------------\n"
        "Batch: 0\n"
        "-------------------------------------------\n"
        "+----+---+\n"
        "|word|  n|\n"
        "+----+---+\n"
        "+----+---+\n"
        "\n");
}

TEST_CASE("rows beyond the number asked for are only spoken of") {
  const std::vector<word> two{{"a", 1}, {"b", 2}};
  const auto holds = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
  const auto at = printed<word>({.num_rows = 3}, 0, two, {{"c", 3}});
  CHECK(holds(at, "|   c|  3|\n"));
  CHECK(!holds(at, "only showing"));
  const auto above = printed<word>({.num_rows = 3}, 0, two, two);
  CHECK(holds(above, "|   a|  1|\n|   b|  2|\n|   a|  1|\n+----+---+\nonly showing top 3 rows\n\n"));
  CHECK(holds(printed<word>({.num_rows = 1}, 0, two), "only showing top 1 row\n"));
}

TEST_CASE("a long cell is cut to twenty characters, or whole and left if asked for") {
  CHECK(td::shortened("1234567890123456789", 20) == "1234567890123456789");
  CHECK(td::shortened("12345678901234567890", 20) == "12345678901234567890");
  CHECK(td::shortened("123456789012345678901", 20) == "12345678901234567...");
  CHECK(td::shortened("abcde", 3) == "abc");
  CHECK(td::shortened("äöüß€", 4) == "ä...");
  CHECK(td::shortened("äöüß", 4) == "äöüß");
  CHECK(td::shortened("", 20).empty());
  const auto whole = printed<word>({.truncate = 0}, 0, {{"123456789012345678901", 1}});
  CHECK(whole.find("|123456789012345678901|1  |\n") != std::string::npos);
}

TEST_CASE("wide characters and line ends do not break the table") {
  CHECK(td::columns_of("日本") == 4);
  CHECK(td::columns_of("äb\xff") == 3);
  CHECK(td::on_one_line("a\nb\tc\r\\") == "a\\nb\\tc\\r\\");
  const auto text = printed<word>({}, 0, {{"日本", 1}, {"a\nb", 2}});
  CHECK(text.find("|日本|  1|\n|a\\nb|  2|\n") != std::string::npos);
}

TEST_CASE("values of every kind are written as a cast to text gives them") {
  CHECK(cell(true) == "true");
  CHECK(cell(std::int8_t{-7}) == "-7");
  CHECK(cell(1.0) == "1.0");
  CHECK(cell(1e10) == "1.0E10");
  CHECK(cell(td::timestamp{1767607200250000}) == "2026-01-05 10:00:00.25");
  CHECK(cell(td::time_window{td::timestamp{0}, td::timestamp{10'000'000}}) == "{1970-01-01 00:00:00, 1970-01-01 00:00:10}");
  CHECK(cell(std::optional<std::int64_t>{}) == "NULL");
  CHECK(cell(std::optional<std::int64_t>{5}) == "5");
  CHECK(cell(std::vector<std::int64_t>{1, 2}) == "[1, 2]");
  CHECK(cell(std::vector<bool>{true, false}) == "[true, false]");
  CHECK(cell(std::array<std::string, 1>{"x"}) == "[x]");
  CHECK(cell(std::map<std::string, std::int64_t>{{"a", 1}, {"b", 2}}) == "{a -> 1, b -> 2}");
  CHECK(cell(place_of_a_page{"h", std::nullopt}) == "{h, NULL}");
}
