// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The form of all files: licence, documentation, words, layout.

#include "catch2_any_version.hpp"
#include "gates/source_tree.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace {

// The first ```cpp block of a Markdown text.
std::string first_program(const std::string& markdown) {
  const auto fence = markdown.find("```cpp\n");
  if (fence == std::string::npos) return "";
  const auto start = fence + 7;
  return markdown.substr(start, markdown.find("```", start) - start);
}

// An example without its licence and the comment that says what it is.
std::string without_head(const std::string& code) {
  std::string rest = code;
  while (rest.rfind("//", 0) == 0 || rest.rfind("\n", 0) == 0) rest = rest.substr(rest.find('\n') + 1);
  return rest;
}

}  // namespace

TEST_CASE("every file of code says its licence") {
  std::vector<std::string> silent;
  auto all = source_tree::code();
  for (auto& file : source_tree::files("", {"CMakeLists.txt", ".cmake", "/run"})) all.push_back(file);
  for (const auto& file : all) {
    const auto last = file.lines.begin() + std::min<std::ptrdiff_t>(5, static_cast<std::ptrdiff_t>(file.lines.size()));
    const bool says = std::any_of(file.lines.begin(), last, [](const std::string& line) {
      return line.find("SPDX-License-Identifier: Apache-2.0") != std::string::npos;
    });
    if (!says) silent.push_back(file.path);
  }
  CHECK(source_tree::joined(silent) == "");
}

TEST_CASE("every folder of the library has a README, which speaks for the folders in it too") {
  std::vector<std::string> silent;
  for (const auto& header : source_tree::headers()) {
    const auto below = std::filesystem::path(header.path).lexically_relative("include/tidemark");
    const std::string folder = below.has_parent_path() ? below.begin()->string() + "/" : "";
    const std::string readme = "include/tidemark/" + folder + "README.md";
    if (!std::filesystem::exists(source_tree::root() / readme)) silent.push_back(readme);
  }
  silent.erase(std::unique(silent.begin(), silent.end()), silent.end());
  CHECK(source_tree::joined(silent) == "");
  CHECK(std::filesystem::exists(source_tree::root() / "README.md"));
}

TEST_CASE("links in documents lead somewhere") {
  static const std::regex link(R"(\]\(([^)#: ]+)(#[^)]*)?\))");
  std::vector<std::string> broken;
  for (const auto& document : source_tree::files("", {".md"}))
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
      const std::string& line = document.lines[i];
      for (std::sregex_iterator match(line.begin(), line.end(), link), end; match != end; ++match) {
        const auto target = (source_tree::root() / document.path).parent_path() / (*match)[1].str();
        if (!std::filesystem::exists(target))
          broken.push_back(document.path + ":" + std::to_string(i + 1) + ": " + (*match)[1].str());
      }
    }
  CHECK(source_tree::joined(broken) == "");
}

TEST_CASE("no file names a place on somebody's machine, and nothing is left to do") {
  // Each word in two parts, so that this file does not find itself.
  const auto word = [](const char* start, const char* end) { return std::string(start) + end; };
  const std::vector<std::string> places{word("/wor", "k/"), word("/tm", "p/"),     word("/roo", "t/"),
                                        word("/hom", "e/"), word("../", "shared"), word("/us", "r/local/")};
  const std::vector<std::string> unfinished{word("TO", "DO"), word("FIX", "ME"), word("#if ", "0")};
  const auto all =
      source_tree::files("", {".hpp", ".ipp", ".cpp", ".md", ".txt", ".cmake", ".json", "/run", ".py", ".sh", ".expected"});
  CHECK(source_tree::joined(source_tree::lines_with_words(all, places)) == "");
  CHECK(source_tree::joined(source_tree::lines_with_words(source_tree::code(), unfinished)) == "");
}

TEST_CASE("no test is switched off") {
  const std::string off = std::string("\\[!(may|should)") + "fail\\]|\\[" + "\\.\\]|\\[\\.[a-z]|\\[!hide\\]";
  CHECK(source_tree::joined(source_tree::lines_with(source_tree::files("tests", {".cpp"}), off, true)) == "");
}

TEST_CASE("the program of the README is an example") {
  const std::string program = first_program(source_tree::text_of("README.md"));
  std::vector<std::string> examples;
  bool is_an_example = false;
  for (const auto& example : source_tree::files("examples", {".cpp"})) {
    examples.push_back(example.path);
    is_an_example = is_an_example || without_head(source_tree::text_of(example.path)) == program;
  }
  INFO("README.md has\n" << program << "\nand none of these is equal to it:" << source_tree::joined(examples));
  CHECK(is_an_example);
}

TEST_CASE("a program is found in a document, and in an example behind its head") {
  CHECK(first_program("text\n```sh\nls\n```\n```cpp\nint main() {}\n```\n```cpp\nint x;\n```\n") == "int main() {}\n");
  CHECK(without_head("// SPDX-a\n// SPDX-b\n\n// Counts.\n\nint main() {}  // now\n") == "int main() {}  // now\n");
}

TEST_CASE("the files of a test program define no type of one name twice outside an unnamed namespace") {
  // Two different types of one name in one program are undefined behaviour that no compiler tells.
  const std::regex opened(R"(^namespace ?([a-z_:]*) ?\{)");
  const std::regex type(R"(^(?:struct|class) ([a-z_0-9]+)[^;]*$)");
  std::vector<std::string> twice;
  std::map<std::string, std::string> first;
  for (const auto& file : source_tree::files("tests", {"_test.cpp"})) {
    std::vector<std::string> within;
    for (const auto& line : file.lines) {
      std::smatch found;
      if (std::regex_search(line, found, opened)) within.push_back(found[1]);
      else if (line.rfind("}  // namespace", 0) == 0 && !within.empty()) within.pop_back();
      else if (std::regex_search(line, found, type) && std::find(within.begin(), within.end(), "") == within.end()) {
        std::string name = file.path.substr(0, file.path.rfind('/'));
        for (const auto& one : within) name += "::" + one;
        name += "::" + found[1].str();
        const auto [at, is_new] = first.emplace(name, file.path);
        if (!is_new && at->second != file.path) twice.push_back(name + ": " + at->second + ", " + file.path);
      }
    }
  }
  CHECK(first.size() > 50);
  CHECK(source_tree::joined(twice) == "");
}
