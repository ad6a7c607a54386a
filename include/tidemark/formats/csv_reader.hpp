// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// CSV into rows and records: the reader that the columns of a record type direct.

#include <tidemark/formats/csv_field.hpp>
#include <tidemark/formats/csv_options.hpp>
#include <tidemark/formats/csv_value.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/formats/text.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/null.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// Reads lines of values into records of type `R`. The values are its columns `FileColumns`, in this order; only `Columns` of
// them are converted, the others must be well-formed text and are left as they are. It reads into the memory that a record has.
template <Row R, class FileColumns = typename fields_of<R>::names, class Columns = FileColumns>
class csv_reader {
  static_assert(are_csv_columns<kept_fields<fields_of<R>, FileColumns>>,
                "tidemark column_is_no_csv_value: a column is a list, a map or a record, and a value of a CSV file is none; "
                "leave the column out, or choose JSON");

 public:
  using row = R;

  explicit csv_reader(csv_options form) : form_(std::move(form)) {}

  // Reads the record of the line that starts at `at` and returns where the next line starts; nullptr: it is malformed, or
  // nothing.
  const char* read_line(const char* at, const char* end, R& into) {
    keeps_going_ = false;
    if (may_be_nothing(*at)) [[unlikely]] {
      std::string_view line;
      line_scanner({at, static_cast<std::size_t>(end - at)}).next(line);
      if (is_nothing(line)) return nullptr;
    }
    return read_values(at, end, into);
  }

  // Reads a line without its end. A value that does not fit leaves its column null, if it can be, and the others are read; so
  // do values that are missing at the end. False: something was wrong.
  bool read_what_fits(std::string_view line, R& into) {
    keeps_going_ = true;
    why_ = {};
    return read_values(line.data(), line.data() + line.size(), into) != nullptr && why_.what.empty();
  }

  bool is_nothing(std::string_view line) const {
    return is_blank(line) || (form_.comment != '\0' && line.front() == form_.comment);
  }

  bool has_header() const { return form_.header != csv_header::none; }

  std::string header_problem(std::string_view line) const {
    if (form_.header != csv_header::checked) return {};
    std::string problem;
    const char* at = line.data();
    const char* const end = at + line.size();
    [&]<name... Names>(name_list<Names...>) { (void)(take_name(Names.view(), at, end, problem) && ...); }(FileColumns{});
    if (problem.empty() && at != nullptr) problem = "has more names than the record has columns";
    return problem;
  }

  // What was wrong with the last malformed line.
  const malformed_record& why() const { return why_; }

  // Makes every column null that can be.
  static void clear(R& row) {
    [&]<name... Names>(name_list<Names...>) { (make_null(tidemark::get<Names>(row)), ...); }(Columns{});
  }

 private:
  // Lines that are nothing begin so. In a record of one column a line of blanks would pass for a value.
  bool may_be_nothing(char first) const {
    if constexpr (FileColumns::size == 1)
      if (first == ' ' || first == '\t' || first == '\r' || first == '\n') return true;
    return first == form_.comment;
  }

  const char* read_values(const char* at, const char* end, R& into) {
    unescaped_.clear();
    line_ = at;
    if constexpr (FileColumns::size == 0) return note(csv_problem::too_many, at, {}), nullptr;
    const csv_marks marks = marks_of(form_);
    return [&]<name... Names, std::size_t... I>(name_list<Names...>, std::index_sequence<I...>) {
      const bool all = ((at = read_field<Names, I + 1 == sizeof...(Names)>(marks, at, end, into)) && ...);
      return all ? at : nullptr;
    }(FileColumns{}, std::make_index_sequence<FileColumns::size>{});
  }

  // Reads the value of one column and returns where the next value, or line, starts.
  template <name Name, bool IsLast>
  [[gnu::always_inline]] const char* read_field(csv_marks marks, const char* at, const char* end, R& into) {
    csv_field field;
    if constexpr (Columns::template contains<Name>) {
      using column_type = std::remove_cvref_t<decltype(tidemark::get<Name>(into))>;
      if constexpr (Integer<column_type> || std::same_as<column_type, timestamp>) {
        if (!is_in_usual_form<column_type>(marks.delimiter)) [[likely]] {
          const char* const behind = read_usual(at, end, tidemark::get<Name>(into));
          if (behind != nullptr && (is_line_end(behind, end) || *behind == marks.delimiter)) [[likely]]
            return step_over<IsLast>(behind, end);
        }
      }
    }
    const char* problem_at = at;
    csv_problem problem = find_field(marks, at, end, field, problem_at);
    if constexpr (Columns::template contains<Name>) {
      if (problem == csv_problem::none) [[likely]]
        problem = take(field, end, tidemark::get<Name>(into));
      if (problem != csv_problem::none) [[unlikely]] {
        note(problem, problem_at, Name.view(), other_value_of<std::remove_cvref_t<decltype(tidemark::get<Name>(into))>>());
        if (!keeps_going_ || is_about_text(problem) || !make_null(tidemark::get<Name>(into))) return nullptr;
      }
    } else if (problem != csv_problem::none) [[unlikely]] {
      return note(problem, problem_at, {}), nullptr;
    }
    return step_over<IsLast>(field.behind, end);
  }

  // From the end of a value to the next one, or to the next line.
  template <bool IsLast>
  [[gnu::always_inline]] const char* step_over(const char* behind, const char* end) {
    if (is_line_end(behind, end) != IsLast) [[unlikely]]
      return note(IsLast ? csv_problem::too_many : csv_problem::too_few, behind, {}), nullptr;
    return behind == end ? end : behind + 1;
  }

  template <class T>
  [[gnu::always_inline]] csv_problem take(const csv_field& field, const char* end, T& into) {
    constexpr column_kind kind = kind_of<T>;
    if constexpr (kind == column_kind::nullable) {
      if (field.is_missing() || value_of(field, end) == form_.null_text) return into.reset(), csv_problem::none;
      return take(field, end, into ? *into : into.emplace());
    } else if constexpr (kind == column_kind::text) {
      if (!field.has_escape) into = field.text();
      else into.clear(), append_unescaped(marks_of(form_), field.text(), into);
      return csv_problem::none;
    } else if constexpr (kind == column_kind::text_view) {
      into = value_of(field, end);
      return csv_problem::none;
    } else if constexpr (ScalarView<T>) {
      make_room(field.first, end);
      const std::size_t before = unescaped_.size();
      if (!scalar_traits<T>::append_from_json(unescaped_, field.text())) return csv_problem::not_scalar;
      into = scalar_traits<T>::from_form(std::string_view(unescaped_).substr(before));
      return csv_problem::none;
    } else {
      if (field.is_missing()) return csv_problem::is_null;
      return read_csv_value(value_of(field, end), into);
    }
  }

  // What a value means. Texts with escapes lie in one memory, which is given room for all of a line: views of it must not move.
  [[gnu::always_inline]] std::string_view value_of(const csv_field& field, const char* end) {
    return field.has_escape ? unescaped(field.text(), end) : field.text();
  }
  [[gnu::noinline]] std::string_view unescaped(std::string_view text, const char* end) {
    make_room(text.data(), end);
    const std::size_t before = unescaped_.size();
    append_unescaped(marks_of(form_), text, unescaped_);
    return std::string_view(unescaped_).substr(before);
  }

  // For what the rest of a line can mean, which is never longer than it is written; a nullable column asks twice.
  void make_room(const char* from, const char* end) {
    if (!unescaped_.empty()) return;
    std::string_view line;
    line_scanner({from, static_cast<std::size_t>(end - from)}).next(line);
    unescaped_.reserve(2 * line.size());
  }

  template <class T>
  static bool make_null(T& value) {
    if constexpr (is_nullable<T>) value.reset();
    return is_nullable<T>;
  }

  [[gnu::cold, gnu::noinline]] void note(csv_problem problem, const char* place, std::string_view column,
                                         std::string_view other_value = {}) {
    if (keeps_going_ && !why_.what.empty() && !is_about_text(problem)) return;  // the first is told
    why_ = {problem == csv_problem::not_scalar ? other_value : words_for(problem), column,
            static_cast<std::size_t>(place - line_), is_about_text(problem)};
  }

  // Compares the next name of a header; `at` becomes nullptr behind the last.
  bool take_name(std::string_view wanted, const char*& at, const char* end, std::string& problem) const {
    csv_field field;
    const char* problem_at = at;
    std::string found;
    if (at == nullptr) {
      problem = "has no name for column \"" + std::string(wanted) + "\"";
    } else if (const auto wrong = find_field(marks_of(form_), at, end, field, problem_at); wrong != csv_problem::none) {
      problem = "has " + std::string(words_for(wrong));
    } else if (append_unescaped(marks_of(form_), field.text(), found); found != wanted) {
      problem = "has \"" + found + "\" where column \"" + std::string(wanted) + "\" should be";
    } else {
      at = field.behind == end ? nullptr : field.behind + 1;
    }
    return problem.empty();
  }

  csv_options form_;
  std::string unescaped_;
  const char* line_ = nullptr;
  bool keeps_going_ = false;
  malformed_record why_;
};

}  // namespace tidemark
