// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The form of our headers: size, macros, hidden parts, includes.

#include "catch2_any_version.hpp"
#include "gates/source_tree.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace {

// The lines inside each `namespace detail` block, blank ones aside, as "path:line: count". What is closed and opened again
// with nothing but comments between is one block.
struct block {
  std::string place;
  std::size_t lines;
};
std::vector<block> detail_blocks(const std::vector<source_tree::file>& in) {
  static const std::regex opening(R"(^\s*(inline )?namespace ([a-z_0-9]+::)*detail\b.*\{)");
  std::vector<block> found;
  for (const auto& file : in) {
    bool is_next_to_last = false;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto code = [&](std::size_t line) { return file.lines[line].substr(0, file.lines[line].find("//")); };
      if (!std::regex_search(file.lines[i], opening)) {
        if (code(i).find_first_not_of(" ") != std::string::npos) is_next_to_last = false;
        continue;
      }
      if (!is_next_to_last) found.push_back({file.path + ":" + std::to_string(i + 1), 0});
      const std::size_t first = i;
      for (long depth = 0; i < file.lines.size(); ++i) {
        const std::string text = code(i);
        depth += std::count(text.begin(), text.end(), '{') - std::count(text.begin(), text.end(), '}');
        if (depth <= 0) break;
        if (i > first && !file.lines[i].empty()) ++found.back().lines;
      }
      is_next_to_last = true;
    }
  }
  return found;
}

std::size_t part_of(std::vector<std::size_t> sorted, std::size_t tenths) {
  std::sort(sorted.begin(), sorted.end());
  return sorted.empty() ? 0 : sorted[(sorted.size() - 1) * tenths / 10];
}

// Where an include stands in a header: ours, then third-party, then standard and system headers.
int rank_of(const std::string& include) {
  static const std::regex third_party(
      R"(^(boost/|range/|concepts/|meta/|leveldb/|librdkafka/|arrow/|parquet/|httplib\.h|libpq-fe\.h|sqlite3\.h))");
  if (include.rfind("tidemark/", 0) == 0) return 0;
  return std::regex_search(include, third_party) ? 1 : 2;
}

}  // namespace

TEST_CASE("headers are short: half of them have at most 120 lines, nine of ten 300, all 400") {
  std::vector<std::size_t> sizes;
  std::vector<std::string> too_long;
  for (const auto& header : source_tree::headers()) {
    sizes.push_back(header.lines.size());
    if (header.lines.size() > 400) too_long.push_back(header.path + ": " + std::to_string(header.lines.size()));
  }
  CHECK(part_of(sizes, 5) <= 120);
  CHECK(part_of(sizes, 9) <= 300);
  CHECK(source_tree::joined(too_long) == "");
}

TEST_CASE("no block of namespace detail has more than 20 lines, and all those of a header 50") {
  std::vector<std::string> too_long;
  std::map<std::string, std::size_t> of_header;
  for (const auto& found : detail_blocks(source_tree::headers())) {
    if (found.lines > 20) too_long.push_back(found.place + ": " + std::to_string(found.lines) + " lines");
    of_header[found.place.substr(0, found.place.find(':'))] += found.lines;
  }
  for (const auto& [header, lines] : of_header)
    if (lines > 50) too_long.push_back(header + ": " + std::to_string(lines) + " lines in all");
  CHECK(source_tree::joined(too_long) == "");
}

TEST_CASE("the count of lines in namespace detail sees nested braces and leaves blank lines out") {
  const source_tree::file example{
      "x.hpp", {"namespace tidemark {", "namespace detail {", "", "int f() {  // {", "  return 1;", "}", "}", "int g();", "}"}};
  const auto found = detail_blocks({example});
  REQUIRE(found.size() == 1);
  CHECK(found[0].place == "x.hpp:2");
  CHECK(found[0].lines == 3);
}

TEST_CASE("a block of namespace detail that is closed and opened again is one, unless something stands between") {
  const std::vector<std::string> closed{
      "namespace detail {", "int f();", "}  // namespace detail", "", "// What g is.", "namespace detail {",
      "int g();",           "int h();", "}  // namespace detail"};
  const auto found = detail_blocks({{"x.hpp", closed}});
  REQUIRE(found.size() == 1);
  CHECK(found[0].lines == 3);
  auto parted = closed;
  parted[4] = "int used();";
  const auto two = detail_blocks({{"x.hpp", parted}, {"y.hpp", closed}});
  REQUIRE(two.size() == 3);
  CHECK(two[0].lines == 1);
  CHECK(two[1].place == "x.hpp:6");
  CHECK(two[1].lines == 2);
  CHECK(two[2].place == "y.hpp:1");
}

TEST_CASE("our headers define no function-like macro, and no macro but those of the version and of the form") {
  const auto defined = source_tree::lines_with(
      source_tree::headers(), R"(^\s*#\s*define\s+(?!TIDEMARK_VERSION_(MAJOR|MINOR|PATCH) |TIDEMARK_INLINE( inline)?$))");
  CHECK(source_tree::joined(defined) == "");
}

TEST_CASE("our headers leave the user's macros alone") {
  const auto undefined = source_tree::lines_with(source_tree::headers(), R"(^\s*#\s*(undef|pragma\s+(push|pop)_macro))");
  CHECK(source_tree::joined(undefined) == "");
}

TEST_CASE("min and max are written so that a macro of that name does not meet them") {
  const auto bare = source_tree::lines_with(source_tree::headers(), R"(::(min|max)\()");
  CHECK(source_tree::joined(bare) == "");
}

TEST_CASE(
    "a header begins with licence, pragma once and a sentence, and includes ours, then third-party, then standard headers") {
  std::vector<std::string> others;
  for (const auto& header : source_tree::headers()) {
    const auto line = [&](std::size_t i) { return i < header.lines.size() ? header.lines[i] : std::string(); };
    if (line(2) != "#pragma once") others.push_back(header.path + ": line 3 is not #pragma once");
    if (header.path != "include/tidemark/version.hpp" && (line(3) != "" || line(4).rfind("// ", 0) != 0))
      others.push_back(header.path + ": line 5 does not say what the header gives");
    int rank = 0;
    for (const auto& include : source_tree::includes(header)) {
      if (include.path == source_tree::definitions_of(header.path)) continue;
      if (rank_of(include.path) < rank)
        others.push_back(header.path + ":" + std::to_string(include.line) + ": " + include.path);
      rank = (std::max)(rank, rank_of(include.path));
    }
  }
  CHECK(source_tree::joined(others) == "");
}

TEST_CASE("definitions stand in the folder impl of their header, which ends with them, and in one unit of the compiled form") {
  std::vector<std::string> wrong;
  std::string core;
  std::string leveldb;
  for (const auto& header : source_tree::headers()) {
    const std::string definitions = source_tree::definitions_of(header.path);
    const bool has_definitions = std::filesystem::exists(source_tree::root() / "include" / definitions);
    const std::string text = source_tree::text_of(header.path);
    const std::string end = "\n#ifndef TIDEMARK_COMPILED\n#include <" + definitions + ">\n#endif\n";
    if (has_definitions && !text.ends_with(end)) wrong.push_back(header.path + " does not end with its definitions");
    for (const auto& include : source_tree::includes(header))
      if (include.path.ends_with(".ipp") && include.path != definitions)
        wrong.push_back(header.path + " includes the definitions of another header");
    if (header.path.ends_with(".ipp")) {
      if (!text.ends_with("\n}  // namespace tidemark\n")) wrong.push_back(header.path + " has more than definitions");
      const std::string line = "#include <" + header.path.substr(std::string("include/").size()) + ">\n";
      (header.path.find("leveldb") == std::string::npos ? core : leveldb) += line;
    }
  }
  CHECK(source_tree::joined(wrong) == "");
  CHECK(source_tree::text_of("include/tidemark/compiled.cpp").ends_with("\n\n" + core));
  CHECK(source_tree::text_of("include/tidemark/compiled_leveldb.cpp").ends_with("\n\n" + leveldb));
}

TEST_CASE("no definition that only one form has keeps an object: units of both forms in one program would have one each") {
  std::vector<source_tree::file> definitions;
  for (const auto& header : source_tree::headers())
    if (header.path.ends_with(".ipp")) definitions.push_back(header);
  const auto kept = source_tree::lines_with(definitions, R"(^\s*(static|thread_local) (?!constexpr ).*[;{]$)");
  CHECK(source_tree::joined(kept) == "");
}

TEST_CASE("our headers include no costly header and use no run-time type information") {
  const auto heavy = source_tree::lines_with(
      source_tree::headers(),
      R"(#\s*include <(iostream|filesystem|fstream|regex|boost/hana\.hpp|range/v3/(all|view|action|core)\.hpp)>)");
  CHECK(source_tree::joined(heavy) == "");
  const auto type_information =
      source_tree::lines_with(source_tree::headers(), R"(\b(dynamic_cast|typeid|dynamic_pointer_cast)\b)");
  CHECK(source_tree::joined(type_information) == "");
}

TEST_CASE("third-party libraries live in corners") {
  // Which headers may include what starts with the key; a path that ends in / is a folder.
  const std::map<std::string, std::vector<std::string>> corners{
      {"range/v3", {"sources/", "sinks/", "operators/"}},
      {"concepts/", {"sources/", "sinks/", "operators/"}},
      {"leveldb/", {"state/leveldb_store.hpp", "state/impl/leveldb_store.ipp"}},
      {"boost/", {"row/record.hpp"}},
  };
  std::vector<std::string> elsewhere;
  for (const auto& header : source_tree::headers())
    for (const auto& include : source_tree::includes(header))
      for (const auto& [library, places] : corners) {
        if (include.path.rfind(library, 0) != 0) continue;
        const bool is_allowed = std::any_of(places.begin(), places.end(), [&](const std::string& place) {
          return header.path.rfind("include/tidemark/" + place, 0) == 0;
        });
        if (!is_allowed) elsewhere.push_back(header.path + " includes " + include.path);
      }
  CHECK(source_tree::joined(elsewhere) == "");
}

TEST_CASE("describing a chain of where, map and agg costs no range library") {
  std::vector<std::string> costly;
  for (const char* path : {"where.hpp", "map.hpp", "agg.hpp", "stream.hpp", "operator.hpp"})
    for (const auto& include : source_tree::includes(source_tree::read(std::string("include/tidemark/operators/") + path)))
      if (include.path.rfind("range/v3", 0) == 0) costly.push_back(std::string(path) + " includes " + include.path);
  CHECK(source_tree::joined(costly) == "");
}
