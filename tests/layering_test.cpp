// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The layers: which folder may include which, as a table, against the includes that are really there.

#include "catch2_any_version.hpp"
#include "gates/source_tree.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

// A folder, or a single header of a folder, that headers of the key's folder may include beside their own.
const std::map<std::string, std::vector<std::string>> may_include{
    {"row", {}},
    {"formats", {"row"}},
    {"durable", {"row", "formats"}},
    {"plan", {"row"}},
    {"rules", {"row", "plan"}},
    {"state", {"row", "durable"}},
    {"sources", {"row", "formats", "durable", "plan/capabilities.hpp"}},
    {"sinks", {"row", "formats", "durable", "plan/capabilities.hpp"}},
    {"operators", {"row", "plan", "rules", "state", "sources/source.hpp", "sinks/sink.hpp"}},
    {"runtime", {"row", "formats", "durable", "plan", "rules", "state", "sources", "sinks", "operators"}},
    {"testing", {"row", "formats", "durable", "plan", "rules", "state", "sources", "sinks", "operators", "runtime"}},
};

const std::string include_root = "include/tidemark/";
const std::string prefix = "tidemark/";

bool is_ours(const std::string& included) { return included.rfind(prefix, 0) == 0; }
std::string inside(const std::string& path, const std::string& root) { return path.substr(root.size()); }
std::string folder_of(const std::string& header) {
  const auto slash = header.find('/');
  return slash == std::string::npos ? "" : header.substr(0, slash);
}

// What every folder may include beside: which form the library is in.
const std::string form = "form.hpp";

// Each of our headers ("row/row.hpp") with those of ours that it includes. A header and its definitions include each other.
std::map<std::string, std::vector<std::string>> include_graph() {
  std::map<std::string, std::vector<std::string>> graph;
  for (const auto& header : source_tree::headers()) {
    auto& edges = graph[inside(header.path, include_root)];
    for (const auto& include : source_tree::includes(header))
      if (is_ours(include.path)) edges.push_back(inside(include.path, prefix));
  }
  return graph;
}

// The longest chain of includes from each header, and the first cycle that is met ("" if none).
struct depths {
  std::map<std::string, std::size_t> of;
  std::string cycle;
};
depths depths_of(const std::map<std::string, std::vector<std::string>>& graph) {
  depths result;
  std::vector<std::string> open;
  std::function<std::size_t(const std::string&)> visit = [&](const std::string& header) -> std::size_t {
    if (const auto known = result.of.find(header); known != result.of.end()) return known->second;
    if (const auto met = std::find(open.begin(), open.end(), header); met != open.end()) {
      if (result.cycle.empty()) {
        for (auto step = met; step != open.end(); ++step) result.cycle += *step + " -> ";
        result.cycle += header;
      }
      return 0;
    }
    open.push_back(header);
    std::size_t below = 0;
    if (const auto node = graph.find(header); node != graph.end())
      for (const auto& next : node->second) below = (std::max)(below, visit(next));
    open.pop_back();
    return result.of[header] = below + 1;
  };
  for (const auto& node : graph) visit(node.first);
  return result;
}

// What headers declare without defining it at namespace scope ("class file_system;"), and where each name is defined.
std::map<std::string, std::set<std::string>> names_matching(const std::string& pattern) {
  const std::regex line_form(pattern);
  std::map<std::string, std::set<std::string>> found;
  for (const auto& header : source_tree::headers())
    for (const std::string& line : header.lines)
      if (std::smatch match; std::regex_search(line, match, line_form))
        found[match[1]].insert(inside(header.path, include_root));
  return found;
}

// What is allowed to be included may be declared.
bool is_allowed(const std::string& from, const std::string& to) {
  const auto row = may_include.find(folder_of(from));
  if (row == may_include.end() || folder_of(to) == row->first || to == form) return true;
  return std::any_of(row->second.begin(), row->second.end(),
                     [&](const std::string& allowed) { return allowed == folder_of(to) || allowed == to; });
}

}  // namespace

TEST_CASE("every header is in a folder of the table, or is a door") {
  std::vector<std::string> strangers;
  for (const auto& [header, edges] : include_graph()) {
    const auto slashes = std::count(header.begin(), header.end(), '/');
    const bool is_known = slashes == 0 || may_include.count(folder_of(header)) == 1;
    if (!is_known) strangers.push_back(header);
  }
  CHECK(source_tree::joined(strangers) == "");
}

TEST_CASE("a folder includes only folders that the table allows") {
  std::vector<std::string> breaches;
  for (const auto& [header, edges] : include_graph())
    for (const auto& included : edges)
      if (!is_allowed(header, included)) breaches.push_back(header + " includes " + included);
  CHECK(source_tree::joined(breaches) == "");
}

TEST_CASE(
    "what a header declares in place of including it is in a folder that it may include, or is completed there by one that "
    "includes it") {
  const auto defined = names_matching(R"(^(?:struct|class) ([a-z][a-z_0-9]*)(?: : [^;]*)? \{)");
  const auto declared = names_matching(R"(^(?:struct|class) ([a-z][a-z_0-9]*);)");
  CHECK(declared.count("file_system") == 1);
  const auto graph = include_graph();
  const auto may_declare = [&](const std::string& from, const std::string& to) {
    const auto& edges = graph.at(to);
    return is_allowed(from, to) || std::find(edges.begin(), edges.end(), from) != edges.end();
  };
  std::vector<std::string> breaches;
  for (const auto& [name, headers] : declared) {
    const auto found = defined.find(name);
    if (found == defined.end()) continue;
    for (const auto& from : headers)
      if (std::none_of(found->second.begin(), found->second.end(), [&](const auto& to) { return may_declare(from, to); }))
        breaches.push_back(from + " declares " + name + " of " + *found->second.begin());
  }
  CHECK(source_tree::joined(breaches) == "");
}

TEST_CASE("includes name headers that exist") {
  const auto graph = include_graph();
  std::vector<std::string> missing;
  for (const auto& [header, edges] : graph)
    for (const auto& included : edges)
      if (graph.count(included) == 0) missing.push_back(header + " includes " + included);
  CHECK(source_tree::joined(missing) == "");
}

TEST_CASE("the doors lead to every header but those of testing") {
  const auto graph = include_graph();
  std::set<std::string> reached;
  std::function<void(const std::string&)> enter = [&](const std::string& header) {
    if (!reached.insert(header).second) return;
    if (const auto node = graph.find(header); node != graph.end())
      for (const auto& next : node->second) enter(next);
  };
  for (const auto& node : graph)
    if (folder_of(node.first).empty()) enter(node.first);
  std::vector<std::string> outside;
  for (const auto& node : graph)
    if (reached.count(node.first) == 0 && folder_of(node.first) != "testing") outside.push_back(node.first);
  CHECK(source_tree::joined(outside) == "");
}

TEST_CASE("includes form no cycle, and no chain of them is longer than 14") {
  auto graph = include_graph();
  for (auto& [header, edges] : graph)  // definitions come behind all that their header declares
    std::erase_if(edges, [](const std::string& included) { return included.ends_with(".ipp"); });
  const auto found = depths_of(graph);
  CHECK(found.cycle == "");
  std::vector<std::string> too_deep;
  for (const auto& [header, depth] : found.of)
    if (depth > 14) too_deep.push_back(header + ": " + std::to_string(depth));
  CHECK(source_tree::joined(too_deep) == "");
}

TEST_CASE("the search for cycles and depths finds them") {
  CHECK(depths_of({{"a", {"b"}}, {"b", {"c"}}, {"c", {}}}).of ==
        std::map<std::string, std::size_t>{{"a", 3}, {"b", 2}, {"c", 1}});
  CHECK(depths_of({{"a", {"b"}}, {"b", {"c"}}, {"c", {"b"}}}).cycle == "b -> c -> b");
  CHECK(depths_of({{"a", {"a"}}}).cycle == "a -> a");
}
