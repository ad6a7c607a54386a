// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// CSV lines: files with the values of one record a line.

#include <tidemark/formats/csv_options.hpp>
#include <tidemark/formats/csv_reader.hpp>
#include <tidemark/formats/csv_writer.hpp>
#include <tidemark/formats/line_reader.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/row/row.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// Reads records of type `R`, and of each only `Columns`, from text with one record a line. All columns of `R` are in the text,
// in their order, but the one that a policy fills itself.
template <Row R, class Columns = typename fields_of<R>::names, class Policy = malformed::fail>
using csv_line_reader =
    line_reader<csv_reader<R, columns_of_text<R, typename fields_of<R>::names, Policy>, columns_of_text<R, Columns, Policy>>,
                Policy>;

// The format, as file sources and file sinks hold it.
class csv_lines {
 public:
  static constexpr std::string_view ending = ".csv";

  csv_lines() = default;
  explicit csv_lines(csv_options form) : form_(std::move(form)) { check_options(form_); }

  template <Row R, class Columns, MalformedPolicy Policy>
  csv_line_reader<R, Columns, Policy> reader() const {
    using lines = csv_line_reader<R, Columns, Policy>;
    return lines(typename lines::format_reader(form_));
  }

  template <Row R>
    requires are_csv_columns<fields_of<R>>
  void begin_file(std::string& text) const {
    if (form_.header != csv_header::none) append_csv_header(form_, fields_of<R>{}, text);
  }
  template <Row R>
    requires are_csv_columns<fields_of<R>>
  void append(std::string& text, const auto& row) const {
    append_csv_row(form_, row, fields_of<R>{}, text);
  }

 private:
  csv_options form_;
};

}  // namespace tidemark
