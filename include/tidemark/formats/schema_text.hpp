// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A record type described as text: Spark's type names, a column list, a CREATE TABLE statement.

#include <tidemark/formats/column_kind.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

template <class T>
std::string type_text();
template <class T>
std::string column_type_text();

// The name of an integer type; an unsigned one is the next wider, which holds all its values.
constexpr std::string_view integer_type_text(std::size_t size, bool is_signed) {
  constexpr std::string_view names[] = {"TINYINT", "SMALLINT", "INT", "BIGINT", "DECIMAL(20,0)"};
  const std::size_t log = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  return names[log + (is_signed ? 0 : 1)];
}

// A name as it is written in SQL: in backquotes if it is more than letters, digits and underscores.
void append_sql_name(std::string& out, std::string_view name);

// The columns of a row, separated by commas; `between` stands between name and type, `after_required` behind a column that
// cannot be null.
template <class... Fields>
std::string columns_text(field_list<Fields...> /*columns*/, std::string_view between, std::string_view after_required) {
  std::string text;
  [[maybe_unused]] const auto add = [&](std::string_view name, const std::string& type, bool required) {
    if (!text.empty()) text += ", ";
    append_sql_name(text, name);
    text.append(between).append(type);
    if (required) text += after_required;
  };
  (add(Fields::key.view(), column_type_text<typename Fields::type>(), !is_nullable<typename Fields::type>), ...);
  return text;
}

// The type of a column, without a check that it has a name; see type_text.
template <class T>
std::string column_type_text() {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean) return "BOOLEAN";
  else if constexpr (kind == column_kind::integer) return std::string(integer_type_text(sizeof(T), std::is_signed_v<T>));
  else if constexpr (kind == column_kind::floating) return sizeof(T) == sizeof(float) ? "FLOAT" : "DOUBLE";
  else if constexpr (kind == column_kind::text || kind == column_kind::text_view) return "STRING";
  else if constexpr (kind == column_kind::time) return "TIMESTAMP";
  else if constexpr (kind == column_kind::window) return "STRUCT<start: TIMESTAMP, end: TIMESTAMP>";
  else if constexpr (kind == column_kind::nullable) return column_type_text<typename T::value_type>();
  else if constexpr (kind == column_kind::list || kind == column_kind::fixed_list)
    return "ARRAY<" + column_type_text<typename T::value_type>() + ">";
  else if constexpr (kind == column_kind::map)
    return "MAP<" + column_type_text<typename T::key_type>() + ", " + column_type_text<typename T::mapped_type>() + ">";
  else if constexpr (kind == column_kind::record) return type_text<T>();
  else return {};
}

// The type of a column in Spark's words: "BIGINT", "ARRAY<STRING>", "STRUCT<start: TIMESTAMP, end: TIMESTAMP>". Whether it can
// be null is no part of it.
template <class T>
std::string type_text() {
  static_assert(has_text<T>,
                "tidemark column_type_has_no_text: a column has a type without a name in SQL; use a type of the table in "
                "formats/README.md, or adapt the struct");
  if constexpr (kind_of<T> == column_kind::record) return "STRUCT<" + columns_text(fields_of<T>{}, ": ", "") + ">";
  else return column_type_text<T>();
}

// The columns of a row type: "user STRING, views BIGINT".
template <class R>
std::string schema_text() {
  return columns_text(fields_of<R>{}, " ", "");
}

// A statement that makes a table for rows of this type: "CREATE TABLE views (user STRING NOT NULL, views BIGINT)".
template <class R>
std::string create_table_text(std::string_view table) {
  std::string text = "CREATE TABLE ";
  append_sql_name(text, table);
  return text.append(" (").append(columns_text(fields_of<R>{}, " ", " NOT NULL")).append(")");
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/formats/impl/schema_text.ipp>
#endif
