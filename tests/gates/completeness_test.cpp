// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// What is in the code, in the tests and in the documents under one name is in all three.

#include "catch2_any_version.hpp"
#include "gates/source_tree.hpp"

#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using names = std::set<std::string>;

// What the first group of `form` matches in a text; of `pattern`, over all lines of some files.
names matches(const std::string& text, const std::regex& form) {
  names found;
  for (std::sregex_iterator match(text.begin(), text.end(), form), end; match != end; ++match) found.insert((*match)[1]);
  return found;
}
names matches(const std::vector<source_tree::file>& in, const std::string& pattern) {
  const std::regex form(pattern);
  names found;
  for (const auto& file : in)
    for (const std::string& line : file.lines) found.merge(matches(line, form));
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
  return source_tree::files("include/tidemark/" + folder, {".hpp", ".ipp"});
}
names headings_of(const std::string& readme) {
  return matches({source_tree::read("include/tidemark/" + readme)}, R"(^#+ `?([a-z][a-z_0-9]*)`?$)");
}
names stems(const std::string& folder) {
  names found;
  for (const auto& file : source_tree::files(folder, {".cpp"})) found.insert(std::filesystem::path(file.path).stem().string());
  return found;
}

// What a column of a table says, row by row, from the line on that begins so up to the next heading.
std::vector<std::string> cells(const std::string& readme, const std::string& from, std::size_t column) {
  std::vector<std::string> found;
  bool is_inside = false;
  for (const std::string& line : source_tree::read("include/tidemark/" + readme).lines) {
    if (is_inside && line.rfind("## ", 0) == 0) break;
    if (line.rfind(from, 0) == 0) is_inside = true;
    if (!is_inside || line.rfind("| ", 0) != 0) continue;
    std::size_t start = 1;
    for (std::size_t i = 1; i < column && start != std::string::npos; ++i) start = line.find('|', start) + 1;
    found.push_back(line.substr(start, line.find('|', start) - start));
  }
  return found;
}

// The functions that a cell names in its quotes: `upper(s)`, `null_of<T>()`, `console_sink{}`, or several words, `year month`.
names named_in(const std::string& cell) {
  static const std::regex quoted("`([a-z][^`]*)`");
  static const std::regex call(R"(^([a-z_0-9]+)[(<{])");
  names found;
  for (std::sregex_iterator match(cell.begin(), cell.end(), quoted), end; match != end; ++match) {
    const std::string text = (*match)[1];
    if (std::smatch name; std::regex_search(text, name, call)) found.insert(name[1]);
    else if (std::regex_match(text, std::regex("[a-z_0-9 ]+"))) found.merge(matches(text, std::regex("([a-z_0-9]+)")));
  }
  return found;
}

// The functions that the headers of a folder have for users: those that make an expression, an aggregate, a source or a sink.
names functions_of(const std::string& folder) {
  auto headers = headers_of(folder);
  for (auto& header : headers) {
    bool is_detail = false;
    for (std::string& line : header.lines) {
      if (line.rfind("namespace detail {", 0) == 0) is_detail = true;
      if (line.rfind("}  // namespace detail", 0) == 0) is_detail = false;
      if (is_detail) line.clear();
    }
  }
  return matches(headers, R"(^(?:constexpr|inline) auto ?\(?((?!operator)[a-z_0-9]+)\)?\()");
}

// What a header includes of ours, also through other headers.
names reached_from(const source_tree::file& header) {
  names reached;
  std::vector<std::string> open{header.path};
  while (!open.empty()) {
    const source_tree::file next = source_tree::read(open.back());
    open.pop_back();
    for (const auto& include : source_tree::includes(next))
      if (const std::string path = "include/" + include.path;
          include.path.rfind("tidemark/", 0) == 0 && reached.insert(path).second)
        open.push_back(path);
  }
  return reached;
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

TEST_CASE("every operator has a row in operators/README.md, and every row an operator") {
  // What makes a step, and what a row names in its first cell.
  names steps{"read_stream"};
  for (const auto& header : headers_of("operators")) {
    std::string name;
    static const std::regex function(R"(^(?:constexpr )?auto \(?([a-z_0-9]+)\)?\()");
    for (const std::string& line : header.lines) {
      if (std::smatch match; std::regex_search(line, match, function)) name = match[1];
      if (line.find("step<plan::") != std::string::npos && !name.empty()) steps.insert(name);
      if (line == "}") name.clear();
    }
  }
  names rows;
  for (const std::string& line : source_tree::read("include/tidemark/operators/README.md").lines) {
    if (line.rfind("| `", 0) != 0) continue;
    const std::string cell = line.substr(1, line.find(" | ") - 1);
    static const std::regex word(R"(`([a-z_0-9]+)[^`]*`)");
    for (std::sregex_iterator match(cell.begin(), cell.end(), word), end; match != end; ++match) rows.insert((*match)[1]);
  }
  std::vector<std::string> wrong;
  for (const auto& step : steps)
    if (rows.count(step) == 0) wrong.push_back(step + ": has no row");
  for (const auto& row : rows)
    if (source_tree::lines_with_words(headers_of("operators"), {" " + row + "(", "(" + row + ")("}).empty())
      wrong.push_back(row + ": is no function of operators/");
  CHECK(steps.size() > 5);
  CHECK(source_tree::joined(wrong) == "");
}

TEST_CASE("every function of expressions has a row in plan/README.md, and every row a function") {
  const names functions = functions_of("plan/functions");
  names rows;
  for (const std::string& cell : cells("plan/README.md", "## Functions", 2)) rows.merge(named_in(cell));
  CHECK(functions.size() > 60);
  CHECK(differences(functions, "a function of plan/functions/", rows, "a row of plan/README.md") == "");
}

TEST_CASE("every aggregate has a row in operators/README.md, and every row an aggregate") {
  const names functions = functions_of("operators/aggregates");
  names rows;
  for (const std::string& cell : cells("operators/README.md", "## The aggregates", 1)) rows.merge(named_in(cell));
  CHECK(functions.size() > 10);
  CHECK(differences(functions, "a function of operators/aggregates/", rows, "a row of operators/README.md") == "");
}

TEST_CASE("every source and sink has a row in its README.md, and every row a source or sink") {
  for (const std::string folder : {"sources", "sinks"}) {
    // What makes one, and the classes that are one.
    names made = functions_of(folder);
    made.merge(matches(headers_of(folder), R"(^(?:class|struct) ([a-z_]+_(?:source|sink)) )"));
    names ends;
    for (const std::string& name : made)
      if (std::regex_search(name, std::regex("(_source|_sink|^foreach(_batch)?)$")) && name != "file_source" &&
          name != "file_sink" && name != "range_source")
        ends.insert(name);
    names rows;
    for (const std::string& cell : cells(folder + "/README.md", "| what you write |", 1))
      for (const std::string& name : named_in(cell))
        if (ends.count(name) > 0 || std::regex_search(name, std::regex("(_source|_sink)$"))) rows.insert(name);
    CHECK(ends.size() > 2);
    CHECK(differences(ends, "made in " + folder + "/", rows, "a row of " + folder + "/README.md") == "");
  }
}

TEST_CASE("a header beside a folder of its name includes what is in the folder") {
  std::vector<std::string> missing;
  std::size_t folders = 0;
  for (const auto& umbrella : source_tree::headers()) {
    const std::string folder = umbrella.path.substr(0, umbrella.path.size() - 4);
    if (!std::filesystem::is_directory(source_tree::root() / folder)) continue;
    ++folders;
    const names reached = reached_from(umbrella);
    for (const auto& header : source_tree::files(folder, {".hpp"}))
      if (reached.count(header.path) == 0) missing.push_back(header.path + ": is not included by " + umbrella.path);
  }
  CHECK(folders >= 3);
  CHECK(source_tree::joined(missing) == "");
}

TEST_CASE("every file on disk has a heading in durable/README.md") {
  const names files{
      "metadata",           ".lock", "offsets/<N>", "commits/<N>", "sources/<i>", "state/_schema", "state/<step>/<partition>",
      "_spark_metadata/<N>"};
  const names headings = matches({source_tree::read("include/tidemark/durable/README.md")}, R"(^### `([^`]+)`)");
  CHECK(differences(files, "a file", headings, "a heading of durable/README.md") == "");
}

TEST_CASE("every error that is thrown is in the list of runtime/README.md, and what is listed is in the code") {
  // error("id", …), error wrapped("id", …), log_error, file_error, failure; and error(condition ? "one" : "other", …).
  const std::regex plain(R"-((?:\berror(?: \w+)?|_error|\bfailure)[({]\s*"([a-z]+(?:_[a-z]+)+)")-");
  const std::regex first_of_two(R"-(\berror\([a-z_]+ \? "([a-z]+(?:_[a-z]+)+)" :)-");
  const std::regex quoted_id(R"-("([a-z]+(?:_[a-z]+)+)")-");
  names thrown;
  names quoted;
  for (const auto& header : source_tree::headers()) {
    const std::string text = source_tree::text_of(header.path);
    thrown.merge(matches(text, plain));
    thrown.merge(matches(text, first_of_two));
    quoted.merge(matches(text, quoted_id));
  }
  std::string list = source_tree::text_of("include/tidemark/runtime/README.md");
  list.erase(0, list.find("Errors by id\n"));
  list.erase(list.find("\n## "));
  const names listed = matches(list, std::regex(R"-(\n\| `([a-z]+(?:_[a-z]+)+)`)-"));
  std::vector<std::string> wrong;
  for (const auto& id : thrown)
    if (listed.count(id) == 0) wrong.push_back(id + ": is thrown, and not listed");
  for (const auto& id : listed)
    if (quoted.count(id) == 0) wrong.push_back(id + ": is listed, and not in the code");
  CHECK(thrown.size() > 20);
  CHECK(source_tree::joined(wrong) == "");
}

TEST_CASE("every recorded case of the engine is run by a test") {
  names recorded;
  for (const auto& one : std::filesystem::directory_iterator(source_tree::root() / "tests/engine_cases/cases"))
    recorded.insert(one.path().filename().string());
  const names run =
      matches(source_tree::files("tests/engine_cases", {"_test.cpp"}),
              R"-(\b(?:run_(?:files_|failing_)?(?:clock_)?case(?:<.*>)?|recorded_case recorded|note_result)\("([a-z_0-9]+)")-");
  CHECK(recorded.size() > 10);
  CHECK(differences(recorded, "a folder of cases/", run, "run") == "");
}

TEST_CASE("no sentence of a rule speaks of what is invalid, or pleads") {
  std::vector<std::string> bad;
  for (const auto& line : source_tree::lines_with(source_tree::headers(), R"(".*\b([Ii]nvalid|[Pp]lease)\b.*")"))
    bad.push_back(line);
  CHECK(source_tree::joined(bad) == "");
}
