// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What is in the code, in the tests and in the documents under one name is in all three.

#include "catch2_any_version.hpp"
#include "gates/source_tree.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

using names = std::set<std::string>;

// What the first group of `pattern` matches, over all lines.
names matches(const std::vector<source_tree::file>& in, const std::string& pattern) {
  const std::regex form(pattern);
  names found;
  for (const auto& file : in)
    for (const std::string& line : file.lines)
      for (std::sregex_iterator match(line.begin(), line.end(), form), end; match != end; ++match) found.insert((*match)[1]);
  return found;
}

// What one list has and the other lacks, one a line.
std::string differences(const names& a, const std::string& a_name, const names& b, const std::string& b_name) {
  std::string text;
  for (const auto& name : a)
    if (b.count(name) == 0) text += "\n" + name + ": " + a_name + ", not " + b_name;
  for (const auto& name : b)
    if (a.count(name) == 0) text += "\n" + name + ": " + b_name + ", not " + a_name;
  return text;
}

std::vector<source_tree::file> headers_of(const std::string& folder) {
  return source_tree::files("include/tidemark/" + folder, {".hpp"});
}
names headings_of(const std::string& readme) {
  return matches({source_tree::read("include/tidemark/" + readme)}, R"(^#+ `?([a-z][a-z_0-9]*)`?$)");
}
names stems(const std::string& folder) {
  names found;
  for (const auto& file : source_tree::files(folder, {".cpp"})) found.insert(std::filesystem::path(file.path).stem().string());
  return found;
}

const std::string sentence_id = R"("tidemark ([a-z][a-z_0-9]*): )";

}  // namespace

TEST_CASE("every rule is a struct, a sentence, a file that does not compile, and a heading, of one name") {
  const names structs = matches(headers_of("rules"), R"(^struct ([a-z_0-9]+) : violation\b)");
  const names sentences = matches(headers_of("rules"), sentence_id);
  CHECK(structs.size() > 1);
  CHECK(differences(structs, "a violation in rules/", sentences, "a sentence in rules/") == "");
  CHECK(differences(structs, "a violation in rules/", headings_of("rules/README.md"), "a heading of rules/README.md") == "");
}

TEST_CASE("every sentence that our headers say while compiling is heard in a file that does not compile") {
  CHECK(differences(matches(source_tree::headers(), sentence_id), "a sentence of a header", stems("tests/compile_fail"),
                    "a file of compile_fail/") == "");
}

TEST_CASE("no sentence of a rule speaks of what is invalid, or pleads") {
  std::vector<std::string> bad;
  for (const auto& line : source_tree::lines_with(source_tree::headers(), R"(".*\b([Ii]nvalid|[Pp]lease)\b.*")"))
    bad.push_back(line);
  CHECK(source_tree::joined(bad) == "");
}
