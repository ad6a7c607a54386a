// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Column values as people read them in a table: Spark's CAST to STRING as `show` prints it.

#include <tidemark/formats/column_kind.hpp>
#include <tidemark/row/batch.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <string>

namespace tidemark {

template <class T>
void append_cell(std::string& out, const T& value);

namespace detail {

inline void separate(std::string& out, bool& is_first) {
  if (!is_first) out += ", ";
  is_first = false;
}

}  // namespace detail

// "[1, 2]", "{a -> 1}", "{ann, 3}": what a list, a map and a struct are in one cell.
template <class T>
void append_composite_cell(std::string& out, const T& value) {
  constexpr auto kind = kind_of<T>;
  bool is_first = true;
  out += kind == column_kind::map || kind == column_kind::record ? '{' : '[';
  if constexpr (kind == column_kind::record) {
    for_each_column(value, [&](auto /*key*/, const auto& column) {
      detail::separate(out, is_first);
      append_cell(out, column);
    });
  } else {
    for (const auto& one : value) {
      detail::separate(out, is_first);
      if constexpr (kind == column_kind::map) {
        append_cell(out, one.first);
        out += " -> ";
        append_cell(out, one.second);
      } else {
        append_cell(out, static_cast<const typename T::value_type&>(one));
      }
    }
  }
  out += kind == column_kind::map || kind == column_kind::record ? '}' : ']';
}

// Appends a value of any column type.
template <class T>
void append_cell(std::string& out, const T& value) {
  constexpr auto kind = kind_of<T>;
  static_assert(kind != column_kind::none, "tidemark type_is_no_column: this type can't be a column; see row/README.md");
  if constexpr (kind == column_kind::none) {
    return;  // refused above
  } else if constexpr (kind == column_kind::boolean) {
    out += value ? "true" : "false";
  } else if constexpr (kind == column_kind::integer || kind == column_kind::floating) {
    append_number(out, value);
  } else if constexpr (kind == column_kind::text || kind == column_kind::text_view) {
    out += value;
  } else if constexpr (kind == column_kind::time) {
    append_cast_timestamp(out, value);
  } else if constexpr (kind == column_kind::window) {
    out += '{';
    append_cast_timestamp(out, value.start);
    out += ", ";
    append_cast_timestamp(out, value.end);
    out += '}';
  } else if constexpr (kind == column_kind::nullable) {
    if (value) append_cell(out, *value);
    else out += "NULL";
  } else {
    append_composite_cell(out, value);
  }
}

}  // namespace tidemark
