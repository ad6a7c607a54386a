// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What happens to a record that cannot be read: the query fails, the record is dropped and counted, or its text is kept.

#include <tidemark/row/error.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/name.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tidemark {

// Why a record was not read.
struct malformed_record {
  std::string_view what;       // as the words behind "the record has"
  std::string_view column;     // the column that it is about; empty: none
  std::size_t position = 0;    // of the byte where it was found, in the record's text
  bool is_about_text = false;  // the text itself is wrong, not one value for its column

  std::string sentence() const {
    std::string text = column.empty() ? "the record has " : "column \"" + std::string(column) + "\" has ";
    return text.append(what) + " (byte " + std::to_string(position) + ")";
  }
};

// "views/7.json, line 3"
inline std::string place_in_text(const std::string& file, std::int64_t line) {
  return (file.empty() ? "" : file + ", ") + "line " + std::to_string(line);
}

// Ends a query for a record that was not read.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_malformed(const malformed_record& why, const std::string& file,
                                                                   std::int64_t line) {
  throw error("malformed_record", "in " + place_in_text(file, line) + " " + why.sentence() +
                                      "; correct the data, or choose malformed::drop or malformed::keep_in")
      .in_file(file)
      .at_line(line);
}

// Three policies, each a tag.
namespace malformed {

// The query ends with error malformed_record, which names file and line. The default.
struct fail {};

// The record is left out, and counted in progress.
struct drop {};

// The record becomes a row that has its text in column `Column`, and in the others what could be read of it, or null. Rows of
// records that can be read have null in that column. Requires: it is a std::optional<std::string>; all others are optional.
template <name Column>
struct keep_in {};

}  // namespace malformed

// The column that a policy fills itself, so that it is no column of the text: as a list of one name or none.
template <class Policy>
struct column_kept_by {
  static constexpr bool exists = false;
  using names = name_list<>;
};
template <name Column>
struct column_kept_by<malformed::keep_in<Column>> {
  static constexpr bool exists = true;
  static constexpr auto key = Column;
  using names = name_list<Column>;
};

// The columns that are read from the text: those asked for, but the one that a policy fills itself.
template <class R, class Columns, class Policy>
using columns_of_text =
    typename dropped_fields<kept_fields<fields_of<R>, Columns>, typename column_kept_by<Policy>::names>::names;

template <class Policy>
inline constexpr bool is_malformed_policy =
    std::is_same_v<Policy, malformed::fail> || std::is_same_v<Policy, malformed::drop> || column_kept_by<Policy>::exists;
template <class Policy>
concept MalformedPolicy = is_malformed_policy<Policy>;

// Whether the text that a policy keeps has a column in rows `R` to go to.
template <class R, class Policy>
inline constexpr bool kept_text_has_a_column = true;
template <class R, name Column>
inline constexpr bool kept_text_has_a_column<R, malformed::keep_in<Column>> =
    std::is_same_v<column_type<R, Column>, std::optional<std::string>>;

template <class Fields>
inline constexpr bool all_nullable = false;
template <class... Fields>
inline constexpr bool all_nullable<field_list<Fields...>> = (is_nullable<typename Fields::type> && ...);

// Whether a record that was not read can be a row of type `R`, with nothing but its text.
template <class R, class Policy>
inline constexpr bool other_columns_can_be_null = !column_kept_by<Policy>::exists || all_nullable<fields_of<R>>;

}  // namespace tidemark
