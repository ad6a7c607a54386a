// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Folders that stand for values of columns, as Hive lays them out: "day=2026-01-05/hour=10/".

#include <tidemark/row/as_text.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/name.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>

#include <string>
#include <string_view>

namespace tidemark {

// The folder of null, and of an empty text.
inline constexpr std::string_view null_partition = "__HIVE_DEFAULT_PARTITION__";

// Whether a column can name folders: one value, no list or record of them.
template <class T>
consteval bool can_name_folders() {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::nullable) return can_name_folders<typename T::value_type>();
  else
    return kind == column_kind::boolean || kind == column_kind::integer || kind == column_kind::floating ||
           kind == column_kind::text || kind == column_kind::text_view || kind == column_kind::scalar;
}

// Appends a name or value. Control characters and those that mean something in a path, a URI or here become "%3A".
void append_path_text(std::string& path, std::string_view text);

// Appends the folders of rows by some of their columns. One for each row's writer: it keeps its memory.
template <class Columns>
class partition_path;
template <name... Names>
class partition_path<name_list<Names...>> {
 public:
  // The folders of a row, with a slash at the end; valid until the next call.
  std::string_view of(const auto& row) {
    path_.clear();
    (append(Names.view(), tidemark::get<Names>(row)), ...);
    return path_;
  }

 private:
  template <class T>
  void append(std::string_view column, const T& value) {
    append_path_text(path_, column);
    path_ += '=';
    text_.clear();
    if constexpr (!is_nullable<T>) append_as_text(text_, value);
    else if (value) append_as_text(text_, *value);
    if (text_.empty()) path_ += null_partition;
    else append_path_text(path_, text_);
    path_ += '/';
  }

  std::string path_;
  std::string text_;
};

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/sinks/impl/partition_path.ipp>
#endif
