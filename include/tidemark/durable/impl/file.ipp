// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The definitions of file.hpp.

#include <tidemark/durable/file.hpp>
#include <tidemark/form.hpp>
#include <tidemark/row/error.hpp>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace tidemark {

TIDEMARK_INLINE void sort_entries(std::vector<file_entry>& entries,
                                  bool (*comes_before)(const file_entry&, const file_entry&)) {
  std::sort(entries.begin(), entries.end(), comes_before);
}

TIDEMARK_INLINE error file_error(std::string_view id, const std::string& path, int code) {
  const bool full = code == ENOSPC || code == EDQUOT;
  const bool reading = id == "file_unreadable";
  std::string sentence = reading ? "can't read \"" : "can't write \"";
  sentence += path + "\": " + std::generic_category().message(code);
  sentence += full      ? "; free some space and start again"
              : reading ? "; check that it is there and that this process may read it"
                        : "; choose a place that this process may write to";
  return error(full ? "disk_full" : id, sentence).in_file(path);
}

TIDEMARK_INLINE std::string path_in(const std::string& folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  std::string path = folder;
  if (path.back() != '/') path += '/';
  return path += name;
}

TIDEMARK_INLINE std::string folder_of(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const auto slash = path.rfind('/');
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, (std::max)(slash, std::size_t{1})));
}

TIDEMARK_INLINE std::string name_of(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  return std::string(path.substr(path.rfind('/') + 1));
}

}  // namespace tidemark
