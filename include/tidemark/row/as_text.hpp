// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Column values as people read them: CAST(value AS STRING), which is also what stands in a cell of a printed table.

#include <tidemark/row/as_row.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <string>
#include <type_traits>

namespace tidemark {

template <class T>
void append_as_text(std::string& out, const T& value);

namespace detail {

inline void separate(std::string& out, bool& is_first) {
  if (!is_first) out += ", ";
  is_first = false;
}

}  // namespace detail

// "{ann, 3}"
template <Row R>
void append_row_as_text(std::string& out, const R& row) {
  bool is_first = true;
  out += '{';
  for_each_column(row, [&](auto /*key*/, const auto& column) {
    detail::separate(out, is_first);
    append_as_text(out, column);
  });
  out += '}';
}

// "[1, 2]"
template <List Values>
void append_list_as_text(std::string& out, const Values& values) {
  bool is_first = true;
  out += '[';
  for (const auto& one : values) {
    detail::separate(out, is_first);
    append_as_text<typename Values::value_type>(out, one);
  }
  out += ']';
}

// "{a -> 1}"
template <Map Values>
void append_map_as_text(std::string& out, const Values& values) {
  bool is_first = true;
  out += '{';
  for (const auto& [key, value] : values) {
    detail::separate(out, is_first);
    append_as_text(out, key);
    append_as_text(out += " -> ", value);
  }
  out += '}';
}

// Appends a value of any column type.
template <class T>
void append_as_text(std::string& out, const T& value) {
  constexpr auto kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean) {
    out += value ? "true" : "false";
  } else if constexpr (kind == column_kind::integer || kind == column_kind::floating) {
    append_number(out, value);
  } else if constexpr (kind == column_kind::text || kind == column_kind::text_view) {
    out += value;
  } else if constexpr (kind == column_kind::scalar) {
    scalar_traits<T>::append_text(out, value);
  } else if constexpr (kind == column_kind::window) {
    append_cast_timestamp(out += '{', value.start);
    append_cast_timestamp(out += ", ", value.end);
    out += '}';
  } else if constexpr (kind == column_kind::nullable) {
    if (value) append_as_text(out, *value);
    else out += "NULL";
  } else if constexpr (kind == column_kind::list || kind == column_kind::fixed_list) {
    append_list_as_text(out, value);
  } else if constexpr (kind == column_kind::map) {
    append_map_as_text(out, value);
  } else if constexpr (kind == column_kind::record) {
    append_row_as_text(out, value);
  } else {
    refuse_kind<T>();
  }
}

}  // namespace tidemark
