// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Column types as text, in two languages: SQL's names, which say what a column means, and forms, which say by what bytes it is
// stored.

#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>
#include <tidemark/row/type_name.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace tidemark {

template <class T>
std::string type_text();
template <class T>
std::string form_text();

// A name as it is written in SQL: in backquotes if it is more than letters, digits and underscores.
void append_sql_name(std::string& out, std::string_view name);

// The columns of a row with the text that `text_of<Field>()` gives for each, separated by commas; `between` stands between.
template <class... Fields>
std::string columns_text(field_list<Fields...> /*columns*/, std::string_view between, auto&& text_of) {
  std::string text;
  [[maybe_unused]] const auto add = [&](std::string_view name, const std::string& type) {
    if (!text.empty()) text += ", ";
    append_sql_name(text, name);
    text.append(between).append(type);
  };
  (add(Fields::key.view(), text_of(std::type_identity<typename Fields::type>{})), ...);
  return text;
}

namespace detail {

inline constexpr auto type_text_of = []<class T>(std::type_identity<T>) { return type_text<T>(); };
inline constexpr auto form_text_of = []<class T>(std::type_identity<T>) { return form_text<T>(); };

}  // namespace detail

// The type of a column in Spark's words: "BIGINT", "ARRAY<STRING>", "STRUCT<start: TIMESTAMP, end: TIMESTAMP>". Whether it can
// be null is no part of it.
template <class T>
std::string type_text() {
  static_assert(has_text<T>,
                "tidemark column_type_has_no_text: a column has a type without a name in SQL; use a type of the table in "
                "row/README.md, or adapt the struct");
  constexpr column_kind kind = kind_of<T>;
  if constexpr (!has_text<T>) return {};  // refused above
  else if constexpr (kind == column_kind::boolean) return "BOOLEAN";
  else if constexpr (kind == column_kind::integer) return std::string(integer_type_text(sizeof(T), std::is_signed_v<T>));
  else if constexpr (kind == column_kind::floating) return sizeof(T) == sizeof(float) ? "FLOAT" : "DOUBLE";
  else if constexpr (kind == column_kind::text || kind == column_kind::text_view) return "STRING";
  else if constexpr (kind == column_kind::scalar) return scalar_traits<T>::sql_name();
  else if constexpr (kind == column_kind::window) return "STRUCT<start: TIMESTAMP, end: TIMESTAMP>";
  else if constexpr (kind == column_kind::nullable) return type_text<typename T::value_type>();
  else if constexpr (kind == column_kind::list || kind == column_kind::fixed_list)
    return "ARRAY<" + type_text<typename T::value_type>() + ">";
  else if constexpr (kind == column_kind::map)
    return "MAP<" + type_text<typename T::key_type>() + ", " + type_text<typename T::mapped_type>() + ">";
  else if constexpr (kind == column_kind::record)
    return "STRUCT<" + columns_text(fields_of<T>{}, ": ", detail::type_text_of) + ">";
  else return refuse_kind<T>(), std::string();
}

// How a column is stored: two types with one form have the same bytes as a value and as a key for the same value. Says what SQL
// leaves out: which integer, whether it can be null, how many elements an array has: "array<optional<uint8>, 3>".
// On disk: do not rename.
template <class T>
std::string form_text() {
  constexpr column_kind kind = kind_of<T>;
  if constexpr (kind == column_kind::boolean) return "bool";
  else if constexpr (kind == column_kind::integer) return std::string(integer_form_name(sizeof(T), std::is_signed_v<T>));
  else if constexpr (kind == column_kind::floating) return sizeof(T) == sizeof(float) ? "float32" : "float64";
  else if constexpr (kind == column_kind::text || kind == column_kind::text_view) return "text";
  else if constexpr (kind == column_kind::scalar) return scalar_traits<T>::form_name();
  else if constexpr (kind == column_kind::window) return "window";
  else if constexpr (kind == column_kind::nullable) return "optional<" + form_text<typename T::value_type>() + ">";
  else if constexpr (kind == column_kind::list) return "list<" + form_text<typename T::value_type>() + ">";
  else if constexpr (kind == column_kind::fixed_list)
    return "array<" + form_text<typename T::value_type>() + ", " + std::to_string(std::tuple_size_v<T>) + ">";
  else if constexpr (kind == column_kind::map)
    return "map<" + form_text<typename T::key_type>() + ", " + form_text<typename T::mapped_type>() + ">";
  else if constexpr (kind == column_kind::record) return "{" + columns_text(fields_of<T>{}, ": ", detail::form_text_of) + "}";
  else return refuse_kind<T>(), std::string();
}

}  // namespace tidemark

#ifndef TIDEMARK_COMPILED
#include <tidemark/row/impl/type_text.ipp>
#endif
