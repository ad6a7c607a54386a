// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// Under a locale with a comma in numbers, JSON and CSV are read and written as ever (nlohmann/json #302, kazuho/picojson #28,
// d99kris/rapidcsv #102).

#include "catch2_any_version.hpp"

#include <tidemark/formats/csv_lines.hpp>
#include <tidemark/formats/json_reader.hpp>
#include <tidemark/formats/json_writer.hpp>

#include <clocale>
#include <cstdint>
#include <locale>
#include <sstream>
#include <string>

namespace td = tidemark;

namespace {

struct comma_numbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// Puts a comma locale in place: of C++ always, of C where one is installed.
class comma_locale {
 public:
  comma_locale() : before_(std::locale::global(std::locale(std::locale::classic(), new comma_numbers))) {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8"})
      if (std::setlocale(LC_ALL, name) != nullptr) break;
  }
  comma_locale(const comma_locale&) = delete;
  comma_locale& operator=(const comma_locale&) = delete;
  ~comma_locale() {
    std::setlocale(LC_ALL, "C");
    std::locale::global(before_);
  }

 private:
  std::locale before_;
};

using numbers =
    td::row<td::field<"d", double>, td::field<"f", float>, td::field<"i", std::int64_t>, td::field<"t", td::timestamp>>;

}  // namespace

TEST_CASE("a locale with a decimal comma changes nothing in JSON") {
  const comma_locale in_place;
  std::ostringstream stream;
  stream << 1234.5;
  REQUIRE(stream.str() == "1.234,5");  // the locale is there
  const std::string text = R"({"d":0.1,"f":2.5,"i":9007199254740993,"t":"2026-01-05T10:00:00.250Z"})";
  td::json_reader<numbers> reader;
  numbers read;
  REQUIRE(reader.read(text, read));
  CHECK(read == numbers{0.1, 2.5f, 9007199254740993, td::timestamp{1767607200250000}});
  std::string written;
  td::write_json(written, read);
  CHECK(written == text);
  CHECK(td::read_json<double>("1234567.125") == 1234567.125);
  CHECK(td::read_json<double>("123456789012345678901234.5") == 123456789012345678901234.5);
  CHECK_THROWS_AS(td::read_json<double>("0,1"), td::error);
  written.clear();
  td::write_json(written, 1234567.125);
  CHECK(written == "1234567.125");
}

TEST_CASE("a locale with a decimal comma changes nothing in CSV, with semicolons between values either") {
  const comma_locale in_place;
  const td::csv_lines format({.delimiter = ';'});
  auto lines = format.reader<numbers, td::fields_of<numbers>::names, td::malformed::fail>();
  const std::string text = "3.14;1e-3;9007199254740993;2026-01-05T10:00:00.250Z\n";
  lines.open(text);
  numbers read;
  REQUIRE(lines.read(2, [&](const numbers& one) { read = one; }) == 1);
  CHECK(read == numbers{3.14, 0.001f, 9007199254740993, td::timestamp{1767607200250000}});
  std::string written;
  format.append<numbers>(written, read);
  CHECK(written == "3.14;0.001;9007199254740993;2026-01-05T10:00:00.250Z\n");
  const std::string with_comma = "3,14;1e-3;1;2026\n";
  lines.open(with_comma);
  CHECK_THROWS_AS(lines.read(1, [](const numbers&) {}), td::error);
}
