// SPDX-FileCopyrightText: 2026 The tidemark authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Records out of a text with one on each line, with a policy for those that cannot be read.

#include <tidemark/formats/malformed.hpp>
#include <tidemark/formats/text.hpp>
#include <tidemark/row/row.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tidemark {

// What a line reader asks of the reader of its format. A record is a line, in every format: so a text can be cut behind any
// newline, lines can be counted without reading them, and what can't be read costs its own line only.
//   read_line(at, end, into)    the record of the line that starts at `at`; returns where the next line starts, or nullptr
//   is_nothing(line)            a line that was not read has no record and is no fault: a blank one, a comment
//   read_what_fits(line, into)  the values of a malformed line that fit their columns
//   why()                       what was wrong with the line last not read
template <class Reader>
concept LineFormat = Row<typename Reader::row> && requires(Reader& reader, const char* at, typename Reader::row& into) {
  { reader.read_line(at, at, into) } -> std::same_as<const char*>;
  { reader.is_nothing(std::string_view{}) } -> std::same_as<bool>;
  { reader.read_what_fits(std::string_view{}, into) } -> std::same_as<bool>;
  Reader::clear(into);
  { reader.why() } -> std::convertible_to<const malformed_record&>;
};

// A format whose files may begin with a line that is no record: `header_problem(line)` says what is wrong with it, "" if
// nothing.
template <class Reader>
concept HeaderFormat = LineFormat<Reader> && requires(Reader& reader) {
  { reader.has_header() } -> std::same_as<bool>;
  { reader.header_problem(std::string_view{}) } -> std::same_as<std::string>;
};

// Ends a query for the header of a file.
[[noreturn, gnu::cold, gnu::noinline]] inline void throw_header_differs(const std::string& problem, const std::string& file,
                                                                        std::int64_t line) {
  throw error("file_header_differs", "in " + place_in_text(file, line) + " the header " + problem +
                                         "; name the columns as the record does and in its order, or have the header skipped")
      .in_file(file)
      .at_line(line);
}

// Reads the lines of one text after the other into one record, which is used again: it is valid until `f` returns. Lines that
// are nothing in the format are passed over. A failed read leaves the reader at the next line.
//   line_reader<json_reader<view>> lines;
//   lines.open(text, "views/1.json");
//   while (lines.read(1000, [&](const view& v) { total += v.views; }) == 1000) continue;
template <LineFormat Reader, class Policy = malformed::fail>
class line_reader {
  static_assert(is_malformed_policy<Policy>,
                "tidemark malformed_policy_unknown: that is no policy for records that cannot be read; use malformed::fail, "
                "malformed::drop or malformed::keep_in<\"column\">");
  static_assert(kept_text_has_a_column<typename Reader::row, Policy>,
                "tidemark kept_text_needs_a_column: the text of records that cannot be read has no column to go to; add a "
                "std::optional<std::string> of that name to the record");
  static_assert(!kept_text_has_a_column<typename Reader::row, Policy> ||
                    other_columns_can_be_null<typename Reader::row, Policy>,
                "tidemark kept_text_needs_nullable_columns: a record that cannot be read leaves the other columns null, and "
                "one of them cannot be; make each a std::optional, or choose malformed::drop");

 public:
  using row = typename Reader::row;
  using format_reader = Reader;

  line_reader() = default;
  explicit line_reader(Reader reader) : reader_(std::move(reader)) {}

  // Reads from `text` from now on, which must outlive the reading. `file` is named in errors.
  void open(std::string_view text, std::string file = {}) {
    at_ = without_byte_order_mark(text).data();
    end_ = text.data() + text.size();
    file_ = std::move(file);
    line_ = 0;
    if constexpr (HeaderFormat<Reader>) awaits_header_ = reader_.has_header();
  }

  // Reads from `text`, which begins with a line somewhere in a file: there is no header, and lines are counted from here.
  void open_within(std::string_view text, std::string file = {}) {
    go_on(text);
    file_ = std::move(file);
    line_ = 0;
    awaits_header_ = false;
  }

  // Goes on with a further piece of the same text, which starts with a line. Requires: the piece before was read to its end.
  void go_on(std::string_view text) {
    at_ = text.data();
    end_ = text.data() + text.size();
  }

  // Calls `f(record)` for at most `most` records and returns for how many; fewer than `most`: the text is at its end.
  template <class F>
  std::size_t read(std::size_t most, F&& f) {
    if constexpr (HeaderFormat<Reader>)
      if (awaits_header_) take_header();
    std::size_t count = 0;
    while (count < most && at_ != end_) {
      ++line_;
      const char* const start = at_;
      const char* const next = reader_.read_line(start, end_, record_);
      if (next != nullptr) [[likely]] {
        at_ = next;
        if constexpr (column_kept_by<Policy>::exists) tidemark::get<column_kept_by<Policy>::key>(record_).reset();
      } else if (!is_kept(start)) {
        continue;
      }
      f(std::as_const(record_));
      ++count;
    }
    return count;
  }

  // Records dropped so far.
  std::int64_t dropped() const { return dropped_; }

  // The line last read, from 1.
  std::int64_t line() const { return line_; }

 private:
  // The line that starts at a place, behind which the reading goes on.
  std::string_view line_at(const char* start) {
    line_scanner rest({start, static_cast<std::size_t>(end_ - start)});
    std::string_view line;
    rest.next(line);
    at_ = end_ - rest.rest().size();
    return line;
  }

  // The first line that is something. It may come in a later piece of the text.
  [[gnu::cold, gnu::noinline]] void take_header() {
    while (awaits_header_ && at_ != end_) {
      ++line_;
      const auto line = line_at(at_);
      if (reader_.is_nothing(line)) continue;
      awaits_header_ = false;
      if (const auto problem = reader_.header_problem(line); !problem.empty()) throw_header_differs(problem, file_, line_);
    }
  }

  // What becomes of a line that was not read: whether there is a record all the same.
  [[gnu::cold, gnu::noinline]] bool is_kept(const char* start) {
    const auto line = line_at(start);
    if (reader_.is_nothing(line)) return false;
    if constexpr (column_kept_by<Policy>::exists) {
      reader_.clear(record_);
      if (!reader_.read_what_fits(line, record_) && reader_.why().is_about_text) reader_.clear(record_);
      tidemark::get<column_kept_by<Policy>::key>(record_) = line;
      return true;
    } else if constexpr (std::is_same_v<Policy, malformed::drop>) {
      ++dropped_;
      return false;
    } else {
      throw_malformed(reader_.why(), file_, line_);
    }
  }

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  std::int64_t line_ = 0;
  std::int64_t dropped_ = 0;
  bool awaits_header_ = false;
  std::string file_;
  Reader reader_;
  row record_{};
};

}  // namespace tidemark
