// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

#include "catch2_any_version.hpp"
#include "durable/error_of.hpp"

#include <tidemark/formats/csv_lines.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace td = tidemark;

namespace {

using pair = td::row<td::field<"a", std::string>, td::field<"b", std::string>>;
using word = td::row<td::field<"w", std::string>>;
using maybe = td::row<td::field<"a", std::optional<std::string>>, td::field<"b", std::optional<std::int32_t>>>;
using kept = td::row<td::field<"a", std::optional<std::string>>, td::field<"b", std::optional<std::int32_t>>,
                     td::field<"bad", std::optional<std::string>>>;
using typed = td::row<td::field<"b", bool>, td::field<"t", std::int8_t>, td::field<"i", std::int64_t>,
                      td::field<"u", std::uint64_t>, td::field<"d", double>, td::field<"at", td::timestamp>>;

template <class R, class Policy = td::malformed::fail, class Columns = typename td::fields_of<R>::names>
std::vector<R> rows_of(std::string_view text, const td::csv_options& form = {}) {
  auto lines = td::csv_lines(form).reader<R, Columns, Policy>();
  lines.open(text, "in.csv");
  std::vector<R> rows;
  lines.read(1000, [&](const R& row) { rows.push_back(row); });
  return rows;
}

// What is said of a text that ends a query.
template <class R>
std::string refusal_of(std::string_view text, const td::csv_options& form = {}) {
  const auto thrown = error_of([&] { (void)rows_of<R>(text, form); });
  if (!thrown) return "read";
  const std::string said = thrown->what();
  return said.substr(0, said.find(';'));
}

template <class R>
std::string text_of(const std::vector<R>& rows, const td::csv_options& form = {}) {
  const td::csv_lines format(form);
  std::string text;
  format.begin_file<R>(text);
  for (const R& row : rows) format.append<R>(text, row);
  return text;
}

using pairs = std::vector<pair>;
using words = std::vector<word>;
using maybes = std::vector<maybe>;

}  // namespace

TEST_CASE("the cases of RFC 4180 are read: ends of lines, quotes, delimiters and quotes in quotes, spaces that count") {
  CHECK(rows_of<pair>("aaa,bbb\r\nzzz,yyy\r\n") == pairs{{"aaa", "bbb"}, {"zzz", "yyy"}});
  CHECK(rows_of<pair>("aaa,bbb\r\nzzz,yyy") == pairs{{"aaa", "bbb"}, {"zzz", "yyy"}});
  CHECK(rows_of<pair>("aaa,bbb\nzzz,yyy\r") == pairs{{"aaa", "bbb"}, {"zzz", "yyy"}});
  CHECK(rows_of<pair>("\"aaa\",\"bbb\"\r\n\"zzz\",yyy\n") == pairs{{"aaa", "bbb"}, {"zzz", "yyy"}});
  CHECK(rows_of<pair>("\"a,a\",\"b\"\"bb\"\n\"\"\"\",\"\"\"\"\"\"") == pairs{{"a,a", "b\"bb"}, {"\"", "\"\""}});
  CHECK(rows_of<pair>(" a , b \n") == pairs{{" a ", " b "}});
  CHECK(rows_of<pair>(",\n\"\",\"\"\r\n") == pairs{{"", ""}, {"", ""}});
}

TEST_CASE("a quote inside a value that does not begin with one is a character") {
  CHECK(rows_of<pair>("a\"b,5\"\n") == pairs{{"a\"b", "5\""}});
  CHECK(rows_of<pair>(" \"a\",b\n") == pairs{{" \"a\"", "b"}});
}

TEST_CASE("values of every length around the sixteen bytes that are looked at together are read") {
  for (std::size_t size = 0; size < 70; ++size) {
    const std::string a(size, 'x');
    const std::string e = a + "é" + a;
    CHECK(rows_of<pair>(a + "," + e + "\n" + e + "," + a) == pairs{{a, e}, {e, a}});
    CHECK(rows_of<pair>("\"" + a + "\"\"\",\"" + e + "\"\r\n") == pairs{{a + "\"", e}});
  }
}

TEST_CASE("each type reads its own text") {
  CHECK(rows_of<typed>("true,-128,9223372036854775807,18446744073709551615,1.5e3,2026-01-05T10:00:00Z\n"
                       "FALSE,\"+127\",-9223372036854775808,0,-Infinity,2026-01-05 10:00:00.000001\r\n"
                       "False,007,-0,00000000000000000001,1e-400,1970-01-01\n") ==
        std::vector<typed>{{true, -128, (std::numeric_limits<std::int64_t>::max)(), (std::numeric_limits<std::uint64_t>::max)(),
                            1500.0, td::timestamp{1767607200000000}},
                           {false, 127, (std::numeric_limits<std::int64_t>::min)(), 0, -std::numeric_limits<double>::infinity(),
                            td::timestamp{1767607200000001}},
                           {false, 7, 0, 1, 0.0, td::timestamp{0}}});
}

TEST_CASE("what does not fit its column is told with file, line, column and place") {
  constexpr std::string_view good = "true,1,2,3,4,2026-01-05\n";
  const auto refusal = [&](std::string_view line) { return refusal_of<typed>(std::string(good) + std::string(line)); };
  const std::string place = "tidemark malformed_record: in in.csv, line 2 ";
  CHECK(refusal("1,1,2,3,4,2026\n") == place + "column \"b\" has something other than true or false (byte 0)");
  CHECK(refusal("true,128,2,3,4,2026\n") == place + "column \"t\" has a number that its type cannot hold (byte 5)");
  CHECK(refusal("true,-129,2,3,4,2026\n") == place + "column \"t\" has a number that its type cannot hold (byte 5)");
  CHECK(refusal("true,1.0,2,3,4,2026\n") == place + "column \"t\" has something other than a whole number (byte 5)");
  CHECK(refusal("true,1,9223372036854775808,3,4,2026\n") ==
        place + "column \"i\" has a number that its type cannot hold (byte 7)");
  CHECK(refusal("true,1, 2,3,4,2026\n") == place + "column \"i\" has something other than a whole number (byte 7)");
  CHECK(refusal("true,1,2,-3,4,2026\n") == place + "column \"u\" has something other than a whole number (byte 9)");
  CHECK(refusal("true,1,2,+-3,4,2026\n") == place + "column \"u\" has something other than a whole number (byte 9)");
  CHECK(refusal("true,1,2,3,four,2026\n") == place + "column \"d\" has something other than a number (byte 11)");
  CHECK(refusal("true,1,2,3,1e400,2026\n") == place + "column \"d\" has a number that its type cannot hold (byte 11)");
  CHECK(refusal("true,1,2,3,4,soon\n") == place + "column \"at\" has something other than an ISO-8601 time (byte 13)");
  CHECK(refusal("true,,2,3,4,2026\n") == place + "column \"t\" has no value, and is no std::optional (byte 5)");
}

TEST_CASE("a line of another form is malformed, and costs its own line only") {
  const std::string place = "tidemark malformed_record: in in.csv, line 1 the record has ";
  CHECK(refusal_of<pair>("a\n") == place + "fewer values than there are columns (byte 1)");
  CHECK(refusal_of<pair>("a,b,c\n") == place + "more values than there are columns (byte 3)");
  CHECK(refusal_of<pair>("a,b,\n") == place + "more values than there are columns (byte 3)");
  const std::string a = "tidemark malformed_record: in in.csv, line 1 column \"a\" has ";
  const std::string open = "a quote that is not closed in its line, and a value does not go on in the next (byte 0)";
  CHECK(refusal_of<pair>("\"a,b\nc,d\n") == a + open);
  CHECK(refusal_of<pair>("\"a\n\",d\n") == a + open);
  CHECK(refusal_of<pair>("\"") == a + open);
  CHECK(refusal_of<pair>("\"a\\\n\",d\n", {.escape = '\\'}) == a + open);
  CHECK(refusal_of<pair>("\"a\"b,c\n") == a + "something between a closing quote and the next delimiter (byte 3)");
  CHECK(refusal_of<pair>("\"a\" ,c\n") == a + "something between a closing quote and the next delimiter (byte 3)");
  CHECK(refusal_of<pair>("\xff,c\n") == a + "bytes that are not UTF-8 (byte 0)");
  CHECK(refusal_of<pair>("\"\xc3\",c\n") == a + "bytes that are not UTF-8 (byte 0)");

  auto lines = td::csv_lines().reader<pair, td::fields_of<pair>::names, td::malformed::drop>();
  lines.open("a,b\n\"open,x\nc,d\ne\n\xed\xa0\x80,x\nf,g\n");
  pairs rows;
  lines.read(1000, [&](const pair& row) { rows.push_back(row); });
  CHECK(rows == pairs{{"a", "b"}, {"c", "d"}, {"f", "g"}});
  CHECK(lines.dropped() == 3);
  CHECK(lines.line() == 6);
}

TEST_CASE("empty is null where null can be, in quotes too, and text where it cannot, as the engine has it") {
  CHECK(rows_of<maybe>(",\n\"\",\"\"\nx,1\n") == maybes{{std::nullopt, std::nullopt}, {std::nullopt, std::nullopt}, {"x", 1}});
  CHECK(rows_of<maybe>("-,-\n\"-\",1\n,\n\"\",2\n", {.null_text = "-"}) ==
        maybes{{std::nullopt, std::nullopt}, {std::nullopt, 1}, {std::nullopt, std::nullopt}, {"", 2}});
  CHECK(rows_of<pair>("-,\n", {.null_text = "-"}) == pairs{{"-", ""}});
}

TEST_CASE("malformed records are kept with their text, and with the values that fit") {
  using rows = std::vector<kept>;
  const std::optional<std::string> good;
  CHECK(rows_of<kept, td::malformed::keep_in<"bad">>("x,1\ny,many\nz\nu,2,3\n\"v,4\nw,5\n") ==
        rows{{"x", 1, good},
             {"y", std::nullopt, "y,many"},
             {"z", std::nullopt, "z"},
             {"u", 2, "u,2,3"},
             {std::nullopt, std::nullopt, "\"v,4"},
             {"w", 5, good}});
  using only_text = td::row<td::field<"bad", std::optional<std::string>>>;
  CHECK(rows_of<only_text, td::malformed::keep_in<"bad">>("x,1\n\ny\n") == std::vector<only_text>{{"x,1"}, {"y"}});
}

TEST_CASE("only the columns asked for are converted, and the form of the others is checked") {
  using columns = td::name_list<"t", "d">;
  const auto read = [](std::string_view line) { return rows_of<typed, td::malformed::fail, columns>(line); };
  CHECK(read("maybe,1,x,\"y\",2.5,never\n") == std::vector<typed>{{false, 1, 0, 0, 2.5, td::timestamp{}}});
  CHECK(error_of([&] { (void)read("true,1,2,\"3,4.5,2026\n"); }));
  CHECK(error_of([&] { (void)read("true,1,2,\xff,4.5,2026\n"); }));
  CHECK(error_of([&] { (void)read("true,1,2,3,4.5\n"); }));
}

TEST_CASE("blank lines and comments are nothing, also before the header, and are counted as lines") {
  CHECK(rows_of<word>("one\n\n \t\r\n two\n") == words{{"one"}, {" two"}});
  CHECK(rows_of<pair>("\n#x,y\na,b\n  \n#\n\"#c\",d", {.comment = '#'}) == pairs{{"a", "b"}, {"#c", "d"}});
  CHECK(rows_of<pair>("#x,y\n") == pairs{{"#x", "y"}});
  const td::csv_options form{.header = td::csv_header::checked, .comment = '#'};
  CHECK(rows_of<pair>("# made today\n\na,b\n1,2\n", form) == pairs{{"1", "2"}});
  CHECK(refusal_of<pair>("# made today\n\na,b\n1\n", form) ==
        "tidemark malformed_record: in in.csv, line 4 the record has fewer values than there are columns (byte 1)");
}

TEST_CASE("a header names all columns in order, or is passed over") {
  const td::csv_options checked{.header = td::csv_header::checked};
  CHECK(rows_of<pair>("a,b\na,b\n", checked) == pairs{{"a", "b"}});
  CHECK(rows_of<pair>("\"a\",\"b\"\r\n1,2\r\n", checked) == pairs{{"1", "2"}});
  CHECK(rows_of<pair>("\xef\xbb\xbf"
                      "a,b\n1,2\n",
                      checked) == pairs{{"1", "2"}});
  CHECK(rows_of<pair>("", checked) == pairs{});
  CHECK(rows_of<pair>("a,b", checked) == pairs{});
  CHECK(rows_of<pair>("x\n1,2\n", {.header = td::csv_header::skipped}) == pairs{{"1", "2"}});
  const std::string place = "tidemark file_header_differs: in in.csv, line 1 the header ";
  CHECK(refusal_of<pair>("a,B\n1,2\n", checked) == place + "has \"B\" where column \"b\" should be");
  CHECK(refusal_of<pair>("b,a\n1,2\n", checked) == place + "has \"b\" where column \"a\" should be");
  CHECK(refusal_of<pair>("a\n1,2\n", checked) == place + "has no name for column \"b\"");
  CHECK(refusal_of<pair>("a,b,c\n1,2\n", checked) == place + "has more names than the record has columns");
  CHECK(refusal_of<pair>("a,\"b\n1,2\n", checked).find("a quote that is not closed") != std::string::npos);
}

TEST_CASE("the header may come in a later piece of a text, and each file has its own") {
  const td::csv_options form{.header = td::csv_header::checked, .comment = '#'};
  auto lines = td::csv_lines(form).reader<pair, td::fields_of<pair>::names, td::malformed::fail>();
  pairs rows;
  const auto take = [&](const pair& row) { rows.push_back(row); };
  lines.open("# long\n");
  CHECK(lines.read(10, take) == 0);
  lines.go_on("a,b\n1,2\n");
  CHECK(lines.read(10, take) == 1);
  lines.go_on("3,4\n");
  CHECK(lines.read(10, take) == 1);
  lines.open("a,b\n5,6\n");
  CHECK(lines.read(10, take) == 1);
  CHECK(rows == pairs{{"1", "2"}, {"3", "4"}, {"5", "6"}});
  CHECK(lines.line() == 2);
}

TEST_CASE("delimiter, quote and escape can be others") {
  const td::csv_options form{.delimiter = ';', .quote = '\'', .escape = '\\'};
  const pairs rows{{"a;b", "c,d"}, {"it's", "\\ \\n"}, {"a\\", "\"b\""}};
  CHECK(rows_of<pair>("'a;b';c,d\n'it\\'s';'\\\\ \\n'\na\\;\"b\"\n", form) == rows);
  CHECK(rows_of<pair>(text_of(rows, form), form) == rows);
}

TEST_CASE("a time ends at a delimiter that it is written with, whatever else it could be") {
  using timed = td::row<td::field<"at", td::timestamp>, td::field<"s", std::string>>;
  for (const char delimiter : {' ', ':'}) {
    CAPTURE(delimiter);
    const td::csv_options form{.delimiter = delimiter};
    const std::string end = std::string(1, delimiter) + "x";
    const std::vector<timed> read{{td::timestamp{1'767'607'200'000'000}, "x"}};
    CHECK(rows_of<timed>("\"2026-01-05 10:00:00.000Z\"" + end, form) == read);
    CHECK(rows_of<timed>("2026-01-05" + end, form)[0] == timed{td::timestamp{1'767'571'200'000'000}, "x"});
    CHECK(rows_of<timed>(text_of(read, form), form) == read);
  }
  CHECK(refusal_of<timed>("2026-01-05 10:00:00.000Z x", {.delimiter = ' '}).find("more values") != std::string::npos);
  CHECK(rows_of<timed>("2026-01-05T10:00:00.000Z x", {.delimiter = ' '}).size() == 1);
  CHECK(refusal_of<timed>("2026-01-05 10:00:00.000Z:x", {.delimiter = ':'}).find("more values") != std::string::npos);
}

TEST_CASE("what is written is RFC 4180, quoted where it must be") {
  CHECK(text_of(pairs{{"a", "b"}, {"a,b", "c\"d"}, {"", " x"}, {"two\nlines", "r\r"}}) ==
        "a,b\n\"a,b\",\"c\"\"d\"\n\"\",\" x\"\n\"two\nlines\",\"r\r\"\n");
  CHECK(text_of(pairs{{"#a", "#b"}}, {.comment = '#'}) == "\"#a\",\"#b\"\n");
  CHECK(text_of(maybes{{std::nullopt, 1}, {"", std::nullopt}}) == ",1\n\"\",\n");
  CHECK(text_of(maybes{{std::nullopt, std::nullopt}}, {.null_text = "NA"}) == "NA,NA\n");
  CHECK(text_of(words{{""}, {"x"}}) == "\"\"\nx\n");
  CHECK(text_of(std::vector<td::row<td::field<"x", std::optional<std::int32_t>>>>{{std::nullopt}}) == "\"\"\n");
  CHECK(text_of(words{{"a\xff"
                       "b"},
                      {"é,"}}) ==
        "a\xef\xbf\xbd"
        "b\n\"é,\"\n");
  CHECK(text_of(std::vector<typed>{{true, -1, 2, 3, 1e10, td::timestamp{1767607200250000}}}) ==
        "true,-1,2,3,1.0E10,2026-01-05T10:00:00.250Z\n");
  CHECK(text_of(std::vector<td::row<td::field<"at", td::timestamp>>>{{td::timestamp{0}}}, {.delimiter = ':'}) ==
        "\"1970-01-01T00:00:00.000Z\"\n");
  CHECK(text_of(std::vector<td::row<td::field<"a,b", bool>, td::field<"c", bool>>>{{true, false}},
                {.header = td::csv_header::skipped}) == "\"a,b\",c\ntrue,false\n");
}

TEST_CASE("marks that can't be told apart, or that numbers are written with, are refused") {
  const auto refuses = [](const td::csv_options& form) {
    const auto thrown = error_of([&] { (void)td::csv_lines(form); });
    return thrown && thrown->id() == "csv_options";
  };
  CHECK(!refuses({}));
  CHECK(!refuses({.delimiter = '\t', .quote = '\'', .escape = '\\', .comment = '#', .null_text = "NA"}));
  CHECK(!refuses({.delimiter = '\x01'}));
  for (const char delimiter : {'"', '\n', '\r', '1', 'e', '-', '+', '.', '\0', '\x7f'})
    CHECK(refuses({.delimiter = delimiter}));
  CHECK(refuses({.escape = ','}));
  CHECK(refuses({.comment = '"'}));
  CHECK(refuses({.null_text = "a,b"}));
  CHECK(refuses({.null_text = "a b"}));
  CHECK(refuses({.comment = '#', .null_text = "#"}));
}

static_assert(td::are_csv_columns<td::fields_of<typed>> && td::are_csv_columns<td::fields_of<maybe>>);
static_assert(!td::are_csv_columns<td::fields_of<td::row<td::field<"xs", std::vector<std::int32_t>>>>>);
static_assert(!td::are_csv_columns<td::fields_of<td::row<td::field<"w", std::optional<td::time_window>>>>>);
