// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0

// The ids of errors in the headers and the list of them in runtime/README.md.

#include <regex>
#include <set>
#include <string>

#include "catch2_any_version.hpp"
#include "gates/source_tree.hpp"

namespace {

using names = std::set<std::string>;

names matches(const std::string& text, const std::string& pattern) {
  const std::regex form(pattern);
  names found;
  for (std::sregex_iterator match(text.begin(), text.end(), form), end; match != end; ++match) found.insert((*match)[1]);
  return found;
}

std::string text_of_headers() {
  std::string text;
  for (const auto& header : source_tree::headers()) text += source_tree::text_of(header.path);
  return text;
}

std::string missing(const names& wanted, const names& there) {
  std::string text;
  for (const auto& name : wanted)
    if (there.count(name) == 0) text += name + "\n";
  return text;
}

}  // namespace

TEST_CASE("every id of an error is in the list of errors, and every one of the list is in a header") {
  const std::string headers = text_of_headers();
  // error("id", …), error wrapped("id", …), log_error, file_error, failure; and error(condition ? "one" : "other", …).
  names thrown = matches(headers, R"-((?:\berror(?: \w+)?|_error|\bfailure)\(\s*"([a-z]+(?:_[a-z]+)+)")-");
  thrown.merge(matches(headers, R"-(\berror\([a-z_]+ \? "([a-z]+(?:_[a-z]+)+)" :)-"));
  const names quoted = matches(headers, R"-("([a-z]+(?:_[a-z]+)+)")-");
  const std::string readme = source_tree::text_of("include/tidemark/runtime/README.md");
  const names listed = matches(readme.substr(readme.find("## 11.")), R"-(\n\| `([a-z]+(?:_[a-z]+)+)`)-");
  CHECK(thrown.size() > 20);
  CHECK(missing(thrown, listed) == "");
  CHECK(missing(listed, quoted) == "");
}
