// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// A record type described in SQL: a column list, a CREATE TABLE statement.

#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/type_text.hpp>

#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// The columns of a row type: "user STRING, views BIGINT".
template <class R>
std::string schema_text() {
  return columns_text(fields_of<R>{}, " ", detail::type_text_of);
}

// A statement that makes a table for rows of this type: "CREATE TABLE views (user STRING NOT NULL, views BIGINT)".
template <class R>
std::string create_table_text(std::string_view table) {
  std::string text = "CREATE TABLE ";
  append_sql_name(text, table);
  const auto column_text = []<class T>(std::type_identity<T>) { return type_text<T>() + (is_nullable<T> ? "" : " NOT NULL"); };
  return text.append(" (").append(columns_text(fields_of<R>{}, " ", column_text)).append(")");
}

}  // namespace tidemark
