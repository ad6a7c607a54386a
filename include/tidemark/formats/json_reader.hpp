// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// JSON into rows and records: the reader that the columns of a record type direct.

#include <tidemark/formats/json_input.hpp>
#include <tidemark/formats/json_members.hpp>
#include <tidemark/formats/json_value.hpp>
#include <tidemark/formats/malformed.hpp>
#include <tidemark/formats/text.hpp>
#include <tidemark/row/column_kind.hpp>
#include <tidemark/row/error.hpp>
#include <tidemark/row/field_lists.hpp>
#include <tidemark/row/row.hpp>

#include <cstddef>
#include <string_view>

namespace tidemark {

// What was wrong with a text that starts at `start`.
inline malformed_record why_not(const json_input& in, const char* start) {
  const std::string_view words = in.problem == json_problem::not_scalar ? in.other_value : words_for(in.problem);
  return {words, in.column, static_cast<std::size_t>(in.place - start), is_about_text(in.problem)};
}

// Reads records of type `R`, one at a time, and of each only `Columns`: other members are checked for syntax and skipped, other
// columns of the record left as they are. It remembers the order of members, and reads into the memory that a record has.
//   json_reader<view> reader;
//   view v;
//   if (!reader.read(R"({"user":"ann","page":"/","time":"2026-01-05T10:00:00Z"})", v)) log(reader.why().sentence());
template <Row R, class Columns = typename fields_of<R>::names>
class json_reader {
  static_assert(columns_have_text<kept_fields<fields_of<R>, Columns>>,
                "tidemark column_type_has_no_text: a column has a type that JSON is not read into; use a type of the table in "
                "formats/README.md, or adapt the struct");

 public:
  using row = R;

  // Reads a text that is one object. False: it is malformed, see why(), and the columns hold nothing of use.
  bool read(std::string_view text, R& into) { return read_text(text, false, into); }

  // The same, but a value that does not fit leaves its column null, if it can be, and the others are read. Still false.
  bool read_what_fits(std::string_view text, R& into) { return read_text(text, true, into); }

  // Reads the record of the line that starts at `at` and returns where the next line starts; nullptr: the line is malformed.
  // The end of the line is not known beforehand: it is found on the way.
  const char* read_line(const char* at, const char* end, R& into) {
    json_input in = start(end);
    in.is_line = true;
    const char* const line = at;
    at = read_object<R, Columns>(in, at, order_, into);
    if (at != nullptr) {
      at = in.skip_space(at);
      if (at == end) return at;
      if (*at == '\n') return at + 1;
      in.fail(at, json_problem::something_follows);
    }
    return note(in, line), nullptr;
  }

  // A line that has no record and is no fault: a blank one, or an empty list, as Spark does.
  static bool is_nothing(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) return true;
    const std::size_t second = line.find_first_not_of(blanks, first + 1);
    return line[first] == '[' && second != std::string_view::npos && line[second] == ']' && is_blank(line.substr(second + 1));
  }

  // What was wrong with the last malformed record.
  const malformed_record& why() const { return why_; }

  // Makes every column null that can be.
  static void clear(R& row) {
    for (std::size_t i = 0; i < Columns::size; ++i) make_null(json_table<R, Columns>[i], &row);
  }

 private:
  json_input start(const char* end) {
    memory_.unescaped.clear();
    json_input in;
    in.end = end;
    in.memory = &memory_;
    in.unescaped = &memory_.unescaped;
    return in;
  }

  bool read_text(std::string_view text, bool keeps_going, R& into) {
    json_input in = start(text.data() + text.size());
    in.keeps_going = keeps_going;
    const char* at = read_object<R, Columns>(in, text.data(), order_, into);
    if (at != nullptr) {
      at = in.skip_space(at);
      if (at != in.end) in.fail(at, json_problem::something_follows);
    }
    if (in.problem == json_problem::none) return true;
    return note(in, text.data()), false;
  }

  void note(const json_input& in, const char* start) { why_ = why_not(in, start); }

  json_order order_;
  json_memory memory_;  // of nested records
  malformed_record why_;
};

// The value that a whole text is; for documents, not for rows of a stream. Throws error malformed_record.
template <class T>
T read_json(std::string_view text) {
  static_assert(has_text<T>,
                "tidemark column_type_has_no_text: a column has a type that JSON is not read into; use a type of the table in "
                "formats/README.md, or adapt the struct");
  json_memory memory;
  json_input in;
  in.end = text.data() + text.size();
  in.memory = &memory;
  T value{};
  const char* at = in.skip_space(text.data());
  at = at == in.end ? in.fail(at, json_problem::ends_early) : read_value(in, at, value);
  if (at != nullptr && in.skip_space(at) != in.end) at = in.fail(in.skip_space(at), json_problem::something_follows);
  if (at == nullptr) {
    throw error("malformed_record", why_not(in, text.data()).sentence() + "; correct the text");
  }
  return value;
}

}  // namespace tidemark
