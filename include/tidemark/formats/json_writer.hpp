// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON out of rows, records and values of every column type.

#include <tidemark/formats/byte_scan.hpp>
#include <tidemark/formats/json_escape.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/number_text.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/time_window.hpp>
#include <tidemark/row/timestamp_text.hpp>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

namespace tidemark {

// Numbers; those that JSON does not have as strings.
template <class Number>
void write_json_number(std::string& out, Number value) {
  if constexpr (kind_of<Number> == column_kind::floating) {
    if (!std::isfinite(value)) {
      out += '"';
      append_number(out, value);
      out += '"';
      return;
    }
  }
  append_number(out, value);
}

// A type writes itself, in quotes or as a number. What has to be escaped is rare, and seen afterwards.
template <Scalar T>
void write_json_scalar(std::string& out, const T& value) {
  if constexpr (!scalar_traits<T>::is_quoted_in_json) {
    scalar_traits<T>::append_json(out, value);
  } else {
    out += '"';
    const std::size_t start = out.size();
    scalar_traits<T>::append_json(out, value);
    if (plain_end(out.data() + start, out.data() + out.size()) == out.data() + out.size()) [[likely]] {
      out += '"';
      return;
    }
    const std::string text = out.substr(start);
    out.resize(start - 1);
    append_json_string(out, text);
  }
}

inline void write_json_window(std::string& out, const time_window& window) {
  out += "{\"start\":";
  write_json_scalar(out, window.start);
  out += ",\"end\":";
  write_json_scalar(out, window.end);
  out += '}';
}

template <class T>
void write_json(std::string& out, const T& value);
template <class T>
void write_json_value(std::string& out, const T& value);

template <class Values>
void write_json_list(std::string& out, const Values& values) {
  out += '[';
  bool is_first = true;
  for (const auto& value : values) {
    if (!is_first) out += ',';
    is_first = false;
    write_json_value<typename Values::value_type>(out, value);
  }
  out += ']';
}

// An object if the keys are text, a list of pairs otherwise.
template <class Map>
void write_json_map(std::string& out, const Map& map) {
  constexpr column_kind key_kind = kind_of<typename Map::key_type>;
  constexpr bool is_object = key_kind == column_kind::text || key_kind == column_kind::text_view;
  out += is_object ? '{' : '[';
  bool is_first = true;
  for (const auto& [key, value] : map) {
    if (!is_first) out += ',';
    is_first = false;
    if (!is_object) out += '[';
    write_json_value(out, key);
    out += is_object ? ':' : ',';
    write_json_value(out, value);
    if (!is_object) out += ']';
  }
  out += is_object ? '}' : ']';
}

// One member of an object, with a comma before it unless it is the first; a null is left out.
template <class T>
void write_json_member(std::string& out, std::string_view name, const T& value, std::size_t object_start) {
  if constexpr (kind_of<T> == column_kind::nullable) {
    if (value) write_json_member(out, name, *value, object_start);
  } else {
    if (out.size() > object_start) out += ',';
    append_json_string(out, name);
    out += ':';
    write_json_value(out, value);
  }
}

template <class R, class... Fields>
void write_json_object(std::string& out, const R& row, field_list<Fields...> /*columns*/) {
  out += '{';
  [[maybe_unused]] const std::size_t start = out.size();
  (write_json_member(out, Fields::key.view(), tidemark::get<Fields::key>(row), start), ...);
  out += '}';
}

template <class T>
void write_json_value(std::string& out, const T& value) {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean) {
    out += value ? "true" : "false";
  } else if constexpr (kind == column_kind::integer || kind == column_kind::floating) {
    write_json_number(out, value);
  } else if constexpr (kind == column_kind::text || kind == column_kind::text_view) {
    append_json_string(out, value);
  } else if constexpr (kind == column_kind::scalar) {
    write_json_scalar(out, value);
  } else if constexpr (kind == column_kind::window) {
    write_json_window(out, value);
  } else if constexpr (kind == column_kind::nullable) {
    if (value) write_json_value(out, *value);
    else out += "null";
  } else if constexpr (kind == column_kind::list || kind == column_kind::fixed_list) {
    write_json_list(out, value);
  } else if constexpr (kind == column_kind::map) {
    write_json_map(out, value);
  } else if constexpr (kind == column_kind::record) {
    write_json(out, value);
  } else {
    refuse_kind<T>();
  }
}

// Appends a value of any column type, or a row, record or view with its columns in order. Null columns are left out of objects,
// as Spark does; a null in a list, a map or by itself is `null`. Independent of any locale.
template <class T>
void write_json(std::string& out, const T& value) {
  static_assert(has_text<T>,
                "tidemark column_type_has_no_text: a column has a type that JSON is not made of; use a type of the table in "
                "formats/README.md, or adapt the struct");
  if constexpr (kind_of<T> == column_kind::record) write_json_object(out, value, fields_of<T>{});
  else write_json_value(out, value);
}

}  // namespace tidemark
