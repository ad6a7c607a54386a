// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How a CSV file is written: what stands between values and around them, what is null, whether there is a header.

#include <tidemark/row/error.hpp>

#include <string>
#include <string_view>

namespace tidemark {

// The first line of each file that is neither blank nor a comment.
enum class csv_header {
  none,     // is a record
  checked,  // names the columns, all of them and in order; a sink writes it
  skipped   // is passed over, whatever it says; a sink writes it
};

struct csv_options {
  csv_header header = csv_header::none;
  char delimiter = ',';
  char quote = '"';
  char escape = '"';   // what stands before a quote inside quotes; the quote itself: it stands twice, as RFC 4180 has it
  char comment = '\0';  // lines that begin with it are passed over; '\0': there are none
  // What a null column is written as. It is read as null in a column that can be null, also in quotes; so is a value that is
  // empty and not in quotes.
  std::string null_text{};
};

// The marks that a line is taken apart by. Handed on by value: a reader that writes into strings would read them anew each
// time.
struct csv_marks {
  char delimiter = ',';
  char quote = '"';
  char escape = '"';
};

inline csv_marks marks_of(const csv_options& options) { return {options.delimiter, options.quote, options.escape}; }

// Whether a character can stand for more than itself: ASCII, and none that a number begins or goes on with.
constexpr bool is_csv_mark(char c) {
  const bool is_letter_or_digit = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return c > '\0' && c != '\x7f' && !is_letter_or_digit && std::string_view("+-.\n\r").find(c) == std::string_view::npos;
}

// Throws error csv_options for marks that could not be told from each other or from numbers.
inline void check_options(const csv_options& options) {
  const char comment = options.comment;
  if (!is_csv_mark(options.delimiter) || !is_csv_mark(options.quote) || !is_csv_mark(options.escape) ||
      (comment != '\0' && !is_csv_mark(comment)))
    throw error("csv_options",
                "delimiter, quote, escape and comment are ASCII marks that no number is written with; choose punctuation, a "
                "space or a tab");
  if (options.delimiter == options.quote || options.delimiter == options.escape || comment == options.delimiter ||
      comment == options.quote || comment == options.escape)
    throw error("csv_options", "two of delimiter, quote, escape and comment are one; only quote and escape may be the same");
  const std::string_view null = options.null_text;
  const char special[] = {options.delimiter, options.quote, ' ', '\t', '\n', '\r', comment == '\0' ? options.quote : comment};
  if (null.find_first_of({special, sizeof special}) != std::string_view::npos)
    throw error("csv_options", "null_text holds a blank, an end of a line or one of the marks; choose a plain word");
}

}  // namespace tidemark
