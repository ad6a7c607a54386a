// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of versioned_text.hpp.

#include <tidemark/durable/versioned_text.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace tidemark {

TIDEMARK_INLINE error log_error(std::string_view id, const std::string& path, const std::string& wrong) {
  return error(id, "\"" + path + "\" " + wrong + "; put the file back from a copy, or start with a new checkpoint folder")
      .in_file(path);
}

TIDEMARK_INLINE std::string_view text_below_version(std::string_view content, int newest, const std::string& path) {
  if (content.empty()) throw log_error("log_incomplete", path, "is empty, so what it recorded is lost");
  const auto line = content.substr(0, content.find('\n'));
  const auto digits = line.substr(line.empty() ? 0 : 1);
  int version{};
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), version);
  const bool is_too_big = problem == std::errc::result_out_of_range;
  const bool is_number = end == digits.data() + digits.size() && (is_too_big || (problem == std::errc{} && version > 0));
  if (!line.starts_with('v') || !is_number)
    throw log_error("log_malformed", path,
                    "does not begin with a version line such as v1, but with \"" + std::string(line.substr(0, 40)) + "\"");
  if (is_too_big || version > newest)
    throw error("log_version_unknown", "\"" + path + "\" has version " + std::string(digits) + ", this program reads up to " +
                                           std::to_string(newest) + "; use the newer one that wrote it")
        .in_file(path);
  content.remove_prefix(line.size() == content.size() ? line.size() : line.size() + 1);
  return content;
}

}  // namespace tidemark
