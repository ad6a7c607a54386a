// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The files of the tree as text, for tests that judge their form.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace source_tree {

// One file: its path from the root of the tree, and its lines.
struct file {
  std::string path;
  std::vector<std::string> lines;
};

inline std::filesystem::path root() { return TIDEMARK_SOURCE_DIR; }

inline file read(const std::string& path) {
  file read_file{path, {}};
  std::ifstream in(root() / path);
  for (std::string line; std::getline(in, line);) read_file.lines.push_back(line);
  return read_file;
}

inline std::string text_of(const std::string& path) {
  std::ifstream in(root() / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Whether a path belongs to the tree and not to what is made from it.
inline bool is_ours(const std::filesystem::path& path) {
  const auto relative = path.lexically_relative(root());
  const auto first = relative.begin()->string();
  return first != ".git" && first != "build" && first != ".cache";
}

// All files under `folder` whose path ends in one of `endings`, sorted by path.
inline std::vector<file> files(const std::string& folder, const std::vector<std::string_view>& endings) {
  std::vector<file> found;
  if (!std::filesystem::exists(root() / folder)) return found;
  for (auto entry = std::filesystem::recursive_directory_iterator(root() / folder); entry != std::filesystem::end(entry);
       ++entry) {
    if (!is_ours(entry->path())) entry.disable_recursion_pending();
    else if (entry->is_regular_file()) {
      const std::string path = entry->path().lexically_relative(root()).generic_string();
      const auto fits = [&](std::string_view ending) { return std::string_view(path).ends_with(ending); };
      if (std::any_of(endings.begin(), endings.end(), fits)) found.push_back(read(path));
    }
  }
  std::sort(found.begin(), found.end(), [](const file& a, const file& b) { return a.path < b.path; });
  return found;
}

// Headers, and the definitions of what they declare (impl/<header>.ipp).
inline const std::vector<file>& headers() {
  static const std::vector<file> all = files("include/tidemark", {".hpp", ".ipp"});
  return all;
}

inline const std::vector<file>& code() {
  static const std::vector<file> all = files("", {".hpp", ".ipp", ".cpp"});
  return all;
}

// Where the definitions of what a header declares stand if not in it, as they are included: those of
// include/tidemark/row/row.hpp are <tidemark/row/impl/row.ipp>.
inline std::string definitions_of(const std::string& header) {
  const auto path = std::filesystem::path(header).lexically_relative("include");
  return (path.parent_path() / "impl" / path.stem()).generic_string() + ".ipp";
}

// What stands between the brackets of each #include, with its line number (from 1).
struct include {
  std::string path;
  std::size_t line;
};
inline std::vector<include> includes(const file& of) {
  static const std::regex form(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  std::vector<include> found;
  for (std::size_t i = 0; i < of.lines.size(); ++i)
    if (std::smatch match; std::regex_search(of.lines[i], match, form)) found.push_back({match[1], i + 1});
  return found;
}

// "path:line: text" of every line in which `pattern` is found, comments at the end of a line aside.
inline std::vector<std::string> lines_with(const std::vector<file>& in, const std::string& pattern,
                                           bool also_in_comments = false) {
  const std::regex form(pattern);
  std::vector<std::string> found;
  for (const file& one : in)
    for (std::size_t i = 0; i < one.lines.size(); ++i) {
      std::string code = one.lines[i];
      if (!also_in_comments) code = code.substr(0, code.find("//"));
      if (std::regex_search(code, form)) found.push_back(one.path + ":" + std::to_string(i + 1) + ": " + one.lines[i]);
    }
  return found;
}

// The same for lines that contain one of these words, anywhere.
inline std::vector<std::string> lines_with_words(const std::vector<file>& in, const std::vector<std::string>& words) {
  std::vector<std::string> found;
  for (const file& one : in)
    for (std::size_t i = 0; i < one.lines.size(); ++i)
      for (const std::string& word : words)
        if (one.lines[i].find(word) != std::string::npos)
          found.push_back(one.path + ":" + std::to_string(i + 1) + ": " + one.lines[i]);
  return found;
}

// Findings one a line: an expectation reads CHECK(joined(findings) == "").
inline std::string joined(const std::vector<std::string>& findings) {
  std::string text;
  for (const std::string& finding : findings) text += "\n" + finding;
  return text;
}

}  // namespace source_tree
