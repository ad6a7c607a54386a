// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Demands on what functions make of rows, and on rows that shall become others.

#include <tidemark/row/row.hpp>
#include <tidemark/rules/verdict.hpp>

#include <type_traits>

namespace tidemark {

// as<R>() fills a struct by name: every member must be a column of that type.
struct record_does_not_fit : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark record_does_not_fit: as<R>() needs a column of the same name and type for every member of R; "
                  "select, rename or cast columns before it");
  }
};

// A function was given that can't be called with the rows.
struct function_does_not_take_row : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark function_does_not_take_row: the function can't be called with the rows of this stream; take "
                  "`const auto& row` and use td::get<\"column\">(row), or put as<Record>() before it");
  }
};

// What a function returns shall flow on, so it must have columns.
struct result_is_not_a_record : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark result_is_not_a_record: the function's result has no columns; return a struct adapted by "
                  "BOOST_HANA_ADAPT_STRUCT (flat_map: a range of them)");
  }
};

// union_with puts rows of two streams into one.
struct union_columns_differ : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark union_columns_differ: the two streams of a union have different columns; bring both to the same "
                  "names and types in the same order with select, rename or as");
  }
};

// A stream and a table can't be one stream.
struct union_mixed : violation {
  template <class Plan, bool Holds = false>
  static consteval void enforce() {
    static_assert(Holds,
                  "tidemark union_mixed: one side of the union is a stream and the other a static table; read both with "
                  "read_stream, or join the table");
  }
};

// R has for each of its columns one of the same name and type in From.
template <class R, class From>
inline constexpr bool fills = false;
template <class R, class... Fields>
inline constexpr bool fills_fields = false;
template <class From, class... Fields>
inline constexpr bool fills_fields<From, field_list<Fields...>> =
    (std::is_same_v<column_type<From, Fields::key>, typename Fields::type> && ...);
template <Row R, Row From>
inline constexpr bool fills<R, From> = fills_fields<From, fields_of<R>>;

}  // namespace tidemark
